// The cookie that binds a verification to the browser that opened its link. There is one per
// session, so that verifications in two tabs do not interfere.
import type { Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config/config.ts';
import { decodeObjectId, encodeObjectId } from '../../crypto/capability-token.ts';
import {
  readBrowserProof,
  unauthorized,
  type BrowserProof,
} from '../../domain/verification/browser-session.ts';
import type { AppEnv } from '../app-env.ts';

/** @param sessionId 64 hex digits */
export function readSessionCookie(c: HonoContext, sessionId: string): string | undefined {
  return getCookie(c, cookieName(c, sessionId));
}

/**
 * @param isFramed whether the page is embedded in a customer's page: browsers then only accept a
 *   partitioned cookie (CHIPS). Other sites still cannot use it (http/same-origin.ts)
 */
export function setSessionCookie(
  c: HonoContext,
  sessionId: string,
  value: string,
  isFramed = false,
): void {
  const isForeign = isFramed && isSecure(c);
  setCookie(c, cookieName(c, sessionId), value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    ...(isForeign
      ? { sameSite: 'None' as const, partitioned: true }
      : { sameSite: 'Strict' as const }),
    maxAge: (2 * LIFETIMES.sessionMs) / 1000,
  });
}

/**
 * @param publicId the session's id as used in URL paths
 * @throws AppError UNAUTHORIZED when the session is not bound to this browser
 */
export function requireBrowserProof(c: HonoContext<AppEnv>, publicId: string): BrowserProof {
  const sessionId = decodeObjectId(publicId);
  const proof =
    sessionId === undefined
      ? undefined
      : readBrowserProof(readSessionCookie(c, sessionId), sessionId);
  if (proof === undefined) throw unauthorized();
  return proof;
}

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` requires https, and local development uses plain http. */
function cookieName(c: HonoContext, sessionId: string): string {
  return `${isSecure(c) ? '__Host-' : ''}verification-${encodeObjectId(sessionId)}`;
}
