// The verified age of an account's owner, as thresholds: no age, no birth date, no picture. The check itself is in
// domain/verification.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import type { AgeBracket } from '../terms/age-bracket.ts';
import { deleteVerifiedAge, findVerifiedAge, writeVerifiedAge } from './store.ts';

export interface VerifiedAge {
  /** The highest threshold that is met; it implies the lower ones. Absent: none. */
  bracket?: AgeBracket;
  level: 'ml' | 'document' | 'wallet';
  verifiedAtMs: number;
  expiresAtMs: number;
}

interface NewVerifiedAge extends Pick<VerifiedAge, 'bracket' | 'level'> {
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
 * Stores a verified age, valid for a year from the check. A lower bracket does not replace a valid higher one, nor an
 * older check a newer one.
 * @returns the account's verified age after the write
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

/** The owner withdraws it. */
export const forgetVerifiedAge = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  deleteVerifiedAge(ctx.db, accountId);
