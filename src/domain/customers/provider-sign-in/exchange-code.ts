// Exchanges the authorization code from the callback for the identity provider's claims about a
// person. OAuth and OpenID Connect are implemented by oauth4webapi, so that this service does not
// have to maintain its own client.
import * as oauth from 'oauth4webapi';
import type { Context } from '../../../context.ts';
import { fetchFromProvider, ProviderDown } from '../identity-provider/provider-fetch.ts';
import { readSignedByProvider } from '../identity-provider/provider-keys.ts';
import { readProvider, type Provider } from '../identity-provider/provider.ts';
import { openClientSecret } from '../single-sign-on/client-secret.ts';
import { callbackPathOf } from '../single-sign-on/settings.ts';
import type { SsoSetting } from '../single-sign-on/sso-setting.ts';
import { SsoRefused, type SsoFault } from './faults.ts';
import type { BegunSignIn } from './pending.ts';

export type ProviderClaims = Readonly<Record<string, unknown>> & { sub: string };

const CLOCK_SECONDS = 30;

/**
 * @param parameters the query of the callback
 * @returns the claims of the ID token, completed from userinfo if the email address or the role
 *   claim is missing
 * @throws SsoRefused
 */
export async function exchangeCode(
  ctx: Context,
  setting: SsoSetting,
  begun: BegunSignIn,
  parameters: URLSearchParams,
): Promise<ProviderClaims> {
  try {
    const provider = await readProvider(ctx, setting.issuer);
    const client = { client_id: setting.clientId, [oauth.clockTolerance]: CLOCK_SECONDS };
    const given = oauth.validateAuthResponse(provider, client, parameters, begun.state);
    const asking = { ctx, provider, client };
    const answer = await requestTokens(asking, setting, begun, given);
    const { id_token: idToken = '', access_token: accessToken } = answer;
    const claims = oauth.getValidatedIdTokenClaims(answer);
    // The library has checked the claims but not the signature, which is checked here.
    const rules = { audience: setting.clientId, requiredClaims: ['sub', 'exp', 'iat'] };
    const signed = await readSignedByProvider(ctx, provider, idToken, rules);
    if (claims === undefined || signed === undefined) throw new SsoRefused('token_not_valid');
    const { roleClaim } = setting;
    if (typeof claims['email'] === 'string' && (roleClaim === null || roleClaim in claims))
      return claims;
    return { ...(await readUserinfo(asking, claims.sub, accessToken)), ...claims };
  } catch (error) {
    throw refusalOf(error);
  }
}

interface Asking {
  ctx: Context;
  provider: Provider;
  client: oauth.Client;
}

const optionsOf = ({ ctx }: Asking) => ({
  [oauth.allowInsecureRequests]: ctx.config.isLocal,
  [oauth.customFetch]: (
    address: string,
    {
      method,
      headers,
      body,
    }: oauth.CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>,
  ) => fetchFromProvider(ctx, address, { method, headers, body }),
});

async function requestTokens(
  asking: Asking,
  setting: SsoSetting,
  { nonce, verifier }: BegunSignIn,
  given: URLSearchParams,
): Promise<oauth.TokenEndpointResponse> {
  const { ctx, provider, client } = asking;
  const secret = await openClientSecret(ctx.config, setting.scope, setting.sealedSecret);
  const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const proof = methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
  const redirectUri = ctx.config.baseUrl + callbackPathOf(setting.scope);
  const response = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    proof,
    given,
    redirectUri,
    verifier,
    optionsOf(asking),
  );
  return oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
}

/**
 * Reads the userinfo response, which contains the email address when a provider keeps its ID tokens
 * short (OIDC Core 5.3, 5.4).
 */
async function readUserinfo(
  asking: Asking,
  subject: string,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const { provider, client } = asking;
  if (provider.userinfo_endpoint === undefined) return {};
  const response = await oauth.userInfoRequest(provider, client, accessToken, optionsOf(asking));
  return oauth.processUserInfoResponse(provider, client, subject, response);
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ProviderDown) return new SsoRefused('provider_down');
  if (error instanceof oauth.AuthorizationResponseError) return new SsoRefused('declined');
  if (
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.WWWAuthenticateChallengeError
  )
    return new SsoRefused('provider_refused');
  if (
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.UnsupportedOperationError
  )
    return new SsoRefused(faultOfCode(error.code));
  return error;
}

function faultOfCode(code: string | undefined): SsoFault {
  if (code === oauth.JWT_TIMESTAMP_CHECK) return 'token_expired';
  // The response is not a token response: its status is not the expected one, or it is not JSON.
  if (code === oauth.RESPONSE_IS_NOT_CONFORM || code === oauth.RESPONSE_IS_NOT_JSON)
    return 'provider_down';
  return 'token_not_valid';
}
