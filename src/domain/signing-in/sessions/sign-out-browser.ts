// Signing a browser out while its person looks on: also in the browser, at sites that keep their state there
// (OpenID Connect Front-Channel Logout 1.0).
import type { Context } from '../../../context.ts';
import { listFrames } from '../../openid/logout/front-channel.ts';
import { endSession } from './sign-in.ts';

/** @returns the addresses that the browser is to open in frames */
export async function signOutBrowser(ctx: Context, sessionId: string): Promise<string[]> {
  const [frames] = await Promise.all([listFrames(ctx, sessionId), endSession(ctx, sessionId)]);
  return frames;
}
