// Bodies of the token family: application/x-www-form-urlencoded and nothing that only resembles it (S-40).
import type { Context as HonoContext } from 'hono';
import { OAuthError } from '../errors.ts';

export type Form = ReadonlyMap<string, string>;

/** Parameters that must never stand in an address: addresses are logged and remembered (RFC 6749 2.3.1). */
const SECRETS = [
  'client_secret',
  'code',
  'refresh_token',
  'token',
  'access_token',
  'code_verifier',
];

/**
 * @returns the parameters; empty ones count as absent (RFC 6749 3.2)
 * @throws OAuthError invalid_request for another content type, a repeated parameter and secrets in the query
 */
export async function readForm(c: HonoContext): Promise<Form> {
  rejectSecretsInQuery(c);
  const [type = ''] = (c.req.header('Content-Type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new OAuthError(
      'invalid_request',
      'The Content-Type must be application/x-www-form-urlencoded.',
    );
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
    throw new OAuthError('invalid_request', 'Secrets must not be sent in the address.');
}

/** @throws OAuthError invalid_request when the parameter is missing */
export function requireParameter(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}
