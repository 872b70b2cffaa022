// Signing out, audited: one session, or everything signed in up to now.
import type { Context } from '../../context.ts';
import { recordAudit, type Actor } from '../audit/record.ts';
import type { StaffMember } from './member.ts';
import { endAllStaffSessions, endStaffSession } from './sessions.ts';

/** @returns whether it was a live session of that member */
export async function endSession(
  ctx: Context,
  member: StaffMember,
  sessionId: string,
  actor: Actor,
): Promise<boolean> {
  const ended = await endStaffSession(ctx, member.id, sessionId);
  if (ended) await audit(ctx, member, actor, 'auth.logout');
  return ended;
}

export async function endEverySession(
  ctx: Context,
  member: StaffMember,
  actor: Actor,
): Promise<void> {
  await endAllStaffSessions(ctx, member.id);
  await audit(ctx, member, actor, 'auth.logout_all');
}

const audit = (ctx: Context, member: StaffMember, actor: Actor, action: string): Promise<void> =>
  recordAudit(ctx, { actor, action, target: { type: 'staff', id: member.id } });
