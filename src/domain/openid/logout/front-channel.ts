// Front-channel logout: the addresses of sites that a browser which is signed out opens in frames.
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { addToQuery } from '../../terms/query.ts';
import { listFrameUris } from './store.ts';

/** A page of so many frames is still one that loads, and its policy a header of ordinary size. */
const MOST = 20;

/**
 * Front-Channel Logout 1.0, 2: with `iss` and `sid`, whether a site requires them or not, so that it ends this session and
 * no page elsewhere can end another's. Never throws: a person must be able to leave.
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
