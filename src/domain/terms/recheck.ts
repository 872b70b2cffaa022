// When an age that was shown before does not answer any more, and has to be shown again (D-163). Pure.
import { DAY_MS } from '../../time/durations.ts';

/** What a law, a customer's settings or a request can ask beside a number of days. */
export const RECHECKS = ['next_bracket', 'new_device'] as const;
export type Recheck = (typeof RECHECKS)[number];

/** Why an earlier age does not answer. */
export type RecheckReason = 'proof_age' | Recheck;

/** All of it holds; what is absent asks for nothing. */
export interface RecheckRule {
  maxProofAgeDays?: number;
  recheck?: readonly Recheck[];
}

/** An age that was shown before. */
interface EarlierAge {
  verifiedAtMs: number;
  /** Of a document that said it: the year in which the next age threshold is reached. */
  nextBracketYear?: number;
}

interface Now {
  nowMs: number;
  /** Since when this browser is signed in to the account; absent: nobody knows. */
  deviceSinceMs?: number | undefined;
}

/** @returns the first reason why it has to be shown again; undefined: it answers */
export function whyRecheck(
  { verifiedAtMs, nextBracketYear }: EarlierAge,
  { maxProofAgeDays = Infinity, recheck = [] }: RecheckRule,
  { nowMs, deviceSinceMs = Infinity }: Now,
): RecheckReason | undefined {
  if (nowMs - verifiedAtMs > maxProofAgeDays * DAY_MS) return 'proof_age';
  if (recheck.includes('next_bracket') && nextBracketYear !== undefined)
    if (nowMs >= mayReachFrom(nextBracketYear, verifiedAtMs)) return 'next_bracket';
  // A browser that was signed in already when the age was shown is no new one.
  return recheck.includes('new_device') && deviceSinceMs > verifiedAtMs ? 'new_device' : undefined;
}

/**
 * Of the birthday the year alone is known, so that it can be any day of it: the first one is the safe one, and begins a day earlier
 * east of Greenwich. In that year itself a proof answers for a day, so that a check is good for the visit that it was made for.
 */
const mayReachFrom = (year: number, verifiedAtMs: number): number =>
  Math.max(Date.UTC(year, 0, 1) - DAY_MS, verifiedAtMs + DAY_MS);

/** What several rules ask together: the fewest days, and everything that one of them asks. */
export function joinRechecks(...rules: readonly RecheckRule[]): RecheckRule {
  const days = rules.flatMap(({ maxProofAgeDays: one }) => one ?? []);
  const recheck = RECHECKS.filter((one) => rules.some((rule) => rule.recheck?.includes(one)));
  return {
    ...(days.length > 0 && { maxProofAgeDays: Math.min(...days) }),
    ...(recheck.length > 0 && { recheck }),
  };
}
