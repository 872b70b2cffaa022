// Derives a session's init and result tokens from its id, and resolves a token to the session's
// object.
import type { Context } from '../../context.ts';
import {
  deriveToken,
  deriveTokens,
  parseToken,
  deriveTokenText,
  type HashedToken,
} from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { TenantAccess } from './rules/session/result.ts';

type SessionStub = NonNullable<ReturnType<Context['objects']['session']>>;

type SessionTokenKind = typeof INIT_TOKEN | typeof RESULT_TOKEN;

/**
 * Creates a new session's init or result token.
 * @param sessionId 64 hex digits
 */
export const makeToken = async (
  ctx: Context,
  prefix: SessionTokenKind,
  sessionId: string,
): Promise<HashedToken> => deriveToken(await ctx.tokenKey(), prefix, sessionId);

/**
 * Returns the init or result token of an existing session: always the same, even after TOKEN_KEY
 * has been replaced, while the previous key is still configured (D-70).
 * @param hash the hash from the session's record or list row. A list row that was written before
 *   version 0.1 may have none; then the token is derived from the oldest key
 */
export async function tokenOf(
  ctx: Context,
  prefix: SessionTokenKind,
  sessionId: string,
  hash: string | null | undefined,
): Promise<string> {
  const [newest, ...older] = await ctx.tokenKeys();
  // With one key there is only one possible token, regardless of its hash.
  if (older.length === 0) return deriveTokenText(newest, prefix, sessionId);
  const made = await candidatesOf(ctx, prefix, sessionId);
  const likely = hash === null || hash === undefined ? made.at(-1) : made[0];
  return (made.find((token) => token.hash === hash) ?? likely ?? made[0]).token;
}

/** The columns of a list row from which tokens are derived. */
interface TokenColumns {
  id: string;
  result_hash: string | null;
  previous_id: string | null;
  previous_hash: string | null;
}

/** The tokens that a list shows. */
export interface RowTokens {
  /**
   * The result token, `xtk_…`; it no longer gives access to any data once the session is erased.
   */
  token: string;
  /** The result token, `xtk_…`, of the session that this one retakes. */
  previous?: string;
}

/** Derives the tokens of a session from the columns of its list row. */
export async function tokensOfRow(ctx: Context, row: TokenColumns): Promise<RowTokens> {
  const token = await tokenOf(ctx, RESULT_TOKEN, row.id, row.result_hash);
  if (row.previous_id === null) return { token };
  return { token, previous: await tokenOf(ctx, RESULT_TOKEN, row.previous_id, row.previous_hash) };
}

/**
 * Whether the secret belongs to a token of this session, derived with any configured key.
 * @param secretHash SHA-256, hex
 */
export async function isTokenOf(
  ctx: Context,
  prefix: SessionTokenKind,
  sessionId: string,
  secretHash: string,
): Promise<boolean> {
  const made = await candidatesOf(ctx, prefix, sessionId);
  return made.some(({ hash }) => hash === secretHash);
}

/** Returns the session's token under each key, newest key first. */
const candidatesOf = async (ctx: Context, prefix: SessionTokenKind, sessionId: string) =>
  deriveTokens(await ctx.tokenKeys(), prefix, sessionId);

/**
 * Finds the session's object for a token from a backend. A malformed token resolves to a decoy
 * object, so that it takes as much work as an unknown token.
 */
export async function resolveToken(
  ctx: Context,
  token: string,
): Promise<{ stub: SessionStub; access: Pick<TenantAccess, 'kind' | 'secretHash'> }> {
  const parsed = parseToken(token);
  const known = parsed?.prefix === INIT_TOKEN || parsed?.prefix === RESULT_TOKEN;
  const secretHash = await sha256Hex(parsed?.secret ?? token);
  const stub = known && parsed !== undefined ? ctx.objects.session(parsed.objectId) : undefined;
  return {
    stub: stub ?? ctx.objects.decoySession(secretHash),
    access: { kind: parsed?.prefix === INIT_TOKEN ? 'init' : 'result', secretHash },
  };
}
