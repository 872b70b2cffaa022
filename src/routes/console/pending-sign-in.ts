// What an identity provider of staff has said in this browser, beside what is shown at the door.
import type { Context as HonoContext } from 'hono';
import {
  readPending,
  type PendingSignIn,
} from '../../domain/customers/provider-sign-in/pending.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearSsoCookie, readSsoCookie } from '../../http/auth/sso-cookie.ts';
import type { StaffGroup } from '../staff/group.ts';

/** Uses nothing up. @returns undefined where the browser has none for that group */
export async function pendingOf(
  c: HonoContext<AppEnv>,
  { audience }: StaffGroup,
): Promise<PendingSignIn | undefined> {
  const token = readSsoCookie(c, audience);
  return token === undefined ? undefined : readPending(c.get('ctx'), token, audience);
}

/** Once the person is in. A token that stays by mistake ends within minutes. */
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
