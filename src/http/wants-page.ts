import type { Context as HonoContext } from 'hono';

/** Whether a browser is asking for a document; scripts and programs accept anything. */
export const wantsPage = (c: HonoContext): boolean =>
  /\btext\/html\b/i.test(c.req.header('Accept') ?? '');
