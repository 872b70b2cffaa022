// Sends a text that is the same for everybody: cached for an hour, and revalidated by its ETag.
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from './app-env.ts';
import { tagOf } from './etag.ts';

/**
 * Responds with `text`, or with 304 to a client that already has it. A proxy may weaken the ETag,
 * which makes no difference to this comparison (RFC 9110 13.1.2).
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

/** Responds with `text` and its ETag; the caller sets how long it may be cached. */
export async function sendTagged(
  c: HonoContext<AppEnv>,
  text: string,
  type: string,
): Promise<Response> {
  const tag = await tagOf(text);
  c.header('ETag', tag);
  if (matchesTag(c.req.header('If-None-Match'), tag)) return c.body(null, 304);
  c.header('Content-Type', type);
  return c.body(text, 200);
}

const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
