// The response to a sign-in or sign-out request that must not be redirected to the site: a page for
// browsers, JSON for other clients.
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from './app-env.ts';
import { renderSignInError } from './pages/error-page.tsx';
import { wantsPage } from './wants-page.ts';

interface SignInError {
  /** An RFC 6749 error code. */
  error: string;
  /** A fixed sentence without any part of the request (S-14). */
  message: string;
}

/**
 * Responds with 400 and never with a redirect, because the site that created the link has to
 * correct the request (S-01).
 */
export async function answerSignInError(
  c: HonoContext<AppEnv>,
  { error, message }: SignInError,
): Promise<Response> {
  if (wantsPage(c)) return renderSignInError(c, message);
  return c.json({ error, error_description: message }, 400);
}
