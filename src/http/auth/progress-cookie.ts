// Lets people read their own writes from any replica (D-121): the cookie contains the database's
// position after a browser's last POST, and is kept while replicas may lag behind that position.
// Like the account's cookie, it is `__Host-`, HttpOnly and Lax. It does not identify a person. It
// is signed, because a forged position could make a replica wait.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import { deriveSecret } from '../../crypto/capability-token.ts';
import { equalInConstantTime } from '../../crypto/hash.ts';
import type { AppEnv } from '../app-env.ts';

/** @param bookmark a bookmark from D1 */
export async function setProgressCookie(c: HonoContext<AppEnv>, bookmark: string): Promise<void> {
  const secret = await deriveSecret(await c.get('ctx').tokenKey(), SEED, bookmark);
  setCookie(c, cookieName(c), `${bookmark}.${secret}`, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    // A replica never lags behind by more than `replicaMs`. The cookie is kept for twice that time,
    // because clocks differ.
    maxAge: (2 * LIFETIMES.replicaMs) / 1000,
  });
}

/** @returns the bookmark; undefined if it is missing or was not signed by this service */
export async function readProgressCookie(c: HonoContext<AppEnv>): Promise<string | undefined> {
  const [bookmark = '', secret] = getCookie(c, cookieName(c))?.split('.') ?? [];
  if (secret === undefined) return undefined;
  const keys = await c.get('ctx').tokenKeys();
  const secrets = await Promise.all(keys.map((key) => deriveSecret(key, SEED, bookmark)));
  return secrets.some((one) => equalInConstantTime(one, secret)) ? bookmark : undefined;
}

const SEED = 'progress:';

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const cookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-progress' : 'agate-progress';
