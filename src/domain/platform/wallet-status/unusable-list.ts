/** A list that says nothing now. */
export interface UnusableList {
  uri: string;
  docType: string;
  /** Why the last attempt failed, if it did. */
  failure?: string;
  /** When the list that was kept has ended; absent where none was ever fetched. */
  endedAtMs?: number;
}
