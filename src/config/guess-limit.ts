// A limit on guessing, as data. Which there are: config.ts.

/** Brute-force protection: at most `limit` failures per window and key, counted exactly (D-51). */
export interface GuessLimit {
  policy: string;
  limit: number;
  windowSeconds: number;
}
