// Authentication of a customer's directory by `Authorization: Bearer xsc_…` (D-160), and the rate
// limit per token.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { findProvisioner } from '../../domain/customers/provisioning/tokens.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { countFailedGuess, rejectKnownGuesser } from '../guess-limit.ts';
import { requireVolume } from '../volume-limit.ts';
import { callerOf } from './staff.ts';

/**
 * @throws AppError UNAUTHORIZED, the same for missing, unknown, revoked and expired tokens;
 *   TENANT_SUSPENDED; TOO_MANY_REQUESTS
 */
export const requireScimToken = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = c.get('ctx');
  rejectKnownGuesser(ctx, ctx.config.guessLimits.apiKey, clientNetwork(c));
  const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  const found = token === undefined ? undefined : await findProvisioner(ctx, token, callerOf(c));
  if (found === undefined) throw await refuse(c, token);
  c.set('provisioner', found);
  await requireVolume(c, 'dashboard', found.tokenId);
  await next();
});

async function refuse(c: HonoContext<AppEnv>, token: string | undefined): Promise<AppError> {
  const ctx = c.get('ctx');
  c.header('WWW-Authenticate', 'Bearer');
  if (token !== undefined)
    await countFailedGuess(ctx, ctx.config.guessLimits.apiKey, clientNetwork(c));
  return new AppError('UNAUTHORIZED', 'The token is missing or not valid.');
}
