// Authentication by API key: `X-API-Key: <key>` or `Authorization: Bearer <key>` (D-5).
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { findPrincipal, hashOfKey, isKnownKey } from '../../domain/customers/tenants/api-keys.ts';
import { AppError, tenantSuspended } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { countFailedGuess, rejectKnownGuesser } from '../guess-limit.ts';

/**
 * @param allowed `secret` refuses a publishable key with SECRET_KEY_REQUIRED
 * @throws AppError, including TENANT_SUSPENDED (D-116)
 */
export function requireApiKey(allowed: 'secret' | 'any') {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (namesTwoKeys(c))
      throw new AppError('UNAUTHORIZED', 'X-API-Key and Authorization name different keys.');
    const hash = await hashOfKey(readKey(c));
    rejectGuesser(c, hash);
    const principal = hash === undefined ? undefined : await findPrincipal(c.get('ctx'), hash);
    if (principal === undefined) throw await refuse(c);
    // The principal is set for refused calls too, because the customer sees them in the log.
    c.set('principal', principal);
    if (principal.isSuspended === true) throw tenantSuspended();
    if (allowed === 'secret' && principal.kind !== 'secret')
      throw new AppError('SECRET_KEY_REQUIRED', 'This call needs a secret key.');
    await next();
  });
}

const readKey = (c: HonoContext): string => headerKey(c) ?? bearerKey(c) ?? '';

const headerKey = (c: HonoContext): string | undefined => c.req.header('X-API-Key')?.trim();

function bearerKey(c: HonoContext): string | undefined {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  return bearer;
}

/**
 * Whether the request contains two different keys. They could belong to two customers, and the
 * precedence of headers must not decide which customer is calling (D-68).
 */
function namesTwoKeys(c: HonoContext): boolean {
  const [header, bearer] = [headerKey(c), bearerKey(c)];
  return header !== undefined && bearer !== undefined && header !== bearer;
}

/**
 * Rejects a request from a network that has made too many wrong guesses, before the request's key
 * is looked up, unless this isolate already knows the key.
 * @throws AppError
 */
function rejectGuesser(c: HonoContext<AppEnv>, hash: string | undefined): void {
  const ctx = c.get('ctx');
  if (hash !== undefined && isKnownKey(ctx, hash)) return;
  rejectKnownGuesser(ctx, ctx.config.guessLimits.apiKey, clientNetwork(c));
}

/**
 * Returns the same message for a missing, unknown, expired and revoked key; a missing key does not
 * count as a guess.
 */
async function refuse(c: HonoContext<AppEnv>): Promise<AppError> {
  const ctx = c.get('ctx');
  if (readKey(c) !== '')
    await countFailedGuess(ctx, ctx.config.guessLimits.apiKey, clientNetwork(c));
  return new AppError('UNAUTHORIZED', 'The API key is missing or not valid.');
}
