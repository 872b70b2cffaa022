// Chooses the stored pass to use for a request. Pure.

export type KeptClass = 'standard' | 'high';

/** A pass as this browser stores it. */
export interface KeptPass {
  /** The token in base64url, which is also the key of the database row. */
  token: string;
  /** The age that the pass proves, in years. */
  bracket: number;
  passClass: KeptClass;
  /** The month of issue, such as `2026-11`. */
  issued: string;
  /** When the pass expires, in ms since the epoch. */
  untilMs: number;
  /**
   * The time until which the pass is reserved for another page, open in the same browser, that is
   * presenting it.
   */
  heldUntilMs?: number;
}

export interface PassRequirement {
  minAge: number;
  passClass?: KeptClass;
  /** The oldest month of issue that is accepted. */
  since?: string;
}

/**
 * Chooses the lowest sufficient bracket and class, so that the pass reveals no more than it must.
 * Among several such passes, the one that expires first is chosen.
 */
export function choosePass(
  passes: readonly KeptPass[],
  { minAge, passClass, since = '' }: PassRequirement,
  nowMs: number,
): KeptPass | undefined {
  const [best] = passes
    .filter(
      (pass) =>
        pass.bracket >= minAge &&
        (passClass !== 'high' || pass.passClass === 'high') &&
        pass.issued >= since &&
        isGood(pass, nowMs) &&
        (pass.heldUntilMs ?? 0) <= nowMs,
    )
    .toSorted(
      (a, b) =>
        a.bracket - b.bracket || rankOf(a.passClass) - rankOf(b.passClass) || a.untilMs - b.untilMs,
    );
  return best;
}

export const isGood = ({ untilMs }: KeptPass, nowMs: number): boolean => nowMs < untilMs;

const rankOf = (passClass: KeptClass): number => (passClass === 'high' ? 1 : 0);
