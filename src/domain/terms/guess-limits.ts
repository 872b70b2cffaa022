// Limits on guessing and on emails that anyone can trigger. A guess is counted before it is
// checked, so that fifty concurrent guesses count as fifty; a correct guess is refunded.
// password-guesses.ts counts password guesses.
import { networkOf } from '../../network/client-network.ts';
import type { Context } from '../../context.ts';
import type { GuessLimit } from '../../config/guess-limit.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { AppError } from '../../errors.ts';

/** A limit, the subject whose guesses it counts, and the message when the limit is reached. */
export type Counter = readonly [limit: GuessLimit, subject: string, refusal?: string];

interface Counted {
  /** Reverses the counting of the guess; call it when the guess was correct. */
  refund: () => Promise<void>;
}

/**
 * Returns a counter for a visitor's IP address or, more precisely, for its network
 * (client-network.ts).
 * @param ip undefined when there is no address: nothing is counted
 * @param kind a prefix of the subject that keeps separate counts under a shared limit
 */
export const counterOfAddress = (limit: GuessLimit, ip: string | undefined, kind = ''): Counter[] =>
  ip === undefined ? [] : [[limit, `${kind}${networkOf(ip)}`]];

/**
 * Counts one attempt against each limit in turn.
 * @throws AppError TOO_MANY_REQUESTS at the first limit that is reached; the attempt is not counted
 *   against later limits
 */
export async function countAgainst(
  ctx: Context,
  ...counters: readonly Counter[]
): Promise<Counted> {
  for (const [limit, subject, refusal] of counters) {
    const limiter = await limiterOf(ctx, limit.policy, subject);
    const allowance = await limiter.count(limit.limit, limit.windowSeconds);
    if (!allowance.allowed) throw tooManyGuesses(ctx, limit, allowance.resetAtMs, refusal);
  }
  return {
    refund: async () => {
      await Promise.all(
        counters.map(async ([{ policy }, subject]) =>
          (await limiterOf(ctx, policy, subject)).refund(),
        ),
      );
    },
  };
}

export const tooManyGuesses = (
  ctx: Pick<Context, 'now'>,
  { policy, limit, windowSeconds }: GuessLimit,
  untilMs: number,
  message = 'Too many attempts. Please try again later.',
): AppError =>
  new AppError('TOO_MANY_REQUESTS', message, {
    refusal: {
      policy,
      limit,
      windowSeconds,
      retryAfterSeconds: Math.max(1, Math.ceil((untilMs - ctx.now()) / 1000)),
    },
  });

/**
 * Returns the subject's limiter. The object's name contains only a hash of the subject, because the
 * platform may store object names, which must not contain an email address or a network.
 */
const limiterOf = async (ctx: Context, policy: string, subject: string) =>
  ctx.objects.rateLimiter(`${policy}:${await sha256Hex(subject)}`);
