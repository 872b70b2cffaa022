// What every route of /admin/v1 asks of its caller: an operator's token, the volume limit, and one right.
import { mayDo, type Right } from '../../domain/admins/rights.ts';
import { clientAddress } from '../client-address.ts';
import { limitVolume } from '../volume-limit.ts';
import { requireRole, requireStaff } from './staff.ts';

const byAdmin = limitVolume('admin', (c) => String(c.get('staff').member.id));

/** For what nobody has to be signed in for. */
export const byAddress = limitVolume('admin', (c) => `address:${clientAddress(c)}`);

/** Any operator. */
export const signedIn = [requireStaff('admin'), byAdmin];

/** As signedIn; whoever was removed is told so by 404 (spec 4.3, `me`). */
export const signedInAndKnown = [requireStaff('admin', 404), byAdmin];

/** An operator whose role has the right. @throws AppError FORBIDDEN */
export const allowed = (right: Right) => [...signedIn, requireRole((role) => mayDo(role, right))];
