// A session's init and result token: derived from its id, and resolved to its object.
import type { Context } from '../../context.ts';
import { deriveSecret, formatToken, parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { TenantAccess } from './rules/result.ts';

type SessionStub = NonNullable<ReturnType<Context['objects']['session']>>;

interface SessionToken {
  token: string;
  /** SHA-256 of the secret, hex: all that is stored. */
  hash: string;
}

/** A session's init or result token: the same every time. @param sessionId 64 hex digits */
export async function deriveToken(
  ctx: Context,
  prefix: typeof INIT_TOKEN | typeof RESULT_TOKEN,
  sessionId: string,
): Promise<SessionToken> {
  const secret = await deriveSecret(await ctx.tokenKey(), prefix, sessionId);
  const token = formatToken({ prefix, objectId: sessionId, secret });
  return { token, hash: await sha256Hex(secret) };
}

/**
 * Finds the object a backend's token names. A malformed token leads to an empty object, so that it costs
 * the same as an unknown one.
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
