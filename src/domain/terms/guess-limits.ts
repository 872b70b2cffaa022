// Limits on guessing passwords and on mails that anybody can cause. A guess is counted before it is judged, so
// that fifty at once count as fifty; what turns out right is taken back.
import type { Context } from '../../context.ts';
import { LIFETIMES, type GuessLimit } from '../../config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError } from '../../errors.ts';

/** Counts on the normalised address (S-30), known or not; the object's name holds no address. */
async function passwordLimiter(ctx: Context, emailNormalized: string) {
  return ctx.objects.rateLimiter(`sign-in:${await sha256Hex(emailNormalized)}`);
}

export type CountedGuess =
  | { ok: true; isLast: boolean; count: number; lockedUntilMs: number }
  | { ok: false; lockedUntilMs: number };

/** Counts one guess at the password of an address. @returns ok false while that address is locked out */
export async function countPasswordGuess(
  ctx: Context,
  emailNormalized: string,
): Promise<CountedGuess> {
  const { limit, windowSeconds } = ctx.config.guessLimits.signIn;
  const limiter = await passwordLimiter(ctx, emailNormalized);
  const allowance = await limiter.count(limit, windowSeconds, LIFETIMES.lockoutMs / 1000);
  const lockedUntilMs = allowance.resetAtMs;
  if (!allowance.allowed) return { ok: false, lockedUntilMs };
  const count = limit - allowance.remaining;
  return { ok: true, isLast: allowance.remaining === 0, count, lockedUntilMs };
}

/** Counting starts anew: a right password, a new password, an operator's unlock. */
export async function clearPasswordGuesses(ctx: Context, emailNormalized: string): Promise<void> {
  await (await passwordLimiter(ctx, emailNormalized)).clear();
}

/**
 * @param subject who is counted, such as an address
 * @throws AppError TOO_MANY_REQUESTS when the limit is used up
 */
export async function countAgainst(
  ctx: Context,
  { policy, limit, windowSeconds }: GuessLimit,
  subject: string,
): Promise<void> {
  const allowance = await ctx.objects
    .rateLimiter(`${policy}:${subject}`)
    .count(limit, windowSeconds);
  if (allowance.allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((allowance.resetAtMs - ctx.now()) / 1000));
  throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', {
    refusal: { policy, limit, windowSeconds, retryAfterSeconds },
  });
}

export const refundGuess = (ctx: Context, { policy }: GuessLimit, subject: string): Promise<void> =>
  ctx.objects.rateLimiter(`${policy}:${subject}`).refund();
