// The site that waits behind a sign-in: who it is, what it wishes of the page, where forms may lead.
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { Asker } from './asker-head.tsx';

export interface WaitingSite {
  asker: Asker;
  /** Origins that the browser is sent to after the form: browsers hold redirects to form-action (S-22). */
  formTargets: string[];
  /** Languages it wishes for, most wanted first. */
  uiLocales: string[];
  loginHint: string | undefined;
  /** Being signed in is not enough for it: too long ago, or as somebody else. */
  asksToSignIn: boolean;
}

/** @param continueTo where the sign-in leads; sites wait behind `/consent` @returns undefined when none does */
export async function readWaitingSite(
  _c: HonoContext<AppEnv>,
  _continueTo: string | undefined,
): Promise<WaitingSite | undefined> {
  return undefined;
}
