// The answer to a sign-in or sign-out request that must not go back to the site: a page for people, JSON for
// programs.
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from './app-env.ts';
import { renderSignInError } from './pages/error-page.tsx';

export interface SignInError {
  /** RFC 6749's code. */
  error: string;
  /** One sentence of ours; nothing of the request is in it (S-14). */
  message: string;
}

/** Always 400: the site has to correct its link, and nothing is redirected (S-01). */
export async function answerSignInError(
  c: HonoContext<AppEnv>,
  { error, message }: SignInError,
): Promise<Response> {
  if (/\btext\/html\b/i.test(c.req.header('Accept') ?? '')) return renderSignInError(c, message);
  return c.json({ error, error_description: message }, 400);
}
