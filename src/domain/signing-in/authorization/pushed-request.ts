// Requests that a site's backend pushes before the browser arrives (RFC 9126). Each is validated as
// it would be at the authorization endpoint, and is stored in the Grant that it begins. The browser
// then arrives with only the request URI, which authorize.ts reads.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { deriveToken, readToken } from '../../../crypto/capability-token.ts';
import { PUSHED_TOKEN } from '../../../crypto/token-prefixes.ts';
import { OAuthError } from '../../../errors.ts';
import type { OAuthClient } from '../../openid/clients/oauth-client.ts';
import { isRegistered } from '../../openid/clients/registered-uri.ts';
import type { AuthorizationRequest } from '../../openid/grants/authorization-request.ts';
import type { PushedProof } from '../../openid/grants/grant-rules.ts';
import { residencyOf } from '../../terms/residency.ts';
import { shownLevels } from '../../verification/session-margin.ts';
import { addSubject, UNUSABLE_HINT } from './hinted-subject.ts';
import { parseRequest, readAuthorizationParameters } from './parse-request.ts';
import type { AuthorizationParameters } from './parse-request.ts';
import { readRequestObject } from './request-object.ts';

/** The prefix of request URIs (RFC 9126 2.2); one of the service's tokens follows it. */
const URN = 'urn:ietf:params:oauth:request_uri:';

/** A pushed request, with the data needed to respond to it. */
export interface PushedRequest {
  request: AuthorizationRequest;
  grantId: string;
  proof: PushedProof;
}

/** Whether an address is one of the service's own request URIs; any other is refused (S-08). */
export const isPushed = (requestUri: string | undefined): boolean =>
  requestUri?.startsWith(URN) === true;

/**
 * Stores a request, with one object call.
 * @param form the body as it was sent
 * @param keyThumbprint the thumbprint of the key in the call's DPoP proof
 * @returns the request URI, and its lifetime
 * @throws OAuthError with the error code that the authorization endpoint would have sent;
 *   invalid_dpop_proof when the proof's key does not match `dpop_jkt`
 */
export async function pushRequest(
  ctx: Context,
  client: OAuthClient,
  form: string,
  keyThumbprint: string | undefined,
): Promise<{ requestUri: string; expiresInSeconds: number }> {
  const request = bindTo(keyThumbprint, await readPushedForm(ctx, client, form));
  const grantId = ctx.objects.newGrantId(residencyOf(client));
  const { token, hash } = await deriveToken(await ctx.tokenKey(), PUSHED_TOKEN, grantId);
  const expiresAtMs = ctx.now() + LIFETIMES.pushedMs;
  await ctx.objects.grant(grantId)?.pushRequest(request, { secretHash: hash }, expiresAtMs);
  return { requestUri: `${URN}${token}`, expiresInSeconds: LIFETIMES.pushedMs / 1000 };
}

/**
 * Reads a request, with one object call.
 * @returns undefined when the request has already been used, has expired, or does not exist
 */
export async function readPushed(
  ctx: Pick<Context, 'objects'>,
  requestUri: string,
): Promise<PushedRequest | undefined> {
  const presented = await readToken(requestUri.slice(URN.length), PUSHED_TOKEN);
  if (presented === undefined) return undefined;
  const { objectId: grantId, hash: secretHash } = presented;
  const read = await ctx.objects.grant(grantId)?.readPushed({ secretHash });
  return read?.ok === true ? { request: read.request, grantId, proof: { secretHash } } : undefined;
}

async function readPushedForm(
  ctx: Context,
  client: OAuthClient,
  form: string,
): Promise<AuthorizationRequest> {
  const sent = readAuthorizationParameters(form);
  // RFC 9126 2.1: a pushed request must not refer to another pushed request.
  if (sent.get('request_uri') !== undefined)
    throw new OAuthError('invalid_request', 'request_uri must not be pushed.');
  const object = sent.get('request');
  const parameters = object === undefined ? sent : await readRequestObject(ctx, client, object);
  const redirectUri = readRedirectUri(parameters, client);
  const service = { levels: shownLevels(ctx), nowMs: ctx.now() };
  const parsed = parseRequest(parameters, client, redirectUri, service);
  if (!parsed.ok) throw new OAuthError(parsed.error, parsed.description);
  const request = await addSubject(ctx, parsed.request, parsed.idTokenHint);
  if (request === undefined) throw new OAuthError(UNUSABLE_HINT.error, UNUSABLE_HINT.description);
  return request;
}

function readRedirectUri(parameters: AuthorizationParameters, client: OAuthClient): string {
  if (parameters.get('client_id') !== undefined && parameters.get('client_id') !== client.id)
    throw new OAuthError('invalid_request', 'client_id is not the client that authenticated.');
  const redirectUri = parameters.get('redirect_uri');
  if (redirectUri === undefined)
    throw new OAuthError('invalid_request', 'redirect_uri is missing or was sent twice.');
  if (!isRegistered(client, redirectUri))
    throw new OAuthError('invalid_request', 'redirect_uri is not registered for this client.');
  return redirectUri;
}

/**
 * Binds the request to the key of the call's DPoP proof. RFC 9449 10.1: the proof has the same
 * effect as `dpop_jkt`; if both are present, they must identify the same key. Replaying a proof is
 * harmless: it only binds a second request to the same key.
 */
function bindTo(
  keyThumbprint: string | undefined,
  request: AuthorizationRequest,
): AuthorizationRequest {
  if (keyThumbprint === undefined) return request;
  if (request.dpopJkt !== undefined && request.dpopJkt !== keyThumbprint)
    throw new OAuthError('invalid_dpop_proof', 'dpop_jkt is not the key of the DPoP proof.');
  return { ...request, dpopJkt: keyThumbprint };
}
