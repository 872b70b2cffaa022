/** One change of a setting, and what it means for whoever is checked. */
export interface Effect {
  what: string;
  meaning: string;
}
