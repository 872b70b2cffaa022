// Use cases of the token endpoint: a code becomes tokens, a refresh token becomes the next. One object call each.
import { LIFETIMES } from '../../config.ts';
import type { Context } from '../../context.ts';
import { encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { CODE_TOKEN, REFRESH_TOKEN } from '../../crypto/token-prefixes.ts';
import type { GrantLifetimes } from '../../objects/grant.ts';
import type { OAuthClient } from '../clients/client.ts';
import type { GrantFacts } from './approval.ts';
import { readGrantToken, tellGrantToken, tellSuccessor, type GrantToken } from './grant-tokens.ts';
import { signAccessToken, signIdToken } from './json-web-tokens.ts';
import { findGrantAccount } from './store.ts';

export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  idToken: string;
  expiresInSeconds: number;
  scope: string[];
}

/** Handed to the object with every call: it knows no configuration. */
export const GRANT_LIFETIMES: GrantLifetimes = {
  refreshIdleMs: LIFETIMES.refreshIdleMs,
  refreshAbsoluteMs: LIFETIMES.refreshAbsoluteMs,
  refreshGraceMs: LIFETIMES.refreshGraceMs,
  accessTokenMs: LIFETIMES.accessTokenMs,
};

export interface CodeExchange {
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/**
 * @returns undefined for every code that cannot be redeemed by this client with this address and verifier: used,
 *   late, unknown, foreign; the caller answers invalid_grant for all (RFC 6749 5.2)
 */
export async function exchangeCode(
  ctx: Context,
  client: OAuthClient,
  { code, redirectUri, codeVerifier }: CodeExchange,
): Promise<TokenSet | undefined> {
  const presented = await readGrantToken(code, CODE_TOKEN);
  if (presented === undefined) return undefined;
  const refresh = await tellGrantToken(ctx, REFRESH_TOKEN, presented.grantId);
  const digest = await crypto.subtle.digest('SHA-256', encodeUtf8(codeVerifier));
  const exchanged = await ctx.objects.grant(presented.grantId)?.exchange(
    {
      codeHash: presented.hash,
      clientId: client.id,
      redirectUri,
      codeChallenge: encodeBase64Url(digest),
      refreshHash: refresh.hash,
    },
    GRANT_LIFETIMES,
  );
  if (exchanged?.ok !== true) return undefined;
  return makeTokens(ctx, presented.grantId, exchanged.facts, refresh, { first: true });
}

/** At most one D1 read beside the object call. @returns undefined as exchangeCode; also while the account is not active (S-27) */
export async function refreshTokens(
  ctx: Context,
  client: OAuthClient,
  refreshToken: string,
): Promise<TokenSet | undefined> {
  const presented = await readGrantToken(refreshToken, REFRESH_TOKEN);
  if (presented === undefined) return undefined;
  const { grantId } = presented;
  const [status, next] = await Promise.all([
    findGrantAccount(ctx.db, grantId, ctx.now()),
    tellSuccessor(ctx, grantId, presented.secret),
  ]);
  if (status !== 'active') return undefined;
  const rotation = {
    presentedHash: presented.hash,
    nextHash: next.hash,
    clientId: client.id,
  };
  const exchanged = await ctx.objects.grant(grantId)?.refresh(rotation, GRANT_LIFETIMES);
  if (exchanged?.ok !== true) return undefined;
  return makeTokens(ctx, grantId, exchanged.facts, next, { first: false });
}

async function makeTokens(
  ctx: Context,
  grantId: string,
  facts: GrantFacts,
  refresh: GrantToken,
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
