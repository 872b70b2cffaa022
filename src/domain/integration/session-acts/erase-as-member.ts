// Use case: a customer's staff erase the person of one session (D-120), as its backend can.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { recordAudit, type TenantActor } from '../../platform/audit/record.ts';
import { eraseSession } from '../session-copies/erase-session.ts';
import { principalOfMember } from '../../customers/tenants/api-keys.ts';
import { stillRuns } from '../../verification/backend-session.ts';
import { findSession } from '../../verification/session-list/find-session.ts';
import { finalStatus } from '../../verification/rules/session/state.ts';
import { findSessionId, readOfEitherMode } from '../../verification/tenant-session.ts';

/**
 * Erases the person. The audit entry is written first, so that every erasure has one; a repeat adds
 * no entry.
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
  if (record === undefined) return repeatErasure(ctx, { tenantId, isProven, token });
  if (finalStatus(record) === undefined) throw stillRuns();
  const { id, test } = record;
  await recordAudit(ctx, { actor, action: 'session.erase', target: { type: 'session', id } });
  return eraseSession(ctx, await principalOfMember(ctx, { tenantId, test, isProven }), token);
}

/** The mode of an erased session is stored only in its list row. */
async function repeatErasure(
  ctx: Context,
  { token, ...member }: { tenantId: string; isProven: boolean; token: string },
): Promise<boolean> {
  const id = await findSessionId(ctx, token);
  const found = id === undefined ? undefined : await findSession(ctx, member.tenantId, id);
  if (found === undefined) throw notFound();
  const { row } = found;
  if (row.erased_at_ms !== null) return true;
  return eraseSession(ctx, await principalOfMember(ctx, { ...member, test: row.test }), token);
}
