// Parses the parameters of the OAuth endpoints, from requests that come through a browser and from
// forms sent to the token endpoints.
import type { Context as HonoContext } from 'hono';
import { OAuthError } from '../errors.ts';
import type { AppEnv } from './app-env.ts';
import { readAccountCookie } from './auth/account-cookie.ts';

export type Form = ReadonlyMap<string, string>;

/**
 * Parameters that must not be in the request URI, because URLs are logged and stored in browser
 * histories (RFC 6749 2.3.1).
 */
const SECRETS = [
  'client_secret',
  'client_assertion',
  'code',
  'device_code',
  'refresh_token',
  'token',
  'access_token',
  'code_verifier',
];

/**
 * The maximum length of a query. Proxies truncate longer queries, so a request whose parameters are
 * longer is answered without a redirect.
 */
const MAX_QUERY_LENGTH = 8000;

/** The RFC 6749 error for a POST whose body is not a form. */
export const NO_FORM = {
  error: 'invalid_request',
  message: 'The Content-Type must be application/x-www-form-urlencoded.',
} as const;

/**
 * @returns the encoded parameters of the query, or of the form for a POST; undefined for a POST
 *   that is not a form
 */
export async function readEncodedParameters(c: HonoContext<AppEnv>): Promise<string | undefined> {
  if (c.req.method !== 'POST') return new URL(c.req.url).search.slice(1);
  const [type = ''] = (c.req.header('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return undefined;
  // The body is decoded and encoded again, because it may become part of a Location header.
  const body = new TextDecoder().decode(await c.req.arrayBuffer());
  return new URLSearchParams(body).toString();
}

/**
 * Turns a POST into a GET with the same parameters. Browsers do not send a SameSite=Lax cookie with
 * a form from another site, but they send it with the GET after a redirect, so we can then
 * recognise a signed-in person.
 * @returns the address to redirect to; undefined when no redirect is needed or possible
 */
export function retryUrlWithCookies(c: HonoContext<AppEnv>, encoded: string): string | undefined {
  if (c.req.method !== 'POST' || readAccountCookie(c) !== undefined) return undefined;
  if (encoded.length > MAX_QUERY_LENGTH) return undefined;
  return `${c.req.path}?${encoded}`;
}

/**
 * Reads the form of a token endpoint. Its content type must be application/x-www-form-urlencoded;
 * types that merely resemble it are refused (S-40).
 * @returns the parameters. RFC 6749 3.2: a parameter without a value counts as absent, and no
 *   parameter may be repeated
 * @throws OAuthError invalid_request for any other content type, a repeated parameter or secrets in
 *   the query
 */
export async function readForm(c: HonoContext): Promise<Form> {
  rejectSecretsInQuery(c);
  const [type = ''] = (c.req.header('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new OAuthError(NO_FORM.error, NO_FORM.message);
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'A parameter was sent twice.');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}

/** @throws OAuthError invalid_request */
export function rejectSecretsInQuery(c: HonoContext): void {
  const query = new URL(c.req.url).searchParams;
  if (SECRETS.some((name) => query.has(name)))
    throw new OAuthError('invalid_request', 'Secrets must not be sent in the URL.');
}

/** @throws OAuthError invalid_request when the parameter is missing */
export function requireParameter(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}
