// Front-channel logout: lists the sites' URLs that a browser opens in frames when it signs out.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { addToQuery } from '../../terms/query.ts';
import { listFrameUris } from './store.ts';

/**
 * The maximum number of frames: a page with this many still loads, and its content security policy
 * header stays reasonably short.
 */
const MOST = 20;

/**
 * Lists the frame URLs for a sign-out. They always contain `iss` and `sid` (Front-Channel Logout
 * 1.0, 2), so that a site ends only this session, and so that a page that does not know the `sid`
 * cannot sign the person out. Never throws, because people must always be able to sign out.
 */
export async function listFrames(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  sessionId: string,
): Promise<string[]> {
  try {
    const uris = await listFrameUris(ctx.db, sessionId, { nowMs: ctx.now(), most: MOST });
    return uris.map((uri) => addToQuery(uri, { iss: ctx.config.baseUrl, sid: sessionId }));
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('logout_frames_not_read', { error: name });
    return [];
  }
}
