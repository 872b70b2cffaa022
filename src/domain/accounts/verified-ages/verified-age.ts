// The verified age of an account's owner, stored as the highest threshold met; no exact age, birth
// date or picture is stored. For a document, the year of the next threshold is also stored if it is
// the current or the next year (D-163). domain/verification runs the check; kept-age.ts decides
// which proofs count.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { levelOf, meetsRule } from '../../terms/age-proof.ts';
import { countingAge, mayReplace, type KeptAge, type VerifiedAge } from './kept-age.ts';
import {
  deleteVerifiedAge,
  deleteVerifiedBefore,
  findKeptAge,
  findKeptAgeAndTrust,
  isTenantTrusted,
  writeVerifiedAge,
} from './store.ts';

export type NewVerifiedAge = Pick<VerifiedAge, 'bracket' | 'proof' | 'verifiedAtMs'>;
type AgeContext = Pick<Context, 'config' | 'db' | 'now'>;

/** @returns undefined when no age counts (kept-age.ts); one D1 read */
export async function readVerifiedAge(
  ctx: AgeContext,
  accountId: number,
): Promise<VerifiedAge | undefined> {
  return countingAge(await findKeptAge(ctx.db, accountId), ctx.config.keptAges, ctx.now());
}

/**
 * Reads the stored age for its owner, whether or not it counts.
 * @returns `mustRepeat` is true when the stored age has not expired but does not count
 */
export async function readKeptAge(
  ctx: AgeContext,
  accountId: number,
): Promise<{ kept?: KeptAge; age?: VerifiedAge; mustRepeat: boolean }> {
  const kept = await findKeptAge(ctx.db, accountId);
  const age = countingAge(kept, ctx.config.keptAges, ctx.now());
  const mustRepeat = age === undefined && kept !== undefined && ctx.now() < kept.expiresAtMs;
  return { ...(kept !== undefined && { kept }), ...(age !== undefined && { age }), mustRepeat };
}

/**
 * Stores a verified age, valid for a year from the check, if it may replace the stored one.
 * @param options `isRequested`: a site needs a newer check or a higher level (mayReplace)
 * @returns the account's verified age after the write; undefined when the service's policy does not
 *   accept the age, the age has been withdrawn, or operators do not trust the customer that ran the
 *   check
 */
export async function storeVerifiedAge(
  ctx: AgeContext,
  accountId: number,
  age: NewVerifiedAge,
  { isRequested = false }: { isRequested?: boolean } = {},
): Promise<VerifiedAge | undefined> {
  const policy = ctx.config.keptAges;
  if (!meetsRule(age.proof, policy)) return undefined;
  const fresh = toVerifiedAge(ctx, age);
  for (;;) {
    const { tenantId } = age.proof;
    const { known, isTrusted } = await findKeptAgeAndTrust(ctx.db, accountId, tenantId);
    if (!isTrusted) return undefined;
    const at = { nowMs: ctx.now(), isRequested };
    if (known !== undefined && !mayReplace(known, fresh, policy, at))
      return countingAge(known, policy, ctx.now());
    if (await writeVerifiedAge(ctx.db, accountId, fresh, known)) return fresh;
  }
}

/**
 * Predicts what storeVerifiedAge would do now: write the age, leave a stored age that is still
 * valid in place, or refuse. One D1 read.
 */
export async function predictStoring(
  ctx: AgeContext,
  accountId: number,
  age: NewVerifiedAge,
): Promise<'write' | 'leave' | 'refuse'> {
  const policy = ctx.config.keptAges;
  if (!meetsRule(age.proof, policy)) return 'refuse';
  const { known, isTrusted } = await findKeptAgeAndTrust(ctx.db, accountId, age.proof.tenantId);
  if (!isTrusted) return 'refuse';
  const at = { nowMs: ctx.now() };
  if (known === undefined || mayReplace(known, toVerifiedAge(ctx, age), policy, at)) return 'write';
  return countingAge(known, policy, ctx.now()) === undefined ? 'refuse' : 'leave';
}

/**
 * Whether operators currently trust the customer that ran the check: the session records only
 * whether they did when the check began (D-75). One D1 read.
 */
export const isSourceTrusted = (
  ctx: Pick<Context, 'db'>,
  { proof }: NewVerifiedAge,
): Promise<boolean> => isTenantTrusted(ctx.db, proof.tenantId);

const toVerifiedAge = (
  { config }: AgeContext,
  { bracket, proof, verifiedAtMs }: NewVerifiedAge,
): VerifiedAge => ({
  ...(bracket !== undefined && { bracket }),
  level: levelOf(proof.method),
  verifiedAtMs,
  expiresAtMs: verifiedAtMs + LIFETIMES.verifiedAgeMs,
  proof,
  policyVersion: config.keptAges.version,
});

/** Deletes the age when its owner withdraws it. */
export const forgetVerifiedAge = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  deleteVerifiedAge(ctx.db, accountId);

/**
 * Deletes ages a year after their check, as stated in the privacy notice. A check that old cannot
 * be stored again. Called by cron.
 */
export const forgetExpiredAges = ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> =>
  deleteVerifiedBefore(db, now() - LIFETIMES.verifiedAgeMs);
