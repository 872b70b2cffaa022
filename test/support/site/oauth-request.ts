// A valid authorization request, and the values in it.

export const ORIGIN = 'http://localhost:8787';
export const CALLBACK = 'https://rp.example/callback';
export const SIGNED_OUT = 'https://rp.example/signed-out';
/**
 * The scopes that share data. `offline_access` is left out, because it only affects how long access
 * lasts.
 */
export const ALL_SCOPES = ['openid', 'profile', 'email', 'age_verification', 'connections'];
/** The code verifier from the example in RFC 7636 appendix B. */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export type Parameters = Record<string, string | undefined>;

/**
 * Creates a valid authorization request.
 * @param changes parameters to replace; undefined removes a parameter
 */
export function requestFor(client: { id: string }, changes: Parameters = {}): URLSearchParams {
  const parameters: Parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
    scope: 'openid age_verification',
    state: 'af0ifjsldkj',
    nonce: 'n-0S6_WzA2Mj',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...changes,
  };
  return toForm(parameters);
}

/** Encodes the parameters as a form, omitting undefined ones. */
export function toForm(parameters: Parameters): URLSearchParams {
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(present);
}
