/** A status list that is unusable now. */
export interface UnusableList {
  uri: string;
  docType: string;
  /** The error of the last attempt, if it failed. */
  failure?: string;
  /** When the stored list expired; absent if the list was never fetched. */
  endedAtMs?: number;
}
