// An account's verified age as plain data, and the rules for when it counts and what may replace it
// (D-56). Pure.
import type { AgeBracket } from '../../terms/age-bracket.ts';
import { meetsRule, type AgeProof, type KeepPolicy } from '../../terms/age-proof.ts';
import type { VerificationLevel } from '../../terms/age-proof.ts';

export interface VerifiedAge {
  /** The highest threshold met, which implies the lower ones; absent if none is met. */
  bracket?: AgeBracket;
  level: VerificationLevel;
  verifiedAtMs: number;
  expiresAtMs: number;
  proof: AgeProof;
  /** The version of the policy that accepted the age. */
  policyVersion: string;
}

/**
 * The age as stored: it may have expired, lack a proof, be withdrawn, or come from a source that is
 * not trusted.
 */
export type KeptAge = Omit<VerifiedAge, 'proof' | 'policyVersion'> &
  Partial<Pick<VerifiedAge, 'proof' | 'policyVersion'>> & {
    revokedAtMs?: number;
    /** Whether operators distrust the checks of the customer that the age comes from (D-75). */
    isDistrusted?: true;
  };

/**
 * Whether the age is not withdrawn, its source is trusted, and its proof meets the current policy,
 * which also applies to ages stored earlier.
 */
const isProven = (
  { proof, policyVersion, revokedAtMs, isDistrusted }: KeptAge,
  policy: KeepPolicy,
): boolean =>
  revokedAtMs === undefined &&
  isDistrusted !== true &&
  policyVersion !== undefined &&
  proof !== undefined &&
  meetsRule(proof, policy);

/** @returns the age, if it may be shown and used at `nowMs`; undefined when it does not count */
export function countingAge(
  kept: KeptAge | undefined,
  policy: KeepPolicy,
  nowMs: number,
): VerifiedAge | undefined {
  if (kept === undefined || nowMs >= kept.expiresAtMs || !isProven(kept, policy)) return undefined;
  const { revokedAtMs: _revoked, ...age } = kept;
  return age as VerifiedAge;
}

/**
 * Whether a new age may replace a kept one. A lower bracket does not replace a higher bracket that
 * counts, and for the same bracket an older check does not replace a newer one. A later check of a
 * document, however, replaces any estimate, since a document states the age. An age that an
 * operator withdrew is replaced only by a later check, so that the same age cannot come back.
 * @param at `isRequested`: a site needs a newer check or a higher level than the kept age has. Any
 *   later check then replaces the kept age; otherwise, a result with a lower bracket would not be
 *   stored, and the site would keep sending the person back to the check
 */
export function mayReplace(
  kept: KeptAge,
  fresh: VerifiedAge,
  policy: KeepPolicy,
  { nowMs, isRequested = false }: { nowMs: number; isRequested?: boolean },
): boolean {
  if (kept.revokedAtMs !== undefined) return fresh.verifiedAtMs > kept.revokedAtMs;
  const known = countingAge(kept, policy, nowMs);
  if (known === undefined) return true;
  const isLater = fresh.verifiedAtMs > known.verifiedAtMs;
  if (isRequested || (known.level === 'ml' && fresh.level !== 'ml')) return isLater;
  const [before, after] = [known.bracket ?? 0, fresh.bracket ?? 0];
  return after > before || (after === before && isLater);
}
