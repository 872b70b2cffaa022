// Use cases: a customer's backend reads a session, ends it, or has its personal data erased (D-11).
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../tenants/api-keys.ts';
import type { FinalStatus } from './rules/machine.ts';
import type { SessionReason } from './rules/reasons.ts';
import { resultOf } from './rules/result.ts';
import type { NamedResult } from './result-object.ts';
import type { SessionRecord } from './rules/session.ts';
import { resolveToken, tellToken } from './tokens.ts';

/**
 * @param token `xtk_…`, or the `xit_…` of init, which is all a backend has before the callback
 * @throws AppError NOT_FOUND, alike for another tenant's, another mode's, an unknown and a malformed token
 */
export async function readResult(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  return nameResult(ctx, answer.value);
}

/**
 * Settles a test session with no browser.
 * @throws AppError NOT_FOUND for live keys and sessions, CONFLICT when it is settled already
 */
export async function settleSandbox(
  ctx: Context,
  principal: Principal,
  token: string,
  outcome: FinalStatus,
  reason?: SessionReason,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.settleAsTenant({ ...access, ...tenantOf(principal) }, outcome, reason);
  if (answer.ok) return nameResult(ctx, answer.value);
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session is settled already.');
}

/** A session with what was asked of it and how it went. */
export interface SessionDetail {
  result: NamedResult;
  request: SessionRecord['request'];
  funnel: SessionRecord['funnel'];
}

/** @throws AppError NOT_FOUND as readResult */
export async function readSessionDetail(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<SessionDetail> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readAsTenant({ ...access, ...tenantOf(principal) });
  if (!answer.ok) throw notFound();
  const { request, funnel } = answer.value;
  return { result: await nameResult(ctx, answer.value), request, funnel };
}

/** Ends a session that runs, wherever its visitor is. @throws AppError NOT_FOUND, CONFLICT when it is over */
export async function cancelAsBackend(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<NamedResult> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.cancelAsTenant({ ...access, ...tenantOf(principal) });
  if (answer.ok) return nameResult(ctx, answer.value);
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session is over already.');
}

/**
 * Erases personal data now, in the session, its list row and its events. The token reads nothing afterwards.
 * @throws AppError NOT_FOUND, CONFLICT while the session runs
 */
export async function eraseSessionData(
  ctx: Context,
  principal: Principal,
  token: string,
): Promise<void> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.eraseAsTenant({ ...access, ...tenantOf(principal) });
  if (answer.ok) return;
  if (answer.reason !== 'conflict') throw notFound();
  throw new AppError('CONFLICT', 'This session still runs. Cancel it first.');
}

const tenantOf = (principal: Principal): { tenantId: string; test: boolean } => ({
  tenantId: principal.tenant.id,
  test: principal.test,
});

async function nameResult(ctx: Context, record: SessionRecord): Promise<NamedResult> {
  const { token } = await tellToken(ctx, RESULT_TOKEN, record.id);
  return { token, ...resultOf(record) };
}
