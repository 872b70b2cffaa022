// A session as its customer's staff refer to it: by a token, in either mode.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { isTokenOf, resolveToken } from './tokens.ts';

/**
 * @returns the session of a valid token; for an erased one the secret cannot be compared any more,
 *   only its list row is read
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
 * @returns undefined, the same for another tenant's, an erased and an unknown session
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
