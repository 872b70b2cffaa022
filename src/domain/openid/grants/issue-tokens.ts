// Use cases for the token endpoint: exchange a code or a refresh token for an access token (RFC
// 9068), an ID token (OIDC Core 2) and the next refresh token. Each makes one call to a Durable
// Object. introspect.ts reads issued tokens.
import { SignJWT, type JWTPayload } from 'jose';
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import {
  deriveToken,
  deriveTokens,
  readToken,
  type HashedToken,
} from '../../../crypto/capability-token.ts';
import { encodeBase64Url, encodeUtf8 } from '../../../crypto/encoding.ts';
import { randomToken } from '../../../crypto/random.ts';
import { CODE_TOKEN, DEVICE_TOKEN, REFRESH_TOKEN } from '../../../crypto/token-prefixes.ts';
import { OAuthError, type OAuthErrorCode } from '../../../errors.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';
import { signingKey } from '../../platform/signing-keys/key-ring.ts';
import { tokenRing, type Algorithm } from '../../platform/signing-keys/ring.ts';
import type { Proof } from './dpop-proof.ts';
import type { Exchanged, GrantFacts } from './grant-rules.ts';
import { readSharedClaims, type SharedClaims } from './id-token-claims.ts';

export interface TokenSet {
  accessToken: string;
  /** `DPoP`: the token is bound to the key of the request's proof. */
  tokenType: 'Bearer' | 'DPoP';
  refreshToken: string;
  idToken: string;
  expiresInSeconds: number;
  scope: string[];
}

interface PresentedCode {
  code: string;
  redirectUri: string;
  codeVerifier?: string | undefined;
  proof?: Proof | undefined;
}

/**
 * The JOSE `typ` values, which prevent access tokens from being accepted as ID tokens, and vice
 * versa (RFC 9068 2.1, RFC 8725 3.11).
 */
export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const ID_TOKEN_TYPE = 'JWT';

type KeyContext = Pick<Context, 'config' | 'db' | 'now'>;

/**
 * Redeems an authorization code.
 * @returns undefined for every code that this client cannot redeem with this redirect URI and
 *   verifier because it has been used, has expired, is unknown, or belongs to another client or
 *   key; the caller always responds with invalid_grant (RFC 6749 5.2)
 * @throws OAuthError invalid_dpop_proof as in bindingOf, and for a proof that has been used before
 */
export async function redeemCode(
  ctx: Context,
  client: OAuthClient,
  { code, redirectUri, codeVerifier, proof }: PresentedCode,
): Promise<TokenSet | undefined> {
  const binding = bindingOf(client, proof);
  const presented = await readToken(code, CODE_TOKEN);
  if (presented === undefined) return undefined;
  const { objectId: grantId } = presented;
  const refresh = await deriveToken(await ctx.tokenKey(), REFRESH_TOKEN, grantId);
  const challenge = codeVerifier === undefined ? undefined : await challengeOf(codeVerifier);
  const shared = await readBeforeUse(ctx, client, grantId);
  if (shared === undefined) return undefined;
  const redemption = {
    codeHash: presented.hash,
    clientId: client.id,
    redirectUri,
    ...(challenge !== undefined && { codeChallenge: challenge }),
    refreshHash: refresh.hash,
    ...binding,
    bindsRefresh: client.isPublic === true,
  };
  const exchanged = await ctx.objects.grant(grantId)?.redeemCode(redemption, proof);
  rejectUsedProof(exchanged);
  if (exchanged?.ok !== true) return undefined;
  const options = { first: true, shared, algorithms: algorithmsOf(client), ...binding };
  return issueTokens(ctx, grantId, exchanged.facts, refresh, options);
}

/**
 * Like redeemCode, for a device that polls (RFC 8628 3.4).
 * @throws OAuthError authorization_pending, slow_down, access_denied, expired_token (3.5), and the
 * errors of redeemCode
 */
export async function redeemDeviceCode(
  ctx: Context,
  client: OAuthClient,
  deviceCode: string,
  proof: Proof | undefined,
): Promise<TokenSet | undefined> {
  const binding = bindingOf(client, proof);
  const presented = await readToken(deviceCode, DEVICE_TOKEN);
  if (presented === undefined) return undefined;
  const { objectId: grantId, hash: secretHash } = presented;
  const refresh = await deriveToken(await ctx.tokenKey(), REFRESH_TOKEN, grantId);
  await requireKeys(ctx, client);
  const redemption = {
    secretHash,
    clientId: client.id,
    refreshHash: refresh.hash,
    ...binding,
    bindsRefresh: client.isPublic === true,
  };
  const exchanged = await ctx.objects.grant(grantId)?.redeemDevice(redemption, proof);
  rejectUsedProof(exchanged);
  if (exchanged?.ok !== true) {
    const waiting = WAITING.get(exchanged?.reason ?? '');
    if (waiting !== undefined) throw new OAuthError(...waiting);
    return undefined;
  }
  // The grant has no row until the person has answered, so the claims are read only after the code
  // has been redeemed.
  const shared = await readSharedClaims(ctx, client, grantId);
  const options = { first: true, algorithms: algorithmsOf(client), ...binding };
  return shared && issueTokens(ctx, grantId, exchanged.facts, refresh, { ...options, shared });
}

