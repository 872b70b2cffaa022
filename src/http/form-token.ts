// CSRF tokens for forms (S-21), bound to a browser or to a sign-in session, in addition to the
// same-origin check. Nothing is stored: a visitor's token is derived from the secret in the
// browser's cookie, and a signed-in person's token from the id of the sign-in session.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { deriveSecret } from '../crypto/capability-token.ts';
import { equalInConstantTime } from '../crypto/hash.ts';
import { randomToken } from '../crypto/random.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Issues a token to a visitor who is not signed in. The token identifies the cookie that it was
 * derived from, so that two tabs opened at the same time, each with its own cookie, both work
 * (S-23).
 */
export async function issueVisitorToken(c: HonoContext<AppEnv>): Promise<string> {
  const id = cookieIds(c)[0] ?? issueCookie(c);
  return `${id}.${await sign(c, `visitor:${id}:${readSecret(c, id) ?? ''}`)}`;
}

/**
 * Issues a token to a signed-in person; it is invalid for a different account in the same browser.
 */
export async function issueSessionToken(
  c: HonoContext<AppEnv>,
  sessionId: string,
): Promise<string> {
  return sign(c, `session:${sessionId}`);
}

export async function isVisitorToken(c: HonoContext<AppEnv>, token: string): Promise<boolean> {
  const [id = ''] = token.split('.');
  const secret = readSecret(c, id);
  if (secret === undefined) return false;
  return isSigned(c, token.slice(id.length + 1), `visitor:${id}:${secret}`);
}

export async function isSessionToken(
  c: HonoContext<AppEnv>,
  token: string,
  sessionId: string,
): Promise<boolean> {
  return isSigned(c, token, `session:${sessionId}`);
}

/**
 * Returns secrets that only this browser has, one per form cookie. Only their hashes may be stored.
 */
export const browserProofs = (c: HonoContext): string[] =>
  cookieIds(c).map((id) => `${id}.${readSecret(c, id) ?? ''}`);

/**
 * The form cookies that the response to each request sets; the request itself does not contain them
 * yet.
 */
const issued = new WeakMap<Request, Map<string, string>>();

function issueCookie(c: HonoContext): string {
  const [id, secret] = [randomToken(6), randomToken(24)];
  const cookies = issued.get(c.req.raw) ?? new Map<string, string>();
  issued.set(c.req.raw, cookies.set(id, secret));
  setCookie(c, `${prefix(c)}${id}`, secret, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
  });
  return id;
}

function cookieIds(c: HonoContext): string[] {
  const named = Object.keys(getCookie(c)).filter((name) => name.startsWith(prefix(c)));
  return [
    ...named.map((name) => name.slice(prefix(c).length)),
    ...(issued.get(c.req.raw)?.keys() ?? []),
  ];
}

const readSecret = (c: HonoContext, id: string): string | undefined =>
  issued.get(c.req.raw)?.get(id) ?? getCookie(c, `${prefix(c)}${id}`);

const sign = async (c: HonoContext<AppEnv>, text: string): Promise<string> =>
  deriveSecret(await c.get('ctx').tokenKey(), 'form:', text);

/**
 * Whether the token was signed with the current key, or with an older key whose tokens may still be
 * on open pages.
 */
async function isSigned(c: HonoContext<AppEnv>, token: string, text: string): Promise<boolean> {
  const keys = await c.get('ctx').tokenKeys();
  const signed = await Promise.all(keys.map(async (key) => deriveSecret(key, 'form:', text)));
  return signed.some((expected) => equalInConstantTime(token, expected));
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** The name prefix of form cookies. `__Host-` requires https; local development uses plain http. */
const prefix = (c: HonoContext): string => `${isSecure(c) ? '__Host-' : ''}agate-form-`;
