import type { Context as HonoContext } from 'hono';

/** @returns the IANA name of the time zone in which the edge places the caller's address; UTC where it places it nowhere */
export function visitorTimeZone(c: HonoContext): string {
  const timeZone = c.req.raw.cf?.timezone;
  return typeof timeZone === 'string' ? timeZone : 'UTC';
}
