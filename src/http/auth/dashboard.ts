// What every route of /dashboard/v1 asks of its caller: a token of a customer's staff, the volume limit, and one
// right. Everything such a caller sees or changes belongs to `tenantOf`.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { TenantActor } from '../../domain/audit/record.ts';
import { unauthorized } from '../../domain/staff/sessions.ts';
import { mayDo, type Right } from '../../domain/team/rights.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientAddress } from '../client-address.ts';
import { limitVolume } from '../volume-limit.ts';
import { actorOf, requireStaff } from './staff.ts';

const byMember = limitVolume('dashboard', (c) => String(c.get('staff').member.id));

/** For what nobody has to be signed in for. */
export const byAddress = limitVolume('dashboard', (c) => `address:${clientAddress(c)}`);

/** Anybody on a customer's staff. */
export const signedIn = [requireStaff('dashboard'), byMember];

/** A member whose role has the right. @throws AppError FORBIDDEN */
export function allowed(right: Right) {
  const check = createMiddleware<AppEnv>(async (c, next) => {
    if (!mayDo(c.get('staff').member.role, right))
      throw new AppError('FORBIDDEN', 'Your role does not allow this.');
    await next();
  });
  return [...signedIn, check];
}

/** The customer the signed-in member works for. @throws AppError UNAUTHORIZED for staff of nobody */
export function tenantOf(c: HonoContext<AppEnv>): string {
  const { tenantId } = c.get('staff').member;
  if (tenantId === undefined) throw unauthorized();
  return tenantId;
}

/** The signed-in member, for the customer's audit. */
export const tenantActorOf = (c: HonoContext<AppEnv>): TenantActor => ({
  ...actorOf(c),
  tenantId: tenantOf(c),
});
