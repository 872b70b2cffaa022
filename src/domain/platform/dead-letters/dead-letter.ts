// A message that a queue gave up, as data. Noting and forgetting them: dead-letters.ts.

export interface DeadLetter {
  /** The dead-letter queue. */
  queue: string;
  /** Id of what the message is about. */
  subject: string;
  /** Name of the error of the last try. */
  error?: string;
}

export interface DeadLetterCount {
  queue: string;
  count: number;
  /** When the oldest of them arrived, and when one was last tried: ms since the epoch. */
  oldestAtMs: number;
  newestAtMs: number;
}
