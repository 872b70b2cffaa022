// The cookie of a browser on its way to a customer's identity provider and back: the one-time token
// of that sign-in. Lax, because the way back is a link from another site.
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';

export const readSsoCookie = (c: HonoContext): string | undefined => getCookie(c, cookieName(c));

/**
 * A session cookie; the token expires by itself.
 * @param token `xso_…`
 */
export function setSsoCookie(c: HonoContext, token: string): void {
  setCookie(c, cookieName(c), token, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
  });
}

export function clearSsoCookie(c: HonoContext): void {
  deleteCookie(c, cookieName(c), { path: '/', secure: isSecure(c) });
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https; plain http is local development. */
const cookieName = (c: HonoContext): string => (isSecure(c) ? '__Host-agate-sso' : 'agate-sso');
