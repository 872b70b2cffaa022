// Access control for /dashboard/v1: a staff token, the rate limit, and one permission per route.
// Callers read and change only the data of the customer that `tenantOf` returns.
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { requireVerifiedEmail } from '../../domain/customers/team-membership/register-customer.ts';
import type { TenantActor } from '../../domain/platform/audit/record.ts';
import { unauthorized } from '../../domain/customers/staff/sessions.ts';
import { mayDo, needsConfirmedAddress, type Right } from '../../domain/customers/team/rights.ts';
import type { AppEnv } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { limitVolume } from '../volume-limit.ts';
import { actorOf, requireRole, requireSecondFactor, requireStaff } from './staff.ts';

const byMember = limitVolume('dashboard', (c) => String(c.get('staff').member.id));

/** The rate limit for routes without authentication. */
export const byAddress = limitVolume('dashboard', (c) => `address:${clientNetwork(c)}`);

/** The access control for routes that any member of a customer's staff may call. */
export const signedIn = [requireStaff('dashboard'), byMember];

/** Like signedIn, but a member who has been removed gets 404, as a removed operator does. */
export const signedInAndKnown = [requireStaff('dashboard', 404), byMember];

/**
 * Access control for routes that require the given right, and a confirmed email address if the
 * right requires one (D-64).
 * @throws AppError FORBIDDEN, EMAIL_NOT_VERIFIED, SECOND_FACTOR_REQUIRED if the tenant requires a
 *   second factor
 */
export const allowed = (right: Right) => [
  ...signedIn,
  requireSecondFactor,
  requireRole((role) => mayDo(role, right)),
  ...(needsConfirmedAddress(right) ? [requireConfirmedAddress] : []),
];

const requireConfirmedAddress = createMiddleware<AppEnv>((c, next) => {
  requireVerifiedEmail(c.get('staff').member);
  return next();
});

/**
 * Returns the customer of the signed-in member.
 * @throws AppError UNAUTHORIZED for staff without a tenant
 */
export function tenantOf(c: HonoContext<AppEnv>): string {
  const { tenantId } = c.get('staff').member;
  if (tenantId === undefined) throw unauthorized();
  return tenantId;
}

/** Returns the signed-in member, for the customer's audit log. */
export const tenantActorOf = (c: HonoContext<AppEnv>): TenantActor => ({
  ...actorOf(c),
  tenantId: tenantOf(c),
});
