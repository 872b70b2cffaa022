import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/app-env.ts';
import { PAGE_HEADERS } from '../../http/security-headers.ts';

/**
 * The page of a link. Opening it is harmless, for mail scanners open links too: the same static document for
 * every token, which nothing has looked at yet. Only the page's own POST redeems the token.
 */
export function registerPage(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/:token', async (c) => {
    const page = await c.get('ctx').assets.fetch(new URL('/hosted/', c.req.url));
    return new Response(page.body, {
      status: page.status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...PAGE_HEADERS },
    });
  });
}
