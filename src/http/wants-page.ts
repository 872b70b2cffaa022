import type { Context as HonoContext } from 'hono';

/**
 * Whether the client requests an HTML page, as browsers do. Scripts and programs accept any type
 * and do not list HTML.
 */
export const wantsPage = (c: HonoContext): boolean =>
  /\btext\/html\b/i.test(c.req.header('Accept') ?? '');
