// What every route of /admin/v1 asks of its caller: an operator's token, the volume limit, and one right.
import { createMiddleware } from 'hono/factory';
import { mayDo, type Right } from '../../domain/admins/rights.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientAddress } from '../client-address.ts';
import { limitVolume } from '../volume-limit.ts';
import { requireStaff } from './staff.ts';

const byAdmin = limitVolume('admin', (c) => String(c.get('staff').member.id));

/** For what nobody has to be signed in for. */
export const byAddress = limitVolume('admin', (c) => `address:${clientAddress(c)}`);

/** Any operator. */
export const signedIn = [requireStaff('admin'), byAdmin];

/** As signedIn; whoever was removed is told so by 404 (spec 4.3, `me`). */
export const signedInAndKnown = [requireStaff('admin', 404), byAdmin];

/** An operator whose role has the right. @throws AppError FORBIDDEN */
export function allowed(right: Right) {
  const check = createMiddleware<AppEnv>(async (c, next) => {
    if (!mayDo(c.get('staff').member.role, right))
      throw new AppError('FORBIDDEN', 'Your role does not allow this.');
    await next();
  });
  return [...signedIn, check];
}