const WAITING = new Map<string, [OAuthErrorCode, string]>([
  ['pending', ['authorization_pending', 'The person has not answered yet.']],
  ['slow_down', ['slow_down', 'Poll less often: wait five seconds longer from now on.']],
  ['denied', ['access_denied', 'The person did not agree to share this.']],
  ['expired', ['expired_token', 'The device code has expired.']],
]);

/**
 * Returns the thumbprint of the key that tokens are bound to (RFC 9449 5.2), if there is one.
 * @throws OAuthError invalid_dpop_proof for a client that may only receive bound tokens and sent no
 *   proof
 */
function bindingOf(client: OAuthClient, proof: Proof | undefined): { keyThumbprint?: string } {
  if (proof !== undefined) return { keyThumbprint: proof.keyThumbprint };
  if (client.needsProof === true)
    throw new OAuthError('invalid_dpop_proof', 'This client must send a DPoP proof.');
  return {};
}

function rejectUsedProof(exchanged: Exchanged | undefined): void {
  if (exchanged?.ok === false && exchanged.reason === 'proof_replayed')
    throw new OAuthError('invalid_dpop_proof', 'The DPoP proof was used before.');
}

/** Returns the code challenge for a verifier (RFC 7636 4.6). */
const challengeOf = async (codeVerifier: string): Promise<string> =>
  encodeBase64Url(await crypto.subtle.digest('SHA-256', encodeUtf8(codeVerifier)));

/**
 * Rotates a refresh token with one object call, and without D1 except for readSharedClaims. The
 * account need not be read, since everything that makes an account unusable also ends its grants,
 * including their objects (S-27, D-117). The successor is derived from the presented token, so a
 * retry returns the same successor.
 * @returns undefined in the same cases as redeemCode
 */
export async function rotateRefreshToken(
  ctx: Context,
  client: OAuthClient,
  refreshToken: string,
  proof?: Proof,
): Promise<TokenSet | undefined> {
  const binding = bindingOf(client, proof);
  const presented = await readToken(refreshToken, REFRESH_TOKEN);
  if (presented === undefined) return undefined;
  const { objectId: grantId, secret } = presented;
  const seed = `${REFRESH_TOKEN}${secret}:`;
  const successors = await deriveTokens(await ctx.tokenKeys(), REFRESH_TOKEN, grantId, seed);
  const shared = await readBeforeUse(ctx, client, grantId);
  if (shared === undefined) return undefined;
  // FAPI 2.0 5.3.2.1: the refresh token is not rotated, since a thief would also need the client's
  // credentials and the key for its proofs.
  const stays = client.profile === 'fapi2';
  const rotation = {
    presentedHash: presented.hash,
    nextHash: stays ? presented.hash : successors[0].hash,
    clientId: client.id,
    ...binding,
  };
  const exchanged = await ctx.objects.grant(grantId)?.rotateRefreshToken(rotation, proof);
  rejectUsedProof(exchanged);
  if (exchanged?.ok !== true) return undefined;
  // A retry returns the successor that was issued the first time, even if TOKEN_KEY has been
  // replaced since.
  const same = { token: refreshToken, hash: presented.hash };
  const next = [same, ...successors].find(({ hash }) => hash === exchanged.refreshHash);
  const options = { first: false, shared, algorithms: algorithmsOf(client), ...binding };
  return next && issueTokens(ctx, grantId, exchanged.facts, next, options);
}

/**
 * Reads everything needed to issue tokens, before a code or token is consumed: the signing keys and
 * the claims for the client's ID tokens.
 */
async function readBeforeUse(
  ctx: KeyContext,
  client: OAuthClient,
  grantId: string,
): Promise<SharedClaims | undefined> {
  const [shared] = await Promise.all([
    readSharedClaims(ctx, client, grantId),
    requireKeys(ctx, client),
  ]);
  return shared;
}

async function requireKeys(ctx: KeyContext, client: OAuthClient): Promise<void> {
  const { id, access } = algorithmsOf(client);
  await Promise.all([signingKey(ctx, tokenRing(id)), signingKey(ctx, tokenRing(access))]);
}

