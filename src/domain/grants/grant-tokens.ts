// The opaque tokens of a grant: consent session, code, refresh tokens. Their secrets are derived from TOKEN_KEY
// and never stored; a refresh token's successor follows from itself, so a retry is told the same one.
import type { Context } from '../../context.ts';
import { deriveSecret, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { REFRESH_TOKEN, type CODE_TOKEN, type CONSENT_TOKEN } from '../../crypto/token-prefixes.ts';

export interface GrantToken {
  token: string;
  /** SHA-256 of its secret, hex. */
  hash: string;
}

type KeyContext = Pick<Context, 'tokenKey'>;

/** @param grantId 64 hex digits */
export async function tellGrantToken(
  ctx: KeyContext,
  prefix: typeof CODE_TOKEN | typeof CONSENT_TOKEN | typeof REFRESH_TOKEN,
  grantId: string,
): Promise<GrantToken> {
  return tokenOf(prefix, grantId, await deriveSecret(await ctx.tokenKey(), prefix, grantId));
}

/** The refresh token that replaces one. @param secret of the one that was presented */
export async function tellSuccessor(
  ctx: KeyContext,
  grantId: string,
  secret: string,
): Promise<GrantToken> {
  const prefix = `${REFRESH_TOKEN}${secret}:`;
  return tokenOf(REFRESH_TOKEN, grantId, await deriveSecret(await ctx.tokenKey(), prefix, grantId));
}

export interface PresentedToken {
  grantId: string;
  secret: string;
  hash: string;
}

/** @returns undefined when `text` has not the shape of such a token */
export async function readGrantToken(
  text: string,
  prefix: string,
): Promise<PresentedToken | undefined> {
  const parsed = parseToken(text);
  if (parsed?.prefix !== prefix) return undefined;
  const { objectId, secret } = parsed;
  return { grantId: objectId, secret, hash: await sha256Hex(secret) };
}

async function tokenOf(prefix: string, objectId: string, secret: string): Promise<GrantToken> {
  return { token: formatToken({ prefix, objectId, secret }), hash: await sha256Hex(secret) };
}
