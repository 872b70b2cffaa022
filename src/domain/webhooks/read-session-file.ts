// Use case: a customer's staff open one session, of either mode, also after its personal data was erased.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { notFound } from '../../errors.ts';
import { readSessionDeliveries, type SessionDelivery } from './session-deliveries.ts';
import { tokensOfRow, type ListedSession } from '../verification/list-sessions.ts';
import { findSessionRow, readFunnel } from '../verification/list-store.ts';
import type { FunnelEvent } from '../verification/rules/funnel.ts';
import { resultOf, toSessionEvent, type VerificationResult } from '../verification/rules/result.ts';
import type { SessionRecord } from '../verification/rules/session.ts';
import { columnsOf } from '../verification/store.ts';
import { isTokenOf, resolveToken } from '../verification/tokens.ts';

export interface SessionFile {
  session: ListedSession;
  /** Absent once the session is erased. */
  result?: VerificationResult;
  /** How far the visitor got. */
  funnel: FunnelEvent[];
  deliveries: SessionDelivery[];
}

/**
 * @param token `xtk_…` or `xit_…`
 * @throws AppError NOT_FOUND, alike for another tenant's, an unknown and a malformed token
 */
export async function readSessionFile(
  ctx: Context,
  tenantId: string,
  token: string,
): Promise<SessionFile> {
  const sessionId = await findSessionId(ctx, token);
  if (sessionId === undefined) throw notFound();
  const [record, row, deliveries] = await Promise.all([
    readRecord(ctx, tenantId, token),
    findSessionRow(ctx.db, tenantId, sessionId),
    readSessionDeliveries(ctx, tenantId, sessionId),
  ]);
  if (record !== undefined) {
    // Newer than its list row, which follows by queue.
    const current = columnsOf(toSessionEvent(record, 'opened', ctx.now()).row);
    return {
      session: { ...current, ...(await tokensOfRow(ctx, current)) },
      result: resultOf(record),
      funnel: record.funnel,
      deliveries,
    };
  }
  if (row === undefined) throw notFound();
  return {
    session: { ...row, ...(await tokensOfRow(ctx, row)) },
    funnel: await readFunnel(ctx.db, sessionId),
    deliveries,
  };
}

/** @returns the session of a valid token; an erased one has no secret left to compare with, only its list row */
async function findSessionId(ctx: Context, token: string): Promise<string | undefined> {
  const parsed = parseToken(token);
  if (parsed === undefined) return undefined;
  const { prefix, objectId, secret } = parsed;
  if (prefix !== INIT_TOKEN && prefix !== RESULT_TOKEN) return undefined;
  return (await isTokenOf(ctx, prefix, objectId, await sha256Hex(secret))) ? objectId : undefined;
}

/** Staff see both modes; only the session's object knows which one this is. */
async function readRecord(
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
