// The cookie that holds the one-time token of a staff sign-in through an identity provider until
// the sign-in is complete. Each staff group has its own cookie. The cookie is Lax, because the
// provider redirects back from another site.
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { StaffAudience } from '../../domain/customers/staff/member.ts';

export const readSsoCookie = (c: HonoContext, audience: StaffAudience): string | undefined =>
  getCookie(c, cookieName(c, audience));

/**
 * Stores the token in a session cookie; the token expires on its own.
 * @param token the sign-in's token, `xso_…`
 */
export function setSsoCookie(c: HonoContext, audience: StaffAudience, token: string): void {
  setCookie(c, cookieName(c, audience), token, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
  });
}

export function clearSsoCookie(c: HonoContext, audience: StaffAudience): void {
  deleteCookie(c, cookieName(c, audience), { path: '/', secure: isSecure(c) });
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const cookieName = (c: HonoContext, audience: StaffAudience): string => {
  const name = audience === 'admin' ? 'agate-admin-sso' : 'agate-sso';
  return isSecure(c) ? `__Host-${name}` : name;
};
