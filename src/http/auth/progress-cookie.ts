// People see what they did, wherever it is read next (D-121): how far the database was after a browser's last POST, for as long as
// copies may be behind. `__Host-`, HttpOnly, and Lax as the account's cookie, with which it is read. It names nobody. Signed, since a copy waits
// until it has come as far.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import { deriveSecret } from '../../crypto/capability-token.ts';
import { equalInConstantTime } from '../../crypto/hash.ts';
import type { AppEnv } from '../app-env.ts';

/** @param bookmark of D1 */
export async function setProgressCookie(c: HonoContext<AppEnv>, bookmark: string): Promise<void> {
  const secret = await deriveSecret(await c.get('ctx').tokenKey(), SEED, bookmark);
  setCookie(c, cookieName(c), `${bookmark}.${secret}`, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    // What copies answer is never older; twice that, since clocks differ.
    maxAge: (2 * LIFETIMES.replicaMs) / 1000,
  });
}

/** @returns the bookmark; undefined also for what this service did not sign */
export async function readProgressCookie(c: HonoContext<AppEnv>): Promise<string | undefined> {
  const [bookmark = '', secret] = getCookie(c, cookieName(c))?.split('.') ?? [];
  if (secret === undefined) return undefined;
  const keys = await c.get('ctx').tokenKeys();
  const secrets = await Promise.all(keys.map((key) => deriveSecret(key, SEED, bookmark)));
  return secrets.some((one) => equalInConstantTime(one, secret)) ? bookmark : undefined;
}

const SEED = 'progress:';

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https; plain http is local development. */
const cookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-progress' : 'agate-progress';
