// The cookie of a browser on which someone has signed in before (domain/terms/known-device.ts):
// `__Host-` and HttpOnly. The cookie grants no access; it keeps other people's password guesses
// from blocking this browser (D-62).
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';

export const readKnownDeviceCookie = (c: HonoContext): string | undefined =>
  getCookie(c, cookieName(c));

/** @param value undefined if the sign-in issued no known-device cookie; no cookie is then set */
export function setKnownDeviceCookie(c: HonoContext, value: string | undefined): void {
  if (value === undefined) return;
  setCookie(c, cookieName(c), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    maxAge: LIFETIMES.knownDeviceMs / 1000,
  });
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const cookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-device' : 'agate-device';
