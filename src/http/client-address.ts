import type { Context as HonoContext } from 'hono';

/** The caller's address as Cloudflare saw it; one shared name where there is none (local development). */
export function clientAddress(c: HonoContext): string {
  return c.req.header('CF-Connecting-IP') ?? 'local';
}
