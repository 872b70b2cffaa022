// Hashes (SHA-256) of the secrets that authenticate a session's browsers and its customer. Pure
// data.

/**
 * The hash of an id that a page generated for a call, and the time until which the page may repeat
 * the call because the response may have been lost.
 */
export interface PageAttempt {
  hash: string;
  untilMs: number;
}

export interface Secrets {
  /** The hash of the link's secret. */
  initHash: string;
  /** The hash of the result token's secret. */
  resultHash: string;
  /** The hash of the secret in the cookie of the browser that opened the link. */
  browserHash?: string;
  /** The hash of a browser's secret; if set, the link opens only in that browser. */
  openerHash?: string;
  /** The attempt that opened the link. */
  opening?: PageAttempt;
}
