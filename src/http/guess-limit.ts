// Counts failed guesses per address at a RateLimiter object (D-51). A success costs no call; a refusal
// is remembered by the isolate until it ends, so that a flood of guesses costs no calls either.
import type { Context } from '../context.ts';
import type { GuessLimit } from '../config.ts';
import { AppError } from '../errors.ts';

const MAX_REMEMBERED = 10_000;
const refusedUntilMs = new Map<string, number>();

/**
 * Call it after a guess has failed.
 * @param subject who guesses, such as an address
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
  const allowance = await ctx.objects.rateLimiter(key).count(limit, windowSeconds);
  if (allowance.allowed) return;
  if (refusedUntilMs.size >= MAX_REMEMBERED) refusedUntilMs.clear();
  refusedUntilMs.set(key, allowance.resetAtMs);
  throw refusal(policy, limit, windowSeconds, allowance.resetAtMs - nowMs);
}

/**
 * Call it before a guess is looked at: whoever is refused is refused with the right answer, too. No hop.
 * @throws AppError TOO_MANY_REQUESTS while this isolate remembers a refusal
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
