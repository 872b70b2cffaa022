// Signs a browser out, including at sites that keep their state in the browser (OpenID Connect
// Front-Channel Logout 1.0).
import type { Context } from '../../../context.ts';
import { listFrames } from '../../openid/logout/front-channel.ts';
import { endSession } from './sign-in.ts';

/** @returns the URLs that the browser should open in frames */
export async function signOutBrowser(ctx: Context, sessionId: string): Promise<string[]> {
  const [frames] = await Promise.all([listFrames(ctx, sessionId), endSession(ctx, sessionId)]);
  return frames;
}
