// The token of a form (S-21): a page of ours showed it to this browser, or to this sign-in. It comes on top of
// the same-origin check. Nothing is stored: tokens are derived from what the browser's cookies prove.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { deriveSecret } from '../crypto/capability-token.ts';
import { equalInConstantTime } from '../crypto/hash.ts';
import { randomToken } from '../crypto/random.ts';
import type { AppEnv } from './app-env.ts';

/**
 * For people who are not signed in. The cookie's name holds an id and the token names it, so that two tabs that
 * were opened at once, each given a cookie of its own, both work (S-23).
 */
export async function issueVisitorToken(c: HonoContext<AppEnv>): Promise<string> {
  const id = heldIds(c)[0] ?? plantCookie(c);
  return `${id}.${await sign(c, `visitor:${id}:${readSecret(c, id) ?? ''}`)}`;
}

/** For forms of somebody signed in: worth nothing to the same browser under another account. */
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
  return equalInConstantTime(token, `${id}.${await sign(c, `visitor:${id}:${secret}`)}`);
}

export async function isSessionToken(
  c: HonoContext<AppEnv>,
  token: string,
  sessionId: string,
): Promise<boolean> {
  return equalInConstantTime(token, await issueSessionToken(c, sessionId));
}

/** Secrets that only this browser knows, one for each form's cookie it holds. Only hashes of them may be kept. */
export const browserProofs = (c: HonoContext): string[] =>
  heldIds(c).map((id) => `${id}.${readSecret(c, id) ?? ''}`);

/** Cookies that this very answer plants are not in the request. */
const planted = new WeakMap<Request, Map<string, string>>();

function plantCookie(c: HonoContext): string {
  const [id, secret] = [randomToken(6), randomToken(24)];
  const cookies = planted.get(c.req.raw) ?? new Map<string, string>();
  planted.set(c.req.raw, cookies.set(id, secret));
  setCookie(c, `${prefix(c)}${id}`, secret, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
  });
  return id;
}

function heldIds(c: HonoContext): string[] {
  const named = Object.keys(getCookie(c)).filter((name) => name.startsWith(prefix(c)));
  return [
    ...named.map((name) => name.slice(prefix(c).length)),
    ...(planted.get(c.req.raw)?.keys() ?? []),
  ];
}

const readSecret = (c: HonoContext, id: string): string | undefined =>
  planted.get(c.req.raw)?.get(id) ?? getCookie(c, `${prefix(c)}${id}`);

const sign = async (c: HonoContext<AppEnv>, text: string): Promise<string> =>
  deriveSecret(await c.get('ctx').tokenKey(), 'form:', text);

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` needs https; plain http is a developer's own machine. */
const prefix = (c: HonoContext): string => `${isSecure(c) ? '__Host-' : ''}agate-form-`;
