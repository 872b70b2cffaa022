// Use cases on tokens that exist: introspect (RFC 7662), revoke (RFC 7009), who the bearer is. One object call each.
import type { Context } from '../../context.ts';
import { REFRESH_TOKEN } from '../../crypto/token-prefixes.ts';
import type { OAuthClient } from '../clients/client.ts';
import { GRANT_LIFETIMES } from './exchange.ts';
import { readGrantToken } from './grant-tokens.ts';
import { readAccessToken, type AccessToken } from './json-web-tokens.ts';
import { findPersonOfGrant, type Person } from './store.ts';

export interface ActiveToken {
  scope: string[];
  clientId: string;
  subject: string;
  issuedAtSeconds: number;
  expiresAtSeconds: number;
  kind: 'access_token' | 'refresh_token';
}

/** @returns undefined for garbage, expired, revoked, spent and other clients' tokens alike (S-71) */
export async function introspectToken(
  ctx: Context,
  client: OAuthClient,
  token: string,
): Promise<ActiveToken | undefined> {
  if (token.startsWith(REFRESH_TOKEN)) return introspectRefreshToken(ctx, client, token);
  const access = await readAccessToken(ctx, token);
  if (access?.clientId !== client.id || !(await isLive(ctx, access))) return undefined;
  return { ...access, kind: 'access_token' };
}

async function introspectRefreshToken(
  ctx: Context,
  client: OAuthClient,
  token: string,
): Promise<ActiveToken | undefined> {
  const presented = await readGrantToken(token, REFRESH_TOKEN);
  if (presented === undefined) return undefined;
  const read = await ctx.objects
    .grant(presented.grantId)
    ?.readRefreshToken(presented.hash, client.id, GRANT_LIFETIMES);
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
 * Ends a refresh token with its family, or an access token alone (S-72). Says nothing about what it found.
 * @param clientId who says to revoke it, when that was said: a token of another client is left alone
 * @throws whatever storage throws: an answer of "ok" would be untrue (fosite CVE-2020-15223)
 */
export async function revokeToken(
  ctx: Context,
  clientId: string | undefined,
  token: string,
): Promise<void> {
  if (token.startsWith(REFRESH_TOKEN)) {
    const presented = await readGrantToken(token, REFRESH_TOKEN);
    if (presented === undefined) return;
    await ctx.objects
      .grant(presented.grantId)
      ?.revokeByRefreshToken(presented.hash, clientId, GRANT_LIFETIMES);
    return;
  }
  const access = await readAccessToken(ctx, token);
  if (access === undefined || (clientId !== undefined && access.clientId !== clientId)) return;
  await ctx.objects
    .grant(access.grantId)
    ?.revokeAccessToken(access.jti, access.expiresAtSeconds * 1000);
}

/** Who a bearer may hear about, with one object call and one D1 read. @returns undefined for a token that does not count */
export async function readBearer(
  ctx: Context,
  token: string,
): Promise<{ person: Person; scope: string[] } | undefined> {
  const access = await readAccessToken(ctx, token);
  if (access === undefined) return undefined;
  const [live, person] = await Promise.all([
    isLive(ctx, access),
    findPersonOfGrant(ctx.db, access.grantId, ctx.now()),
  ]);
  if (!live || person?.status !== 'active' || person.subject !== access.subject) return undefined;
  return { person, scope: access.scope };
}

async function isLive(ctx: Context, { grantId, jti }: AccessToken): Promise<boolean> {
  return (await ctx.objects.grant(grantId)?.isLive(jti)) === true;
}
