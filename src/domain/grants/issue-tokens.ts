// Use cases of the token endpoint: a code or a refresh token becomes access token (RFC 9068), ID token (OIDC Core 2)
// and the next refresh token. One object call each. Reading tokens that exist is introspect.ts.
import { SignJWT, type JWTPayload } from 'jose';
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { deriveToken, readToken, type HashedToken } from '../../crypto/capability-token.ts';
import { encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { randomToken } from '../../crypto/random.ts';
import { CODE_TOKEN, REFRESH_TOKEN } from '../../crypto/token-prefixes.ts';
import type { OAuthClient } from '../clients/client.ts';
import { signingKey } from '../signing-keys/key-ring.ts';
import type { GrantFacts } from './grant-rules.ts';
import { findGrantAccount } from './store.ts';

export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  idToken: string;
  expiresInSeconds: number;
  scope: string[];
}

interface PresentedCode {
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/** JOSE types: neither token passes for the other (RFC 9068 2.1, RFC 8725 3.11). */
export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const ID_TOKEN_TYPE = 'JWT';

type KeyContext = Pick<Context, 'config' | 'db' | 'now'>;

/**
 * @returns undefined for every code that cannot be redeemed by this client with this address and verifier: used,
 *   late, unknown, foreign; the caller answers invalid_grant for all (RFC 6749 5.2)
 */
export async function redeemCode(
  ctx: Context,
  client: OAuthClient,
  { code, redirectUri, codeVerifier }: PresentedCode,
): Promise<TokenSet | undefined> {
  const presented = await readToken(code, CODE_TOKEN);
  if (presented === undefined) return undefined;
  const { objectId: grantId } = presented;
  const refresh = await deriveToken(await ctx.tokenKey(), REFRESH_TOKEN, grantId);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(codeVerifier));
  const exchanged = await ctx.objects.grant(grantId)?.redeemCode({
    codeHash: presented.hash,
    clientId: client.id,
    redirectUri,
    codeChallenge: encodeBase64Url(digest),
    refreshHash: refresh.hash,
  });
  if (exchanged?.ok !== true) return undefined;
  return issueTokens(ctx, grantId, exchanged.facts, refresh, { first: true });
}

/**
 * At most one D1 read beside the object call. The successor is derived from the presented token, so a retry gets the
 * same one. @returns undefined as redeemCode; also while the account is not active (S-27)
 */
export async function rotateRefreshToken(
  ctx: Context,
  client: OAuthClient,
  refreshToken: string,
): Promise<TokenSet | undefined> {
  const presented = await readToken(refreshToken, REFRESH_TOKEN);
  if (presented === undefined) return undefined;
  const { objectId: grantId, secret } = presented;
  const [status, next] = await Promise.all([
    findGrantAccount(ctx.db, grantId, ctx.now()),
    deriveToken(await ctx.tokenKey(), REFRESH_TOKEN, grantId, `${REFRESH_TOKEN}${secret}:`),
  ]);
  if (status !== 'active') return undefined;
  const exchanged = await ctx.objects.grant(grantId)?.rotateRefreshToken({
    presentedHash: presented.hash,
    nextHash: next.hash,
    clientId: client.id,
  });
  if (exchanged?.ok !== true) return undefined;
  return issueTokens(ctx, grantId, exchanged.facts, next, { first: false });
}

async function issueTokens(
  ctx: Context,
  grantId: string,
  facts: GrantFacts,
  refresh: HashedToken,
  options: { first: boolean },
): Promise<TokenSet> {
  const accessToken = await signAccessToken(ctx, grantId, facts);
  return {
    accessToken,
    refreshToken: refresh.token,
    idToken: await signIdToken(ctx, facts, accessToken, options),
    expiresInSeconds: LIFETIMES.accessTokenMs / 1000,
    scope: facts.request.scope,
  };
}

/** @returns a JWT for userinfo and introspection, an hour long; `aud` is the client (D-30) */
export async function signAccessToken(
  ctx: KeyContext,
  grantId: string,
  { request, approval }: GrantFacts,
): Promise<string> {
  const nowSeconds = Math.floor(ctx.now() / 1000);
  return sign(ctx, ACCESS_TOKEN_TYPE, {
    iss: ctx.config.baseUrl,
    sub: approval.subject,
    aud: request.clientId,
    client_id: request.clientId,
    scope: request.scope.join(' '),
    grant_id: grantId,
    jti: randomToken(16),
    iat: nowSeconds,
    exp: nowSeconds + LIFETIMES.accessTokenMs / 1000,
  });
}

/**
 * @param accessToken what `at_hash` covers: the left half of its SHA-256 (OIDC Core 3.1.3.6)
 * @param options.first the nonce is in the first ID token only (OIDC Core 12.2; S-63)
 */
export async function signIdToken(
  ctx: KeyContext,
  { request, approval }: GrantFacts,
  accessToken: string,
  { first }: { first: boolean },
): Promise<string> {
  const nowSeconds = Math.floor(ctx.now() / 1000);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(accessToken));
  return sign(ctx, ID_TOKEN_TYPE, {
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
  });
}

async function sign(ctx: KeyContext, typ: string, payload: JWTPayload): Promise<string> {
  const { kid, key } = await signingKey(ctx, 'oidc');
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(key);
}
