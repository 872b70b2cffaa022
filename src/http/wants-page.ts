import type { Context as HonoContext } from 'hono';

/**
 * Whether the client asks for an HTML page, as browsers do; scripts and programs accept any type
 * without naming HTML.
 */
export const wantsPage = (c: HonoContext): boolean =>
  /\btext\/html\b/i.test(c.req.header('Accept') ?? '');
