// A session as its customer's staff refer to it: by a token, in either mode.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { isTokenOf, resolveToken } from './tokens.ts';

/**
 * @returns the id of the session that a valid token belongs to, even after the session was erased
 */
export async function findSessionId(ctx: Context, token: string): Promise<string | undefined> {
  const parsed = parseToken(token);
  if (parsed === undefined) return undefined;
  const { prefix, objectId, secret } = parsed;
  if (prefix !== INIT_TOKEN && prefix !== RESULT_TOKEN) return undefined;
  return (await isTokenOf(ctx, prefix, objectId, await sha256Hex(secret))) ? objectId : undefined;
}

/**
 * Staff see both modes; only the session's object knows which one this is.
 * @param token `xtk_…` or `xit_…`
 * @returns undefined for an unknown or erased session, and for one of another tenant
 */
export async function readOfEitherMode(
  ctx: Context,
  tenantId: string,
  token: string,
): Promise<SessionRecord | undefined> {
  const { stub, access } = await resolveToken(ctx, token);
  for (const test of [false, true]) {
    const answer = await stub.readAsTenant({ ...access, tenantId, test });
    if (answer.ok) return answer.value;
  }
  return undefined;
}
