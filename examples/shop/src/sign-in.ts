// "Sign in with Agate": OpenID Connect by a certified client library. Nothing here is Agate's own.
import * as oidc from 'openid-client';

export interface SignInAccount {
  /** Where the service runs: its issuer. */
  url: string;
  /** `xoc_…` */
  clientId: string;
  /** `xocs_…` */
  clientSecret: string;
}

/** What has to wait in the visitor's browser until they come back, out of scripts' reach. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface SignedIn {
  /** The same at every visit; the only thing to recognise somebody by. */
  subject: string;
  /** What the visitor agreed to share. */
  claims: Record<string, unknown>;
  /** Needed once more, to sign out. */
  idToken: string;
}

const SCOPE = 'openid age_verification';

/** Metadata changes rarely: read once per isolate. */
let known: oidc.Configuration | undefined;

/** Step 1: @returns where to send the visitor, and what to keep until they are back */
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
 * Step 2: the visitor is back.
 * @param url the whole address they came back to
 * @throws oidc.AuthorizationResponseError when they said no
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

/** @returns where to send a visitor who signs out here, so that they are signed out there as well */
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
  // http is for a service on this machine, as `npm start` runs it.
  const execute = new URL(url).protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  known ??= await oidc.discovery(new URL(url), clientId, clientSecret, undefined, { execute });
  return known;
}
