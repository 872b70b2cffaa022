import type { OpenAPIHono } from '@hono/zod-openapi';
import { readEmbedOrigins } from '../../domain/verification/read-embed-origins.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readPage } from '../../http/inline-hashes.ts';
import { hostedPageHeaders } from '../../http/security-headers.ts';

/**
 * The page of a link. Opening it is harmless, for mail scanners open links too: the same static document for
 * every token, and a look at whose frames may show it. Only the page's own POST redeems the token.
 */
export function registerPage(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/:token', async (c) => {
    const ctx = c.get('ctx');
    const [page, origins] = await Promise.all([
      ctx.assets.fetch(new URL('/hosted/', c.req.url)),
      readEmbedOrigins(ctx, c.req.param('token')),
    ]);
    const { body, inline } = await readPage(page);
    return new Response(body, {
      status: page.status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        ...hostedPageHeaders(inline, origins),
      },
    });
  });
}
