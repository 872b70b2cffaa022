// A message that a queue gave up on, as plain data. dead-letters.ts records and deletes such
// messages.

export interface DeadLetter {
  /** The name of the dead-letter queue. */
  queue: string;
  /** The id of the object that the message is about. */
  subject: string;
  /** The name of the last error. */
  error?: string;
}

export interface DeadLetterCount {
  queue: string;
  count: number;
  /**
   * When the oldest letter first arrived, and when a letter last arrived; both in ms since the
   * epoch.
   */
  oldestAtMs: number;
  newestAtMs: number;
}
