// Counts failed guesses, for instance per IP address, in a RateLimiter object (D-51). Successes are
// not counted, so normal traffic makes no calls to the object. Once a flood of guesses is refused,
// it makes no more calls either, because the isolate caches the refusal until it expires.
import type { Context } from '../context.ts';
import type { GuessLimit } from '../config/guess-limit.ts';
import { sha256Hex } from '../crypto/hash.ts';
import { AppError } from '../errors.ts';

const MAX_REMEMBERED = 10_000;
const refusedUntilMs = new Map<string, number>();

/**
 * Counts a failed guess; must be called after every one.
 * @param subject the key of the counter, such as an IP address
 * @throws AppError TOO_MANY_REQUESTS when the limit is used up
 */
export async function countFailedGuess(
  ctx: Context,
  { policy, limit, windowSeconds }: GuessLimit,
  subject: string,
): Promise<void> {
  const key = `${policy}:${subject}`;
  const nowMs = ctx.now();
  const known = refusedUntilMs.get(key);
  if (known !== undefined && nowMs < known)
    throw refusal(policy, limit, windowSeconds, known - nowMs);
  // The subject is hashed, because the platform may store object names, and they must not contain
  // an IP address.
  const limiter = ctx.objects.rateLimiter(`${policy}:${await sha256Hex(subject)}`);
  const allowance = await limiter.count(limit, windowSeconds);
  if (allowance.allowed) return;
  if (refusedUntilMs.size >= MAX_REMEMBERED) refusedUntilMs.clear();
  refusedUntilMs.set(key, allowance.resetAtMs);
  throw refusal(policy, limit, windowSeconds, allowance.resetAtMs - nowMs);
}

/**
 * Refuses a blocked caller, without a network call. Must be called before a guess is checked, so
 * that even the right secret is refused.
 * @throws AppError TOO_MANY_REQUESTS while this isolate has a cached refusal
 */
export function rejectKnownGuesser(
  ctx: Pick<Context, 'now'>,
  { policy, limit, windowSeconds }: GuessLimit,
  subject: string,
): void {
  const known = refusedUntilMs.get(`${policy}:${subject}`);
  const leftMs = (known ?? 0) - ctx.now();
  if (leftMs > 0) throw refusal(policy, limit, windowSeconds, leftMs);
}

function refusal(policy: string, limit: number, windowSeconds: number, leftMs: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'Too many failed attempts. Please try again later.', {
    refusal: {
      policy,
      limit,
      windowSeconds,
      retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    },
  });
}
