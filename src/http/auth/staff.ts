// Authentication of staff by their access token, and who they are to the audit. What their role allows is asked
// by the surface.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { actorFor, type Actor } from '../../domain/audit/record.ts';
import type { Audience, Caller } from '../../domain/staff/member.ts';
import { readStaffSession, unauthorized } from '../../domain/staff/sessions.ts';
import { AppError, notFound } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientAddress } from '../client-address.ts';

/**
 * @param gone what the owner of a good token is told after their removal; `me` answers 404 (spec 4.3)
 */
export function requireStaff(audience: Audience, gone: 401 | 404 = 401) {
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
});

/** The signed-in member, for the audit. */
export const actorOf = (c: HonoContext<AppEnv>): Actor =>
  actorFor(c.get('staff').member, callerOf(c));

/** @param may what the audience's table of rights says of a role @throws AppError FORBIDDEN */
export function requireRole(may: (role: string) => boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!may(c.get('staff').member.role))
      throw new AppError('FORBIDDEN', 'Your role does not allow this.');
    await next();
  });
}
