// The scores of the age head that a session asks for (D-130), as they were computed when it began. Pure data.

/** The gates at which the head decides; below and above, both nets do. */
export const HEAD_GATES = { first: 13, last: 20 } as const;

export interface HeadLines {
  /** Of the head whose scores are meant. */
  id: string;
  lines: readonly HeadLine[];
}

export interface HeadLine {
  /** One of {@link HEAD_GATES}. */
  gate: number;
  /** The margin that it replaces: whoever was measured without a head is judged by that. */
  years: number;
  /** What passes from here on. */
  score: number;
}

/**
 * @returns the score that passes at a gate; below the head's gates, that of the first. Undefined above them, and where the
 *   session has none for this margin
 */
export function lineAt({ lines }: HeadLines, gate: number, years: number): number | undefined {
  const asked = Math.max(gate, HEAD_GATES.first);
  return lines.find((one) => one.gate === asked && one.years === years)?.score;
}
