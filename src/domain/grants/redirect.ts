// Addresses that take the browser back to the site, with the answer in the query. Only for requests whose
// client and redirect URI were compared with the registration (S-01).
import type { AuthorizationRequest } from './request.ts';

/** RFC 6749 4.1.2.1, OIDC Core 3.1.2.6, RFC 9101 4. */
export type RedirectError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported';

export type ReturnAddress = Pick<AuthorizationRequest, 'redirectUri' | 'state'>;

/** @param issuer the service's origin: `iss` of every redirect (RFC 9207) */
export function codeRedirect(issuer: string, to: ReturnAddress, code: string): string {
  return addToQuery(to.redirectUri, { code, ...stateOf(to), iss: issuer });
}

/** @param description plain ASCII without quotes and backslashes (RFC 6749 4.1.2.1) */
export function errorRedirect(
  issuer: string,
  to: ReturnAddress,
  error: RedirectError,
  description: string,
): string {
  const answer = { error, error_description: description, ...stateOf(to), iss: issuer };
  return addToQuery(to.redirectUri, answer);
}

/** What the site hears when the person says no (spec 7.1). */
export const denialRedirect = (issuer: string, to: ReturnAddress): string =>
  errorRedirect(issuer, to, 'access_denied', 'The person did not agree to share this.');

const stateOf = ({ state }: ReturnAddress): { state?: string } =>
  state === undefined ? {} : { state };

/** Joins texts: a URL parser would rewrite the registered address. It has no fragment (S-04). */
export function addToQuery(address: string, answer: Record<string, string>): string {
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + joint + new URLSearchParams(answer).toString();
}
