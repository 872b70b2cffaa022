// The limits for the age head's score in a session (D-130), computed when the session begins. Pure
// data.

/**
 * The gates at which the head decides. Above the last gate, both nets decide. Below the first gate,
 * it is enough to reach the head's limit for the first gate, or to pass according to both nets.
 */
export const HEAD_GATES = { first: 13, last: 20 } as const;

export interface HeadLimits {
  /** The id of the head that the limits apply to. */
  id: string;
  lines: readonly HeadLimit[];
}

export interface HeadLimit {
  /** The age gate, from `HEAD_GATES.first` to `HEAD_GATES.last`. */
  gate: number;
  /**
   * The margin, in years, that the limit replaces; if any picture has no head score, the margin
   * itself applies.
   */
  years: number;
  /** The lowest score that passes. */
  score: number;
}

/**
 * @returns the lowest score that passes at a gate; below the head's gates, the lowest score for the
 * first gate; undefined above the head's gates, or if the session has no limit for this margin
 */
export function headLimitAt(
  { lines }: HeadLimits,
  gate: number,
  years: number,
): number | undefined {
  const asked = Math.max(gate, HEAD_GATES.first);
  return lines.find((one) => one.gate === asked && one.years === years)?.score;
}
