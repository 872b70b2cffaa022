// A pending sign-in: the identity provider has confirmed a member in this browser, and the member
// still has to sign in here to complete it.
import type { Context as HonoContext } from 'hono';
import {
  readPending,
  type PendingSignIn,
} from '../../domain/customers/provider-sign-in/pending.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearSsoCookie, readSsoCookie } from '../../http/auth/sso-cookie.ts';
import type { StaffGroup } from '../staff/group.ts';

/**
 * Reads without redeeming.
 * @returns undefined where the browser has none, and for operators
 */
export async function pendingOf(
  c: HonoContext<AppEnv>,
  { audience }: StaffGroup,
): Promise<PendingSignIn | undefined> {
  const token = audience === 'dashboard' ? readSsoCookie(c) : undefined;
  return token === undefined ? undefined : readPending(c.get('ctx'), token);
}

/**
 * To be called once the member is signed in. If the token is not deleted, it expires within
 * minutes.
 */
export async function endPending(
  c: HonoContext<AppEnv>,
  pending: PendingSignIn | undefined,
): Promise<void> {
  const token = readSsoCookie(c);
  if (pending === undefined || token === undefined) return;
  clearSsoCookie(c);
  await readPending(c.get('ctx'), token, 'redeem').catch(() => undefined);
}
