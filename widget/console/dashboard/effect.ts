/** A change to a setting, and its effect on visitors. */
export interface Effect {
  what: string;
  meaning: string;
}
