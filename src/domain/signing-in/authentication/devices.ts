// Lists the browsers where an account is signed in, signs out a lost device, and ends the trust in
// a browser.
import type { Context } from '../../../context.ts';
import { endDevice } from '../sessions/sign-in.ts';
import type { Session, SignIn } from '../sessions/session.ts';
import { isSessionOf, listSessionsOf } from '../sessions/store.ts';
import { endTrust } from '../../accounts/trusted-devices/trusted-device.ts';

/** @returns live sessions, most recently used first */
export const listSessions = (ctx: Context, accountId: number): Promise<Session[]> =>
  listSessionsOf(ctx.db, accountId, ctx.now());

/**
 * Signs a device out and revokes the grants that sites obtained through it: a lost device must not
 * stay signed in anywhere.
 * @returns false when the account has no such session
 */
export async function revokeSession(
  ctx: Context,
  { account }: SignIn,
  sessionId: string,
): Promise<boolean> {
  if (!(await isSessionOf(ctx.db, account.id, sessionId))) return false;
  await endDevice(ctx, sessionId);
  return true;
}

/**
 * Ends the trust in a browser without signing the browser out. Does nothing for another account's
 * device.
 */
export const revokeTrust = (ctx: Context, { account }: SignIn, deviceId: string): Promise<void> =>
  endTrust(ctx, { accountId: account.id, deviceId });
