// The cookie that holds a console's refresh token (D-109), one for each staff group: `__Host-`,
// HttpOnly and Strict, so that scripts cannot read it and browsers do not send it with requests
// from other sites. The access token is never in a cookie.
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import type { StaffAudience } from '../../domain/customers/staff/member.ts';

export const readConsoleCookie = (c: HonoContext, audience: StaffAudience): string | undefined =>
  getCookie(c, cookieName(c, audience));

/** @param refreshToken `xdrt_…` or `xart_…` */
export function setConsoleCookie(
  c: HonoContext,
  audience: StaffAudience,
  refreshToken: string,
): void {
  setCookie(c, cookieName(c, audience), refreshToken, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Strict',
    maxAge: LIFETIMES.staffSessionMs[audience] / 1000,
  });
}

export function clearConsoleCookie(c: HonoContext, audience: StaffAudience): void {
  deleteCookie(c, cookieName(c, audience), { path: '/', secure: isSecure(c) });
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
const cookieName = (c: HonoContext, audience: StaffAudience): string =>
  isSecure(c) ? `__Host-agate-${audience}` : `agate-${audience}`;
