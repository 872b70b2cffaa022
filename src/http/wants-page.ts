import type { Context as HonoContext } from 'hono';

/** Whether a browser is asking for an HTML page; scripts and programs accept any type. */
export const wantsPage = (c: HonoContext): boolean =>
  /\btext\/html\b/i.test(c.req.header('Accept') ?? '');
