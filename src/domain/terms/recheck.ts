// Decides when an age that was proven earlier no longer counts and must be proven again (D-163).
// Pure.
import { DAY_MS } from '../../time/durations.ts';

/**
 * Events after which an age must be proven again, regardless of how recent its proof is; a law, a
 * customer's settings or a request can specify them.
 */
export const RECHECKS = ['next_bracket', 'new_device'] as const;
export type Recheck = (typeof RECHECKS)[number];

/** Why an earlier age no longer counts. */
type RecheckReason = 'proof_age' | Recheck;

/** When an age must be proven again. All members apply; an absent member requires nothing. */
export interface RecheckRule {
  maxProofAgeDays?: number;
  recheck?: readonly Recheck[];
}

/** An age that was proven earlier. */
interface EarlierAge {
  verifiedAtMs: number;
  /**
   * The year in which the person reaches the next age threshold; known only when the age was read
   * from a document.
   */
  nextBracketYear?: number;
}

interface Now {
  nowMs: number;
  /**
   * The time since which this browser has been signed in to the account; if it is unknown, the
   * browser counts as a new device.
   */
  deviceSinceMs?: number | undefined;
}

/** @returns the first reason why the age must be proven again; undefined when it still counts */
export function whyRecheck(
  { verifiedAtMs, nextBracketYear }: EarlierAge,
  { maxProofAgeDays = Infinity, recheck = [] }: RecheckRule,
  { nowMs, deviceSinceMs = Infinity }: Now,
): RecheckReason | undefined {
  if (nowMs - verifiedAtMs > maxProofAgeDays * DAY_MS) return 'proof_age';
  if (recheck.includes('next_bracket') && nextBracketYear !== undefined)
    if (nowMs >= mayReachFrom(nextBracketYear, verifiedAtMs)) return 'next_bracket';
  // A browser that was already signed in when the age was proven is not a new device.
  return recheck.includes('new_device') && deviceSinceMs > verifiedAtMs ? 'new_device' : undefined;
}

/**
 * Returns the earliest time at which the person may have reached the next threshold. Only the year
 * of that birthday is known, so the earliest possible time is the first day of the year, minus one
 * day for time zones east of Greenwich. A proof that is given later still counts for one day, so
 * that it remains valid for the visit for which it was given.
 */
const mayReachFrom = (year: number, verifiedAtMs: number): number =>
  Math.max(Date.UTC(year, 0, 1) - DAY_MS, verifiedAtMs + DAY_MS);

/**
 * Combines several rules. The result contains their lowest number of days and every event that any
 * of them contains.
 */
export function joinRechecks(...rules: readonly RecheckRule[]): RecheckRule {
  const days = rules.flatMap(({ maxProofAgeDays: one }) => one ?? []);
  const recheck = RECHECKS.filter((one) => rules.some((rule) => rule.recheck?.includes(one)));
  return {
    ...(days.length > 0 && { maxProofAgeDays: Math.min(...days) }),
    ...(recheck.length > 0 && { recheck }),
  };
}
