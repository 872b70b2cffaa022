// The cookie of a browser that an account's owner trusts (domain/accounts/trusted-devices, D-99):
// `__Host-` and HttpOnly. It is Lax, because a sign-in begins with a link from a site. The cookie
// alone is not enough to sign in: the owner's face is required too.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';

export const readTrustedDeviceCookie = (c: HonoContext): string | undefined =>
  getCookie(c, cookieName(c));

export function setTrustedDeviceCookie(c: HonoContext, value: string): void {
  setCookie(c, cookieName(c), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    maxAge: LIFETIMES.trustedDeviceMs / 1000,
  });
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const cookieName = (c: HonoContext): string =>
  isSecure(c) ? '__Host-agate-trusted' : 'agate-trusted';
