// Finds a session for its customer's staff, who identify it by a token and see both live and test
// sessions.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { isTokenOf, resolveToken } from './tokens.ts';

/**
 * @returns the id of the session to which a valid token belongs, even after the session has been
 *   erased
 */
export async function findSessionId(ctx: Context, token: string): Promise<string | undefined> {
  const parsed = parseToken(token);
  if (parsed === undefined) return undefined;
  const { prefix, objectId, secret } = parsed;
  if (prefix !== INIT_TOKEN && prefix !== RESULT_TOKEN) return undefined;
  return (await isTokenOf(ctx, prefix, objectId, await sha256Hex(secret))) ? objectId : undefined;
}

/**
 * Reads a session in either mode. The token does not reveal whether the session is live or a test,
 * and staff see both modes, so the session's object is called for live mode first and, if it finds
 * nothing, for test mode.
 * @param token `xtk_…` or `xit_…`
 * @returns undefined for an unknown or erased session, and for a session of another tenant
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
