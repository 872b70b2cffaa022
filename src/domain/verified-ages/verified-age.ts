// The age an account's owner has shown, as thresholds: no age, no birth date, no picture. How it is shown is
// domain/verification's business.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import type { AgeBracket } from '../terms/age-bracket.ts';
import { deleteVerifiedAge, findVerifiedAge, writeVerifiedAge } from './store.ts';

export interface VerifiedAge {
  /** The highest that is met; lower ones follow from it. Absent when none was. */
  bracket?: AgeBracket;
  level: 'ml' | 'document' | 'wallet';
  verifiedAtMs: number;
  expiresAtMs: number;
}

export interface NewVerifiedAge extends Pick<VerifiedAge, 'bracket' | 'level'> {
  /** Default: now. */
  verifiedAtMs?: number;
}

/** @returns undefined when there is none or it has expired; one D1 read */
export async function readVerifiedAge(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
): Promise<VerifiedAge | undefined> {
  const found = await findVerifiedAge(ctx.db, accountId);
  return found === undefined || ctx.now() >= found.expiresAtMs ? undefined : found;
}

/**
 * Keeps what was shown, for a year from then. A lower bracket does not replace a higher one that still holds, nor
 * an older showing a newer one.
 * @returns what the account now has
 */
export async function storeVerifiedAge(
  ctx: Pick<Context, 'db' | 'now'>,
  accountId: number,
  { bracket, level, verifiedAtMs = ctx.now() }: NewVerifiedAge,
): Promise<VerifiedAge> {
  const shown: VerifiedAge = {
    ...(bracket !== undefined && { bracket }),
    level,
    verifiedAtMs,
    expiresAtMs: verifiedAtMs + LIFETIMES.verifiedAgeMs,
  };
  await writeVerifiedAge(ctx.db, accountId, shown, ctx.now());
  return (await findVerifiedAge(ctx.db, accountId)) ?? shown;
}

/** The owner takes it back. */
export const forgetVerifiedAge = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  deleteVerifiedAge(ctx.db, accountId);
