// Use case: a customer's staff erase the personal data of one session (D-120), as the customer's
// backend can.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { recordAudit, type TenantActor } from '../../platform/audit/record.ts';
import { endLostSession } from '../session-copies/end-lost-session.ts';
import { eraseSession } from '../session-copies/erase-session.ts';
import { principalOfMember } from '../../customers/tenants/api-keys.ts';
import { sessionRunningError } from '../../verification/backend-session.ts';
import { findSession } from '../../verification/session-list/find-session.ts';
import { finalStatus } from '../../verification/rules/session/state.ts';
import { findSessionId, readOfEitherMode } from '../../verification/tenant-session.ts';

/**
 * Erases the session's personal data. The audit entry is written first, so that every erasure has
 * one; a repeated call adds no entry.
 * @param isProven whether the member's address is confirmed
 * @param token `xtk_…` or `xit_…`
 * @returns the same as eraseSession; also true for a session that had already been erased
 * @throws AppError NOT_FOUND for an unknown or malformed token, or one that belongs to another
 *   tenant; CONFLICT while the session runs
 */
export async function eraseAsMember(
  ctx: Context,
  actor: TenantActor,
  isProven: boolean,
  token: string,
): Promise<boolean> {
  const { tenantId } = actor;
  const record = await readOfEitherMode(ctx, tenantId, token);
  if (record === undefined) return repeatErasure(ctx, actor, { tenantId, isProven, token });
  if (finalStatus(record) === undefined) throw sessionRunningError();
  const { id, test } = record;
  await recordAudit(ctx, { actor, action: 'session.erase', target: { type: 'session', id } });
  return eraseSession(ctx, await principalOfMember(ctx, { tenantId, test, isProven }), token);
}

/**
 * Handles a session whose record cannot be found. The mode of an erased session is stored only in
 * its list row. A row that is not erased and has no object comes from a restored backup.
 */
async function repeatErasure(
  ctx: Context,
  actor: TenantActor,
  { token, ...member }: { tenantId: string; isProven: boolean; token: string },
): Promise<boolean> {
  const id = await findSessionId(ctx, token);
  const found = id === undefined ? undefined : await findSession(ctx, member.tenantId, id);
  if (id === undefined || found === undefined) throw notFound();
  const { test, erased_at_ms: erasedAtMs } = found.row;
  if (erasedAtMs !== null) return true;
  const { tenantId, isProven } = member;
  try {
    return await eraseSession(
      ctx,
      await principalOfMember(ctx, { tenantId, test, isProven }),
      token,
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
  }
  await recordAudit(ctx, { actor, action: 'session.erase', target: { type: 'session', id } });
  await endLostSession(ctx, { id, tenantId, test });
  return true;
}
