// The definition of a limit on guessing. guess-limits.ts lists the limits.

/** Brute-force protection: at most `limit` failures per window and key, counted exactly (D-51). */
export interface GuessLimit {
  policy: string;
  limit: number;
  windowSeconds: number;
}
