// A message that a queue gave up on, as plain data. dead-letters.ts records and deletes them.

export interface DeadLetter {
  /** The dead-letter queue. */
  queue: string;
  /** The id of the message's subject. */
  subject: string;
  /** The name of the last error. */
  error?: string;
}

export interface DeadLetterCount {
  queue: string;
  count: number;
  /** When the oldest of them arrived, and when one was last tried: ms since the epoch. */
  oldestAtMs: number;
  newestAtMs: number;
}
