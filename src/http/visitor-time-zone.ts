import type { Context as HonoContext } from 'hono';

/**
 * @returns the IANA name of the caller's time zone, determined by geolocation at the edge; UTC when
 *   it is unknown
 */
export function visitorTimeZone(c: HonoContext): string {
  const timeZone = c.req.raw.cf?.timezone;
  return typeof timeZone === 'string' ? timeZone : 'UTC';
}
