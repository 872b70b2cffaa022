// Limits on guessing passwords and on mails that anyone can trigger. A guess is counted before it is checked, so
// that fifty concurrent ones count as fifty; a correct one is refunded.
import type { Context } from '../../context.ts';
import { LIFETIMES, type GuessLimit } from '../../config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError } from '../../errors.ts';

/** A limit and the subject it is counted for, such as an IP address. */
export type Counter = readonly [limit: GuessLimit, subject: string];

interface Counted {
  /** Uncounts the guess, because it was correct. */
  refund: () => Promise<void>;
}

/**
 * Counts against each limit in turn.
 * @throws AppError TOO_MANY_REQUESTS at the first limit that is used up; later ones are not counted
 */
export async function countAgainst(
  ctx: Context,
  ...counters: readonly Counter[]
): Promise<Counted> {
  for (const [{ policy, limit, windowSeconds }, subject] of counters) {
    const allowance = await limiterOf(ctx, policy, subject).count(limit, windowSeconds);
    if (allowance.allowed) continue;
    const retryAfterSeconds = Math.max(1, Math.ceil((allowance.resetAtMs - ctx.now()) / 1000));
    throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', {
      refusal: { policy, limit, windowSeconds, retryAfterSeconds },
    });
  }
  return {
    refund: async () => {
      for (const [{ policy }, subject] of counters) await limiterOf(ctx, policy, subject).refund();
    },
  };
}

type PasswordGuess =
  | { ok: true; isLast: boolean; count: number; lockedUntilMs: number }
  | { ok: false; lockedUntilMs: number };

/** Counts one guess at the password of an account. @returns ok false while that mail address is locked out */
export async function countPasswordGuess(
  ctx: Context,
  emailNormalized: string,
): Promise<PasswordGuess> {
  const { limit, windowSeconds } = ctx.config.guessLimits.signIn;
  const limiter = await passwordLimiter(ctx, emailNormalized);
  const allowance = await limiter.count(limit, windowSeconds, LIFETIMES.lockoutMs / 1000);
  const lockedUntilMs = allowance.resetAtMs;
  if (!allowance.allowed) return { ok: false, lockedUntilMs };
  const count = limit - allowance.remaining;
  return { ok: true, isLast: allowance.remaining === 0, count, lockedUntilMs };
}

/** Resets the count: after a correct password, a new password, an operator's unlock. */
export async function clearPasswordGuesses(ctx: Context, emailNormalized: string): Promise<void> {
  await (await passwordLimiter(ctx, emailNormalized)).clear();
}

/** Per normalised address (S-30), whether or not it is known; the name contains only its hash. */
async function passwordLimiter(ctx: Context, emailNormalized: string) {
  return limiterOf(ctx, 'sign-in', await sha256Hex(emailNormalized));
}

const limiterOf = (ctx: Context, policy: string, subject: string) =>
  ctx.objects.rateLimiter(`${policy}:${subject}`);
