import type { Context as HonoContext } from 'hono';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientAddress } from '../../http/client-address.ts';
import { countFailedGuess } from '../../http/guess-limit.ts';

/** A link that opens nothing may be a guess: counted per address (D-51). @throws the error, or 429 */
export async function countMissedLink(c: HonoContext<AppEnv>, error: unknown): Promise<never> {
  const ctx = c.get('ctx');
  if (error instanceof AppError && error.code === 'NOT_FOUND')
    await countFailedGuess(ctx, ctx.config.guessLimits.redeem, clientAddress(c));
  throw error;
}
