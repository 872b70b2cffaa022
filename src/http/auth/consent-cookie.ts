// The cookie that binds an authorization request to the browser it came from (S-20). One per request, so that
// two sites in two tabs both finish (S-23). Lax, because the way here leads over links from other sites.
import type { Context as HonoContext } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { LIFETIMES } from '../../config.ts';
import { CONSENT_TOKEN } from '../../crypto/token-prefixes.ts';

/** Of the session's 43 characters of id: enough to tell the requests of one browser apart. */
const NAME_LENGTH = 16;
/** A page that sends the browser here in a loop must not fill its cookie jar. */
const MAX_COOKIES = 8;

/** @param session `xcs_…` as the query carries it; may be anything */
export function readConsentCookie(c: HonoContext, session: string): string | undefined {
  const name = nameOf(c, session);
  return name === undefined ? undefined : getCookie(c, name);
}

/** @param session of beginAuthorization @param value of beginAuthorization */
export function setConsentCookie(c: HonoContext, session: string, value: string): void {
  const name = nameOf(c, session);
  if (name === undefined) throw new Error('This is no consent session.');
  // Browsers send the oldest cookie first.
  const held = Object.keys(getCookie(c)).filter((key) => key.startsWith(startOf(c)));
  for (const old of held.slice(0, Math.max(0, held.length - MAX_COOKIES + 1))) forget(c, old);
  setCookie(c, name, value, {
    path: '/',
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    maxAge: LIFETIMES.consentMs / 1000,
  });
}

export function clearConsentCookie(c: HonoContext, session: string): void {
  const name = nameOf(c, session);
  if (name !== undefined) forget(c, name);
}

const forget = (c: HonoContext, name: string): unknown =>
  deleteCookie(c, name, { path: '/', secure: isSecure(c) });

const isSecure = (c: HonoContext): boolean => new URL(c.req.url).protocol === 'https:';

/** `__Host-` needs https; plain http is a developer's own machine. */
const startOf = (c: HonoContext): string => `${isSecure(c) ? '__Host-' : ''}agate-consent-`;

function nameOf(c: HonoContext, session: string): string | undefined {
  const [, id] = new RegExp(`^${CONSENT_TOKEN}([\\w-]{${NAME_LENGTH}})`).exec(session) ?? [];
  return id === undefined ? undefined : startOf(c) + id;
}
