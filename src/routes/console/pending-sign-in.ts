// What a customer's identity provider has said in this browser, beside what is shown at the door.
import type { Context as HonoContext } from 'hono';
import {
  readPending,
  type PendingSignIn,
} from '../../domain/customers/provider-sign-in/pending.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearSsoCookie, readSsoCookie } from '../../http/auth/sso-cookie.ts';
import type { StaffGroup } from '../staff/group.ts';

/** Uses nothing up. @returns undefined where the browser has none, and for operators */
export async function pendingOf(
  c: HonoContext<AppEnv>,
  { audience }: StaffGroup,
): Promise<PendingSignIn | undefined> {
  const token = audience === 'dashboard' ? readSsoCookie(c) : undefined;
  return token === undefined ? undefined : readPending(c.get('ctx'), token);
}

/** Once its member is in. A token that stays by mistake ends within minutes. */
export async function endPending(
  c: HonoContext<AppEnv>,
  pending: PendingSignIn | undefined,
): Promise<void> {
  const token = readSsoCookie(c);
  if (pending === undefined || token === undefined) return;
  clearSsoCookie(c);
  await readPending(c.get('ctx'), token, 'redeem').catch(() => undefined);
}
