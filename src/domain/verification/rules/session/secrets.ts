// What the browsers of a session, and its customer, prove themselves by: SHA-256 of each secret.
// Pure data.

/**
 * A page's own name for what it asks, and until when it may ask again because the answer may have
 * been lost.
 */
export interface PageAttempt {
  hash: string;
  untilMs: number;
}

export interface Secrets {
  /** Of the link. */
  initHash: string;
  /** Of the result token. */
  resultHash: string;
  /** Of the cookie of the browser that opened the link. */
  browserHash?: string;
  /** Of a browser’s secret: the link opens there and nowhere else. */
  openerHash?: string;
  /** The attempt that opened the link. */
  opening?: PageAttempt;
}
