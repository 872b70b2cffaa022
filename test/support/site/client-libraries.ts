// Two certified third-party client libraries behind one interface, with every check they offer
// enabled.
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';

/** A registered client and its redirect URIs after sign-in and sign-out. */
interface Site {
  id: string;
  secret: string;
  callback: string;
  signedOut: string;
}

interface Tokens {
  subject: string;
  authenticatedAt: number;
  /** The ID token's `sid` claim. */
  session: unknown;
  access: string;
  refresh: string;
  id: string;
}

interface StartedSignIn {
  url: URL;
  /** @throws AuthorizationResponseError with the `error` that the service returned */
  finish: (back: URL) => Promise<Tokens>;
}

interface RelyingParty {
  begin: (extra?: Record<string, string>) => Promise<StartedSignIn>;
  readUserinfo: (tokens: Tokens) => Promise<Record<string, unknown>>;
  refresh: (tokens: Tokens) => Promise<Tokens>;
  isActive: (token: string) => Promise<boolean>;
  revoke: (token: string) => Promise<void>;
  logoutUrl: (tokens: Tokens) => URL;
}

/** @param send replaces `fetch` if the service is reached without a network */
export type Connect = (
  service: string,
  site: Site,
  send?: (url: string, init: object) => Promise<Response>,
) => Promise<RelyingParty>;

const SCOPE = 'openid profile age_verification';

/**
 * Returns the request's `max_age`, against which the library must check `auth_time` in the ID
 * token.
 */
const maxAgeOf = (extra: Record<string, string>): { maxAge?: number } =>
  extra['max_age'] === undefined ? {} : { maxAge: Number(extra['max_age']) };

function tokensOf(answer: oauth.TokenEndpointResponse, claims: oauth.IDToken | undefined): Tokens {
  return {
    subject: claims?.sub ?? '',
    authenticatedAt: claims?.auth_time ?? 0,
    session: claims?.['sid'],
    access: answer.access_token,
    refresh: answer.refresh_token ?? '',
    id: answer.id_token ?? '',
  };
}

/** Wraps openid-client, which authenticates with client_secret_post here. */
export const useOpenidClient: Connect = async (service, site, send) => {
  const config = await oidc.discovery(new URL(service), site.id, site.secret, undefined, {
    execute: [oidc.allowInsecureRequests],
    ...(send && { [oidc.customFetch]: send }),
  });
  const toTokens = (
    answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  ): Tokens => tokensOf(answer, answer.claims());
  return {
    begin: async (extra = {}) => {
      const checks = {
        expectedState: oidc.randomState(),
        expectedNonce: oidc.randomNonce(),
        pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: site.callback,
        scope: SCOPE,
        state: checks.expectedState,
        nonce: checks.expectedNonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...extra,
      });
      const all = { ...checks, idTokenExpected: true, ...maxAgeOf(extra) };
      const finish = async (back: URL) =>
        toTokens(await oidc.authorizationCodeGrant(config, back, all));
      return { url, finish };
    },
    readUserinfo: ({ access, subject }) => oidc.fetchUserInfo(config, access, subject),
    refresh: async ({ refresh }) => toTokens(await oidc.refreshTokenGrant(config, refresh)),
    isActive: async (token) => (await oidc.tokenIntrospection(config, token)).active,
    revoke: (token) => oidc.tokenRevocation(config, token),
    logoutUrl: ({ id }) =>
      oidc.buildEndSessionUrl(config, {
        id_token_hint: id,
        post_logout_redirect_uri: site.signedOut,
        state: 'bye',
      }),
  };
};

/**
 * Wraps oauth4webapi, which authenticates with client_secret_basic here. The signatures of ID
 * tokens are checked in addition to their claims.
 */
export const useOauth4webapi: Connect = async (service, site, send) => {
  const options = {
    [oauth.allowInsecureRequests]: true,
    ...(send && { [oauth.customFetch]: send }),
  };
  const issuer = new URL(service);
  const discovered = await oauth.discoveryRequest(issuer, options);
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const client: oauth.Client = { client_id: site.id, require_auth_time: true };
  const caller = [server, client, oauth.ClientSecretBasic(site.secret)] as const;
  const toTokens = async (
    response: Response,
    answer: oauth.TokenEndpointResponse,
  ): Promise<Tokens> => {
    await oauth.validateApplicationLevelSignature(server, response, options);
    return tokensOf(answer, oauth.getValidatedIdTokenClaims(answer));
  };
  return {
    begin: (extra = {}) => beginByHand({ caller, options, site, toTokens }, extra),
    readUserinfo: async ({ access, subject }) =>
      oauth.processUserInfoResponse(
        server,
        client,
        subject,
        await oauth.userInfoRequest(server, client, access, options),
      ),
    refresh: async ({ refresh }) => {
      const response = await oauth.refreshTokenGrantRequest(...caller, refresh, options);
      return toTokens(response, await oauth.processRefreshTokenResponse(server, client, response));
    },
    isActive: async (token) => {
      const response = await oauth.introspectionRequest(...caller, token, options);
      return (await oauth.processIntrospectionResponse(server, client, response)).active;
    },
    revoke: async (token) =>
      oauth.processRevocationResponse(await oauth.revocationRequest(...caller, token, options)),
    logoutUrl: ({ id }) => {
      const url = new URL(server.end_session_endpoint ?? '');
      url.search = new URLSearchParams({
        id_token_hint: id,
        post_logout_redirect_uri: site.signedOut,
        state: 'bye',
      }).toString();
      return url;
    },
  };
};

interface ByHand {
  caller: readonly [oauth.AuthorizationServer, oauth.Client, oauth.ClientAuth];
  options: oauth.TokenEndpointRequestOptions;
  site: Site;
  toTokens: (response: Response, answer: oauth.TokenEndpointResponse) => Promise<Tokens>;
}

async function beginByHand(
  { caller, options, site, toTokens }: ByHand,
  extra: Record<string, string>,
): Promise<StartedSignIn> {
  const [server, client] = caller;
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, expectedNonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: site.id,
    redirect_uri: site.callback,
    response_type: 'code',
    scope: SCOPE,
    state,
    nonce: expectedNonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  }).toString();
  const finish = async (back: URL): Promise<Tokens> => {
    const answer = oauth.validateAuthResponse(server, client, back, state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...caller,
      answer,
      site.callback,
      verifier,
      options,
    );
    const checks = { expectedNonce, requireIdToken: true, ...maxAgeOf(extra) };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks);
    return toTokens(response, tokens);
  };
  return { url, finish };
}
