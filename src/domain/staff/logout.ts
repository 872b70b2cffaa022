// Signing out, together with its audit entry: one session, or everything signed in up to now.
import type { Context } from '../../context.ts';
import { prepareAudit, type Actor } from '../audit/record.ts';
import type { StaffMember } from './member.ts';
import { endAllStaffSessions, endStaffSession } from './sessions.ts';

/** @returns whether it was a live session of that member */
export async function endSession(
  ctx: Context,
  member: StaffMember,
  sessionId: string,
  actor: Actor,
): Promise<boolean> {
  const { statement, announce } = prepareEntry(ctx, member, actor, 'auth.logout');
  const ended = await endStaffSession(ctx, member.id, sessionId, statement);
  if (ended) announce();
  return ended;
}

export async function endEverySession(
  ctx: Context,
  member: StaffMember,
  actor: Actor,
): Promise<void> {
  const { statement, announce } = prepareEntry(ctx, member, actor, 'auth.logout_all');
  await endAllStaffSessions(ctx, member.id, statement);
  announce();
}

const prepareEntry = (ctx: Context, member: StaffMember, actor: Actor, action: string) =>
  prepareAudit(ctx, { actor, action, target: { type: 'staff', id: member.id } });
