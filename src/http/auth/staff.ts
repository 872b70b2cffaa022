// Authenticates staff by access token, and identifies them in the audit log. Each surface checks
// what a role allows.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { actorFor, type Actor } from '../../domain/platform/audit/record.ts';
import type { StaffAudience, Caller } from '../../domain/customers/staff/member.ts';
import { readStaffSession, unauthorized } from '../../domain/customers/staff/sessions.ts';
import { AppError, notFound, roleForbids } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientAddress } from '../client-address.ts';
import { statedLanguage } from '../pages/languages.ts';
import { readKnownDeviceCookie } from './known-device-cookie.ts';

/** @param gone the status for a valid token of a removed member; `me` uses 404 (spec 4.3) */
export function requireStaff(audience: StaffAudience, gone: 401 | 404 = 401) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
    const found =
      token === undefined ? undefined : await readStaffSession(c.get('ctx'), audience, token);
    if (found === 'gone' && gone === 404) throw notFound();
    if (found === undefined || found === 'gone') {
      c.header('WWW-Authenticate', 'Bearer');
      throw unauthorized();
    }
    c.set('staff', found);
    await next();
  });
}

export const callerOf = (c: HonoContext): Caller => ({
  ip: clientAddress(c),
  userAgent: c.req.header('User-Agent') ?? '',
  language: statedLanguage(c),
  knownDevice: readKnownDeviceCookie(c),
});

/** Returns the signed-in member, for the audit log. */
export const actorOf = (c: HonoContext<AppEnv>): Actor =>
  actorFor(c.get('staff').member, callerOf(c));

/** @throws AppError SECOND_FACTOR_REQUIRED (D-63) */
export const requireSecondFactor = createMiddleware<AppEnv>(async (c, next) => {
  const { needsSecondFactor, showedSecondFactor } = c.get('staff');
  if (needsSecondFactor && !showedSecondFactor) throw secondFactorRequired();
  await next();
});

/**
 * Guards changes to the second factor: a person who already has a second factor must have used it
 * before any change; otherwise a password alone would be enough to add another factor (D-63).
 * @throws AppError SECOND_FACTOR_REQUIRED
 */
export const requireOwnFactor = createMiddleware<AppEnv>(async (c, next) => {
  const { needsSecondFactor, hasSecondFactor, showedSecondFactor } = c.get('staff');
  if (needsSecondFactor && hasSecondFactor && !showedSecondFactor) throw secondFactorRequired();
  await next();
});

export const secondFactorRequired = (): AppError =>
  new AppError(
    'SECOND_FACTOR_REQUIRED',
    'Set up two-factor authentication or a passkey first, or sign in with it.',
  );

/**
 * @param may whether the surface's permission table grants the permission to a role
 * @throws AppError FORBIDDEN
 */
export function requireRole(may: (role: string) => boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!may(c.get('staff').member.role)) throw roleForbids();
    await next();
  });
}
