// Reads who is signed in, for a page request. Call this once per request.
import type { Context as HonoContext } from 'hono';
import { readSignIn } from '../../domain/signing-in/sessions/sign-in.ts';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import type { AppEnv } from '../app-env.ts';
import { readAccountCookie } from './account-cookie.ts';

/** @returns undefined when nobody is signed in; without a cookie there is no D1 read */
export async function readSignedIn(c: HonoContext<AppEnv>): Promise<SignIn | undefined> {
  const cookie = readAccountCookie(c);
  return cookie === undefined ? undefined : readSignIn(c.get('ctx'), cookie);
}
