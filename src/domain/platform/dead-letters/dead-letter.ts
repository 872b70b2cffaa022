// A message that a queue gave up on, as plain data. dead-letters.ts records and deletes such
// messages.

export interface DeadLetter {
  /** The name of the dead-letter queue. */
  queue: string;
  /** Identifies what the message is about, such as a session event, an email or a delivery. */
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
