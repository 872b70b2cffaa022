// The session cookie of a signed-in person (S-29): `__Host-`, HttpOnly, and Lax, so that browsers
// also send it with an authorization request that starts from a link on another site.
// domain/signing-in/sessions defines its content. A second cookie is for requests that the browser
// itself makes for other sites' pages (D-158). The browser is also notified that a person is signed
// in (Login Status API).
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import { readKnownDeviceCookie, setKnownDeviceCookie } from './known-device-cookie.ts';
import { readTrustedDeviceCookie } from './trusted-device-cookie.ts';

/** Reads the cookies that a sign-in needs. */
export const readSignInCookies = (c: HonoContext) => ({
  replaces: readAccountCookie(c),
  knownDevice: readKnownDeviceCookie(c),
  trustedDevice: readTrustedDeviceCookie(c),
});

/** @param signedIn the result of a sign-in (domain/signing-in/authentication) */
export function setSignInCookies(
  c: HonoContext,
  {
    cookie,
    fedcmCookie,
    knownDevice,
  }: { cookie: string; fedcmCookie: string; knownDevice?: string },
): void {
  setAccountCookie(c, cookie);
  setFedcmCookie(c, fedcmCookie);
  c.header('Set-Login', 'logged-in');
  setKnownDeviceCookie(c, knownDevice);
}

export function readAccountCookie(c: HonoContext): string | undefined {
  return getCookie(c, cookieName(c));
}

/** @param value the value returned by startSession */
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
  deleteCookie(c, fedcmCookieName(c), { path: '/', secure: true });
  c.header('Set-Login', 'logged-out');
}

/**
 * Reads the cookie of FedCM requests. Must be used only for requests that the browser itself makes
 * (routes/oauth/fedcm.ts), which other sites' pages cannot forge.
 */
export const readFedcmCookie = (c: HonoContext): string | undefined =>
  getCookie(c, fedcmCookieName(c));

/** Browsers accept SameSite=None only from secure origins, which include localhost. */
function setFedcmCookie(c: HonoContext, value: string): void {
  setCookie(c, fedcmCookieName(c), value, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'None',
    maxAge: LIFETIMES.accountSessionMs / 1000,
  });
}

const fedcmCookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-fedcm' : 'agate-fedcm';

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const cookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-account' : 'agate-account';
