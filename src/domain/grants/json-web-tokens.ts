// The two JWTs of a grant, signed with the ring's active key: access token (RFC 9068) and ID token (OIDC Core 2).
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { decodeBase64Url, encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { randomToken } from '../../crypto/random.ts';
import { signingKey, verificationKey } from '../signing-keys/key-ring.ts';
import type { GrantFacts } from './approval.ts';

const ACCESS_TYPE = 'at+jwt';
const ID_TYPE = 'JWT';

export interface AccessToken {
  /** 64 hex digits. */
  grantId: string;
  jti: string;
  subject: string;
  clientId: string;
  scope: string[];
  issuedAtSeconds: number;
  expiresAtSeconds: number;
}

type KeyContext = Pick<Context, 'config' | 'db' | 'now'>;

/** @returns a JWT for userinfo and introspection, an hour long; `aud` is the client (decisions 4) */
export async function signAccessToken(
  ctx: KeyContext,
  grantId: string,
  { request, approval }: GrantFacts,
): Promise<string> {
  const nowSeconds = Math.floor(ctx.now() / 1000);
  return sign(ctx, ACCESS_TYPE, {
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
 * @param accessToken what `at_hash` is about (OIDC Core 3.1.3.6)
 * @param options.first the nonce is told with the first ID token only (S-63)
 */
export async function signIdToken(
  ctx: KeyContext,
  { request, approval }: GrantFacts,
  accessToken: string,
  { first }: { first: boolean },
): Promise<string> {
  const nowSeconds = Math.floor(ctx.now() / 1000);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(accessToken));
  return sign(ctx, ID_TYPE, {
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

/**
 * Whether this is an access token of ours that has not expired: signature, type, issuer and times (S-60, S-61).
 * Whether it was revoked is the Grant's to say.
 */
export async function readAccessToken(
  ctx: KeyContext,
  token: string,
): Promise<AccessToken | undefined> {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => findKey(ctx, kid), {
      algorithms: ['RS256'],
      typ: ACCESS_TYPE,
      issuer: ctx.config.baseUrl,
      requiredClaims: ['sub', 'aud', 'client_id', 'jti', 'iat', 'exp', 'grant_id', 'scope'],
      currentDate: new Date(ctx.now()),
    });
    return toAccessToken(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

async function findKey(ctx: KeyContext, kid: string | undefined): Promise<CryptoKey> {
  const key = kid === undefined ? undefined : await verificationKey(ctx, 'oidc', kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

function toAccessToken(payload: JWTPayload): AccessToken | undefined {
  const { sub, aud, jti, iat, exp, client_id, grant_id, scope } = payload;
  const texts = [sub, aud, jti, client_id, grant_id, scope];
  if (!texts.every((text) => typeof text === 'string') || aud !== client_id) return undefined;
  return {
    grantId: grant_id as string,
    jti: jti as string,
    subject: sub as string,
    clientId: client_id as string,
    scope: (scope as string).split(' '),
    issuedAtSeconds: iat ?? 0,
    expiresAtSeconds: exp ?? 0,
  };
}

async function sign(ctx: KeyContext, typ: string, payload: JWTPayload): Promise<string> {
  const { kid, key } = await signingKey(ctx, 'oidc');
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(key);
}

/** One token, one text: base64url allows several spellings of the same bytes (S-62). */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => {
      if (!/^[\w-]+$/.test(part) || part.length % 4 === 1) return false;
      return encodeBase64Url(decodeBase64Url(part)) === part;
    })
  );
}
