// "Sign in with Agate": plain OpenID Connect with a certified client library.
import * as oidc from 'openid-client';

export interface SignInAccount {
  /** The issuer: the origin of the service. */
  url: string;
  /** `xoc_…` */
  clientId: string;
  /** `xocs_…` */
  clientSecret: string;
}

/** State to keep in an HttpOnly cookie until the visitor comes back. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SignedIn {
  /** The stable subject identifier: the only claim that reliably identifies a person. */
  subject: string;
  /** The claims that the visitor agreed to share. */
  claims: Record<string, unknown>;
  /** The ID token, which the sign-out request sends as a hint. */
  idToken: string;
}

const SCOPE = 'openid age_verification';

/** The issuer's metadata, which rarely changes, so each isolate reads it once. */
let known: oidc.Configuration | undefined;

/**
 * Step 1: begins the sign-in.
 * @returns the URL to redirect to, and the state to keep until the callback
 */
export async function beginSignIn(
  account: SignInAccount,
  redirectUri: string,
): Promise<{ url: string; pending: PendingSignIn }> {
  const pending: PendingSignIn = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(await discover(account), {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, pending };
}

/**
 * Step 2: handles the callback.
 * @param url the complete callback URL
 * @throws oidc.AuthorizationResponseError when the visitor declined
 */
export async function finishSignIn(
  account: SignInAccount,
  url: URL,
  pending: PendingSignIn,
): Promise<SignedIn> {
  const config = await discover(account);
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.codeVerifier,
    idTokenExpected: true,
  });
  const subject = tokens.claims()?.sub ?? '';
  const claims = await oidc.fetchUserInfo(config, tokens.access_token, subject);
  return { subject, claims, idToken: tokens.id_token ?? '' };
}

/**
 * @returns the URL that the site redirects a visitor to after signing them out, so that Agate signs
 *   them out as well
 */
export async function signOutUrl(
  account: SignInAccount,
  idToken: string,
  returnTo: string,
): Promise<string> {
  const config = await discover(account);
  const url = oidc.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: returnTo,
  });
  return url.href;
}

async function discover({
  url,
  clientId,
  clientSecret,
}: SignInAccount): Promise<oidc.Configuration> {
  // Allows http only for a service on this machine, as run by `npm start`.
  const execute = new URL(url).protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  known ??= await oidc.discovery(new URL(url), clientId, clientSecret, undefined, { execute });
  return known;
}
