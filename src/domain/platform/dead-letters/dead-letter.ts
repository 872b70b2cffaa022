// A message that a queue gave up on, as plain data. dead-letters.ts records and deletes them.

export interface DeadLetter {
  /** The name of the dead-letter queue. */
  queue: string;
  /** The id of the message's subject. */
  subject: string;
  /** The name of the last error. */
  error?: string;
}

export interface DeadLetterCount {
  queue: string;
  count: number;
  /**
   * When the oldest letter arrived, and when any letter was last tried; both in ms since the epoch.
   */
  oldestAtMs: number;
  newestAtMs: number;
}
