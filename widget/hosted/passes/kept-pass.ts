// Which of the kept passes answers a question. Pure.

export type KeptClass = 'standard' | 'high';

/** As this browser keeps it. */
export interface KeptPass {
  /** Base64url: the key of the row. */
  token: string;
  /** Years. */
  bracket: number;
  passClass: KeptClass;
  /** `2026-11`. */
  issued: string;
  /** ms since the epoch. */
  untilMs: number;
  /** Until then another page of this browser is showing it. */
  heldUntilMs?: number;
}

export interface AskedPass {
  minAge: number;
  passClass?: KeptClass;
  /** The oldest month that is taken. */
  since?: string;
}

/** The least that suffices, and of those the one that ends first: it says no more than it must. */
export function choosePass(
  passes: readonly KeptPass[],
  { minAge, passClass, since = '' }: AskedPass,
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
