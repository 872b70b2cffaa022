// Access control for /admin/v1: an operator's token, the rate limit, and one permission per route.
import { mayDo, type OperatorRight } from '../../domain/customers/admins/rights.ts';
import { clientNetwork } from '../client-address.ts';
import { limitVolume } from '../volume-limit.ts';
import { requireRole, requireSecondFactor, requireStaff } from './staff.ts';

const byAdmin = limitVolume('admin', (c) => String(c.get('staff').member.id));

/** The rate limit for routes without authentication. */
export const byAddress = limitVolume('admin', (c) => `address:${clientNetwork(c)}`);

/** The access control for routes that any operator may call. */
export const signedIn = [requireStaff('admin'), byAdmin];

/** Like signedIn, but a removed operator gets 404 (spec 4.3, `me`). */
export const signedInAndKnown = [requireStaff('admin', 404), byAdmin];

/**
 * Access control for routes that require the given right.
 * @throws AppError FORBIDDEN, SECOND_FACTOR_REQUIRED
 */
export const allowed = (right: OperatorRight) => [
  ...signedIn,
  requireSecondFactor,
  requireRole((role) => mayDo(role, right)),
];
