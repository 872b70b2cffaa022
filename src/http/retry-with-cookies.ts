// For requests other sites send here as forms. A cookie that is Lax does not come with a form from elsewhere,
// but it does with the GET a redirect turns it into: so that the person is found signed in there.
import type { Context as HonoContext } from 'hono';
import { AppError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { readAccountCookie } from './auth/account-cookie.ts';

/** Longer queries are cut by proxies; such a request goes on as it came. */
const MAX_QUERY_LENGTH = 8000;

/**
 * @returns the parameters as they were encoded: of the query, or of the form for a POST
 * @throws AppError INVALID_REQUEST for a POST that is no form
 */
export async function readEncodedParameters(c: HonoContext<AppEnv>): Promise<string> {
  if (c.req.method !== 'POST') return new URL(c.req.url).search.slice(1);
  const [type = ''] = (c.req.header('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new AppError(
      'INVALID_REQUEST',
      'The Content-Type must be application/x-www-form-urlencoded.',
    );
  // Written anew: what stands here goes into a header.
  const body = new TextDecoder().decode(await c.req.arrayBuffer());
  return new URLSearchParams(body).toString();
}

/** @returns where to ask again, when a form came without the cookie of a signed-in person */
export function retryUrlWithCookies(c: HonoContext<AppEnv>, encoded: string): string | undefined {
  if (c.req.method !== 'POST' || readAccountCookie(c) !== undefined) return undefined;
  if (encoded.length > MAX_QUERY_LENGTH) return undefined;
  return `${c.req.path}?${encoded}`;
}
