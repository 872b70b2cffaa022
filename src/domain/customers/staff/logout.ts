// Signs a member of staff out of one session or all existing ones, with an audit entry.
import type { Context } from '../../../context.ts';
import { prepareAudit, type Actor, type NewAuditEntry } from '../../platform/audit/record.ts';
import type { StaffMember } from './member.ts';
import { endAllStaffSessions, endStaffSession } from './sessions.ts';

/** @returns whether the member had a live session with this id */
export async function endSession(
  ctx: Context,
  member: StaffMember,
  sessionId: string,
  actor: Actor,
): Promise<boolean> {
  const { statement, announce } = prepareAudit(ctx, entryOf(member, actor, 'auth.logout'));
  const ended = await endStaffSession(ctx, member.id, sessionId, statement);
  if (ended) announce();
  return ended;
}

export async function endEverySession(
  ctx: Context,
  member: StaffMember,
  actor: Actor,
): Promise<void> {
  await endSessionsOf(ctx, member, entryOf(member, actor, 'auth.logout_all'));
}

/**
 * Ends all sessions of a member. The caller must already have checked that this is permitted.
 * @param entry the audit entry, which records the actor and the reason
 */
export async function endSessionsOf(
  ctx: Context,
  { id }: Pick<StaffMember, 'id'>,
  entry: NewAuditEntry,
): Promise<void> {
  const { statement, announce } = prepareAudit(ctx, entry);
  await endAllStaffSessions(ctx, id, statement);
  announce();
}

const entryOf = (member: StaffMember, actor: Actor, action: string): NewAuditEntry => ({
  actor,
  action,
  target: { type: 'staff', id: member.id },
});
