import type { SignIn } from '../../../src/domain/signing-in/sessions/session.ts';
import {
  prepareTrust,
  writeTrust,
} from '../../../src/domain/accounts/trusted-devices/trusted-device.ts';
import { VISITOR } from './accounts.ts';
import { makeContext } from '../installation/context.ts';

/**
 * Makes a session's browser a trusted device.
 * @returns the value of the cookie that marks the browser as trusted
 */
export async function trustBrowser({ account, session }: SignIn): Promise<string> {
  const ctx = makeContext();
  const prepared = await prepareTrust(ctx, {
    accountId: account.id,
    sessionId: session.id,
    visitor: VISITOR,
    replaces: undefined,
    behind: [],
  });
  if (!(await writeTrust(ctx, prepared))) throw new Error('The session has ended.');
  return prepared.cookie;
}