interface Algorithms {
  id: Algorithm;
  access: Algorithm;
}

interface IssueOptions {
  first: boolean;
  algorithms: Algorithms;
  shared?: SharedClaims;
  keyThumbprint?: string;
}

async function issueTokens(
  ctx: Context,
  grantId: string,
  facts: GrantFacts,
  refresh: HashedToken,
  options: IssueOptions,
): Promise<TokenSet> {
  const { keyThumbprint, algorithms } = options;
  const accessToken = await signAccessToken(ctx, grantId, facts, {
    alg: algorithms.access,
    ...(keyThumbprint !== undefined && { keyThumbprint }),
  });
  return {
    accessToken,
    tokenType: keyThumbprint === undefined ? 'Bearer' : 'DPoP',
    refreshToken: refresh.token,
    idToken: await signIdToken(ctx, facts, accessToken, options),
    expiresInSeconds: LIFETIMES.accessTokenMs / 1000,
    scope: facts.request.scope,
  };
}

/**
 * Signs an access token.
 * @param how.keyThumbprint thumbprint of the key that the token is bound to (RFC 9449 6.1)
 * @returns a JWT for userinfo and introspection, valid for an hour; `aud` is the client (D-30)
 */
export async function signAccessToken(
  ctx: KeyContext,
  grantId: string,
  { request, approval }: GrantFacts,
  { alg = 'RS256', keyThumbprint }: { alg?: Algorithm; keyThumbprint?: string } = {},
): Promise<string> {
  const nowSeconds = Math.floor(ctx.now() / 1000);
  return sign(
    ctx,
    { typ: ACCESS_TOKEN_TYPE, alg },
    {
      iss: ctx.config.baseUrl,
      sub: approval.subject,
      aud: request.clientId,
      client_id: request.clientId,
      scope: request.scope.join(' '),
      grant_id: grantId,
      jti: randomToken(16),
      iat: nowSeconds,
      exp: nowSeconds + LIFETIMES.accessTokenMs / 1000,
      auth_time: Math.floor(approval.authenticatedAtMs / 1000),
      acr: approval.acr,
      ...(keyThumbprint !== undefined && { cnf: { jkt: keyThumbprint } }),
    },
  );
}

/**
 * Signs an ID token.
 * @param accessToken the access token whose hash becomes `at_hash`: the left half of its SHA-256
 *   (OIDC Core 3.1.3.6)
 * @param options.first whether this is the grant's first ID token, which alone carries the nonce
 *   (OIDC Core 12.2; S-63)
 * @param options.shared the claims of userinfo responses, for clients with the setting
 *   `idTokenClaims`
 */
export async function signIdToken(
  ctx: KeyContext,
  { request, approval }: GrantFacts,
  accessToken: string,
  {
    first,
    shared,
    algorithms,
  }: Pick<IssueOptions, 'first' | 'shared'> & { algorithms?: Algorithms },
): Promise<string> {
  const nowSeconds = Math.floor(ctx.now() / 1000);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(accessToken));
  return sign(
    ctx,
    { typ: ID_TOKEN_TYPE, alg: algorithms?.id ?? 'RS256' },
    {
      ...shared?.(request.scope),
      iss: ctx.config.baseUrl,
      sub: approval.subject,
      aud: request.clientId,
      iat: nowSeconds,
      exp: nowSeconds + LIFETIMES.idTokenMs / 1000,
      auth_time: Math.floor(approval.authenticatedAtMs / 1000),
      ...(first && request.nonce !== undefined && { nonce: request.nonce }),
      at_hash: encodeBase64Url(digest.slice(0, 16)),
      sid: approval.sessionId,
      amr: approval.amr,
      acr: approval.acr,
    },
  );
}

async function sign(
  ctx: KeyContext,
  { typ, alg }: { typ: string; alg: Algorithm },
  payload: JWTPayload,
): Promise<string> {
  const { kid, key } = await signingKey(ctx, tokenRing(alg));
  return new SignJWT(payload).setProtectedHeader({ alg, typ, kid }).sign(key);
}

/**
 * Returns the algorithms for signing a client's tokens. FAPI 2.0 5.4 applies to both access tokens
 * and ID tokens. Without that profile, `idTokenAlg` affects only ID tokens, because clients do not
 * read their access tokens.
 */
const algorithmsOf = ({ idTokenAlg = 'RS256', profile }: OAuthClient): Algorithms => ({
  id: idTokenAlg,
  access: profile === 'fapi2' ? 'ES256' : 'RS256',
});
