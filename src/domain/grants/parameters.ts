// The parameters of a request that a browser carried: read once each, before anybody trusts one. Pure.

/** OpenID Connect Core 3.1.2.1 and 6, RFC 6749 4.1.1, RFC 7636 4.3, OAuth 2.0 Multiple Response Types 2.1. */
const AUTHORIZATION_PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'display',
  'login_hint',
  'ui_locales',
  'claims_locales',
  'id_token_hint',
  'acr_values',
  'claims',
  'request',
  'request_uri',
  'registration',
] as const;

/** OpenID Connect RP-Initiated Logout 1.0, 2. */
const LOGOUT_PARAMETERS = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

export interface Parameters<Name extends string> {
  /** The parameter's decoded text; undefined when it is absent, empty (RFC 6749 3.1) or sent twice. */
  get(name: Name): string | undefined;
  /** Known parameters that were sent more than once, which RFC 6749 3.1 forbids (S-06). */
  repeated: Name[];
}

export type AuthorizationParameters = Parameters<(typeof AUTHORIZATION_PARAMETERS)[number]>;
export type LogoutParameters = Parameters<(typeof LOGOUT_PARAMETERS)[number]>;

/** @param encoded a query without its `?`, or a form's body */
export const readAuthorizationParameters = (encoded: string): AuthorizationParameters =>
  readParameters(encoded, AUTHORIZATION_PARAMETERS);

/** @param encoded a query without its `?`, or a form's body */
export const readLogoutParameters = (encoded: string): LogoutParameters =>
  readParameters(encoded, LOGOUT_PARAMETERS);

/** Names we do not know are left alone: extensions may send them (RFC 6749 3.1). */
function readParameters<Name extends string>(
  encoded: string,
  names: readonly Name[],
): Parameters<Name> {
  const sent = new URLSearchParams(encoded);
  const repeated = names.filter((name) => sent.getAll(name).length > 1);
  return {
    get: (name) => (repeated.includes(name) ? undefined : sent.get(name) || undefined),
    repeated,
  };
}
