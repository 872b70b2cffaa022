// Use cases on tokens that were issued: introspect (RFC 7662), revoke (RFC 7009), find the bearer (RFC 6750). One
// object call each.
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { readToken } from '../../crypto/capability-token.ts';
import { isCanonicalBase64Url } from '../../crypto/encoding.ts';
import { REFRESH_TOKEN } from '../../crypto/token-prefixes.ts';
import type { Database } from '../../db/client.ts';
import { OAuthError } from '../../errors.ts';
import { isUsable } from '../accounts/account.ts';
import type { OAuthClient } from '../clients/client.ts';
import { verificationKey } from '../signing-keys/key-ring.ts';
import type { Proof } from './dpop-proof.ts';
import { ACCESS_TOKEN_TYPE } from './issue-tokens.ts';
import { findPersonOfGrant, type Person } from './store.ts';

interface AccessToken {
  /** 64 hex digits. */
  grantId: string;
  jti: string;
  subject: string;
  clientId: string;
  scope: string[];
  issuedAtSeconds: number;
  expiresAtSeconds: number;
  /** Of the key it is bound to. */
  keyThumbprint?: string;
}

export interface ActiveToken {
  scope: string[];
  clientId: string;
  subject: string;
  issuedAtSeconds: number;
  expiresAtSeconds: number;
  kind: 'access_token' | 'refresh_token';
  /** Of the key an access token is bound to. */
  keyThumbprint?: string;
}

/**
 * RFC 7662 2.2: of a token that is not active the answer is only that, without its facts or the reason.
 * @returns undefined for garbage, expired, revoked, spent and other clients' tokens alike (S-71)
 */
export async function introspectToken(
  ctx: Context,
  client: OAuthClient,
  token: string,
): Promise<ActiveToken | undefined> {
  if (token.startsWith(REFRESH_TOKEN)) return introspectRefreshToken(ctx, client, token);
  const access = await readAccessToken(ctx, token);
  if (access?.clientId !== client.id || !(await isActive(ctx, access))) return undefined;
  return { ...access, kind: 'access_token' };
}

async function introspectRefreshToken(
  ctx: Context,
  client: OAuthClient,
  token: string,
): Promise<ActiveToken | undefined> {
  const presented = await readToken(token, REFRESH_TOKEN);
  if (presented === undefined) return undefined;
  const read = await ctx.objects
    .grant(presented.objectId)
    ?.readRefreshToken(presented.hash, client.id);
  if (read?.ok !== true) return undefined;
  const { request, approval } = read.facts;
  return {
    scope: request.scope,
    clientId: request.clientId,
    subject: approval.subject,
    issuedAtSeconds: Math.floor(read.issuedAtMs / 1000),
    expiresAtSeconds: Math.floor(read.expiresAtMs / 1000),
    kind: 'refresh_token',
  };
}

/**
 * Ends a refresh token with its whole grant, or an access token alone (RFC 7009 2.1; S-72). The answer does not say
 * what was found: for an unknown token it is the same (2.2).
 * @param clientId of the caller, when it named itself: a token of another client is left alone
 * @throws whatever storage throws: an answer of "ok" would be untrue (fosite CVE-2020-15223)
 */
export async function revokeToken(
  ctx: Context,
  clientId: string | undefined,
  token: string,
): Promise<void> {
  if (token.startsWith(REFRESH_TOKEN)) {
    const presented = await readToken(token, REFRESH_TOKEN);
    if (presented === undefined) return;
    await ctx.objects.grant(presented.objectId)?.revokeRefreshToken(presented.hash, clientId);
    return;
  }
  const access = await readAccessToken(ctx, token);
  if (access === undefined || (clientId !== undefined && access.clientId !== clientId)) return;
  await ctx.objects
    .grant(access.grantId)
    ?.revokeAccessToken(access.jti, access.expiresAtSeconds * 1000);
}

/**
 * Whose access token it is, with one object call and one D1 read.
 * @param proof that came with it. RFC 9449 7.1, 7.2: a bound token is good with a proof by its key and no other way, and one that is not
 *   bound is no DPoP token
 * @returns undefined for a token that is not active
 * @throws OAuthError invalid_dpop_proof for a proof that was used before
 */
export async function readBearer(
  ctx: Context,
  token: string,
  proof?: Proof,
): Promise<{ person: Person; scope: string[] } | undefined> {
  const access = await readAccessToken(ctx, token);
  if (access === undefined || access.keyThumbprint !== proof?.keyThumbprint) return undefined;
  const [active, person] = await Promise.all([
    proof === undefined ? isActive(ctx, access) : use(ctx, access, proof),
    findPersonOfGrant(databaseFor(ctx, access), access.grantId, ctx.now()),
  ]);
  if (!active || person === undefined || !isUsable(person.status)) return undefined;
  if (person.subject !== access.subject) return undefined;
  return { person, scope: access.scope };
}

/** What was written for a sign-in is not missed: a copy answers once none can be so far behind any more (D-121). */
const databaseFor = (ctx: Context, { issuedAtSeconds }: AccessToken): Database =>
  ctx.now() - issuedAtSeconds * 1000 > 2 * LIFETIMES.replicaMs ? ctx.nearby() : ctx.db;

async function use(ctx: Context, { grantId, jti }: AccessToken, proof: Proof): Promise<boolean> {
  const used = await ctx.objects.grant(grantId)?.useAccessToken(jti, proof);
  if (used === 'proof_replayed')
    throw new OAuthError('invalid_dpop_proof', 'The DPoP proof was used before.', {
      scheme: 'DPoP',
    });
  return used === 'active';
}

async function isActive(ctx: Context, { grantId, jti }: AccessToken): Promise<boolean> {
  return (await ctx.objects.grant(grantId)?.isAccessTokenActive(jti)) === true;
}

/**
 * An access token of ours that has not expired: signature, algorithm, type, issuer and times are checked, as RFC 9068 4
 * requires of a resource server (S-60, S-61). Whether it was revoked is for the Grant to answer.
 */
async function readAccessToken(ctx: Context, token: string): Promise<AccessToken | undefined> {
  if (!isCanonical(token)) return undefined;
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => findKey(ctx, kid), {
      algorithms: ['RS256'],
      typ: ACCESS_TOKEN_TYPE,
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

async function findKey(ctx: Context, kid: string | undefined): Promise<CryptoKey> {
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
    ...readConfirmation(payload),
  };
}

function readConfirmation({ cnf }: JWTPayload): { keyThumbprint?: string } {
  const jkt = (cnf as { jkt?: unknown } | undefined)?.jkt;
  return typeof jkt === 'string' ? { keyThumbprint: jkt } : {};
}

/** One token, one text: base64url allows several spellings of the same bytes (S-62). */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && isCanonicalBase64Url(part));
}
