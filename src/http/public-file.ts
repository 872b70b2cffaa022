// A text that is the same for everybody: cached for an hour, and confirmed by its tag.
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from './app-env.ts';
import { tagOf } from './etag.ts';

/**
 * Answers with `text`, or 304 to whoever has it. On its way a tag can become weak, which says the same here
 * (RFC 9110 13.1.2).
 * @param type the media type, with its charset
 */
export async function sendPublicText(
  c: HonoContext<AppEnv>,
  text: string,
  type: string,
): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=3600');
  return sendTagged(c, text, type);
}

/** Answers with `text` under its tag; how long it may be kept is the caller's header. */
export async function sendTagged(
  c: HonoContext<AppEnv>,
  text: string,
  type: string,
): Promise<Response> {
  const tag = await tagOf(text);
  c.header('ETag', tag);
  if (hasIt(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  c.header('Content-Type', type);
  return c.body(text, 200);
}

const hasIt = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
