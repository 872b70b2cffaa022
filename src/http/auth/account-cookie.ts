// The session cookie of a signed-in person (S-29): `__Host-`, HttpOnly, and Lax, so that an authorization request
// that comes over a link from another site finds the person signed in. Its content: domain/signing-in/sessions.
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import { readKnownDeviceCookie, setKnownDeviceCookie } from './known-device-cookie.ts';
import { readTrustedDeviceCookie } from './trusted-device-cookie.ts';

/** What a sign-in wants to know of the browser. */
export const readSignInCookies = (c: HonoContext) => ({
  replaces: readAccountCookie(c),
  knownDevice: readKnownDeviceCookie(c),
  trustedDevice: readTrustedDeviceCookie(c),
});

/** @param signedIn what a sign-in answers (domain/signing-in/authentication) */
export function setSignInCookies(
  c: HonoContext,
  { cookie, knownDevice }: { cookie: string; knownDevice?: string },
): void {
  setAccountCookie(c, cookie);
  setKnownDeviceCookie(c, knownDevice);
}

export function readAccountCookie(c: HonoContext): string | undefined {
  return getCookie(c, cookieName(c));
}

/** @param value of startSession */
function setAccountCookie(c: HonoContext, value: string): void {
  setCookie(c, cookieName(c), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    maxAge: LIFETIMES.accountSessionMs / 1000,
  });
}

export function clearAccountCookie(c: HonoContext): void {
  deleteCookie(c, cookieName(c), { path: '/', secure: isSecure(c) });
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https; plain http is local development. */
const cookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-account' : 'agate-account';
