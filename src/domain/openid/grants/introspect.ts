// Use cases for issued tokens: introspection (RFC 7662), revocation (RFC 7009) and identifying the
// person behind a bearer token (RFC 6750). Each makes one call to a Durable Object.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { readToken } from '../../../crypto/capability-token.ts';
import { REFRESH_TOKEN } from '../../../crypto/token-prefixes.ts';
import type { Database } from '../../../db/client.ts';
import { OAuthError } from '../../../errors.ts';
import { isUsable } from '../../accounts/account.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';
import { readAccessToken, type AccessToken } from './access-token.ts';
import type { Proof } from './dpop-proof.ts';
import { findPersonOfGrant, type Person } from './store.ts';

export interface ActiveToken {
  scope: string[];
  clientId: string;
  subject: string;
  issuedAtSeconds: number;
  expiresAtSeconds: number;
  kind: 'access_token' | 'refresh_token';
  /** Thumbprint of the key that an access token is bound to. */
  keyThumbprint?: string;
  /** `auth_time` and `acr` of the sign-in (RFC 9470 6.2). */
  authenticatedAtSeconds?: number;
  acr?: string;
}

/**
 * Reads a token for introspection. The response for an inactive token states only that it is
 * inactive, without its data or the reason (RFC 7662 2.2).
 * @returns undefined for malformed, expired, revoked or spent tokens, and for tokens of other
 *   clients (S-71)
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
    authenticatedAtSeconds: Math.floor(approval.authenticatedAtMs / 1000),
    acr: approval.acr,
  };
}

/**
 * Revokes a refresh token and its whole grant, or only an access token (RFC 7009 2.1; S-72). Does
 * nothing for an unknown token, for which the response is the same (2.2).
 * @param clientId the caller, if it identified itself: tokens of other clients are left alone
 * @throws any storage error, since a success response would be false (fosite CVE-2020-15223)
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
 * Reads an access token and finds the person who granted it, with one object call and one D1 read.
 * @param proof the DPoP proof of the request. A bound token requires a proof made with its key, and
 *   an unbound token may not be sent as a DPoP token (RFC 9449 7.1, 7.2)
 * @returns undefined when the token is not active, does not match the proof, or belongs to an
 *   account that is not active
 * @throws OAuthError invalid_dpop_proof for a proof that has been used before
 */
export async function readBearer(
  ctx: Context,
  token: string,
  proof?: Proof,
): Promise<{ person: Person; access: AccessToken } | undefined> {
  const access = await readAccessToken(ctx, token);
  if (access === undefined || access.keyThumbprint !== proof?.keyThumbprint) return undefined;
  const [active, person] = await Promise.all([
    proof === undefined ? isActive(ctx, access) : use(ctx, access, proof),
    findPersonOfGrant(databaseFor(ctx, access), access.grantId, ctx.now()),
  ]);
  if (!active || person === undefined || !isUsable(person.status)) return undefined;
  if (person.subject !== access.subject) return undefined;
  return { person, access };
}

/**
 * Returns the nearest replica if the token is older than any replication lag, so that the replica
 * already has the rows of the sign-in; otherwise the primary database (D-121).
 */
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
