import type { Context as HonoContext } from 'hono';

/** The client's IP address as Cloudflare saw it; `local` where there is none (local development). */
export function clientAddress(c: HonoContext): string {
  return c.req.header('CF-Connecting-IP') ?? 'local';
}
