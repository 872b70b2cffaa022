// A sign-in that this browser began through an identity provider, and that the person completes
// with another factor on the sign-in page.
import type { Context as HonoContext } from 'hono';
import {
  readPending,
  type PendingSignIn,
} from '../../domain/customers/provider-sign-in/pending.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearSsoCookie, readSsoCookie } from '../../http/auth/sso-cookie.ts';
import type { StaffGroup } from '../staff/group.ts';

/**
 * Reads the pending sign-in without using up its token.
 * @returns undefined when the browser has no pending sign-in to that group
 */
export async function pendingOf(
  c: HonoContext<AppEnv>,
  { audience }: StaffGroup,
): Promise<PendingSignIn | undefined> {
  const token = readSsoCookie(c, audience);
  return token === undefined ? undefined : readPending(c.get('ctx'), token, audience);
}

/**
 * Ends the pending sign-in. Must be called once the person is signed in; a leftover token expires
 * within minutes.
 */
export async function endPending(
  c: HonoContext<AppEnv>,
  pending: PendingSignIn | undefined,
): Promise<void> {
  if (pending === undefined) return;
  const { audience } = pending;
  const token = readSsoCookie(c, audience);
  if (token === undefined) return;
  clearSsoCookie(c, audience);
  await readPending(c.get('ctx'), token, audience, 'redeem').catch(() => undefined);
}
