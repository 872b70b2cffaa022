// What follows once a member of staff has proved who they are, or failed to: a session, and the audit entry of either.
import type { Context } from '../../context.ts';
import { actorFor, recordAudit } from '../audit/record.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import { startStaffSession, type StaffSignIn, type StaffTokens } from '../staff/sessions.ts';
import { toMember, type StaffRow } from '../staff/store.ts';

/** Starts the session and audits it. @throws AppError UNAUTHORIZED as startStaffSession */
export async function completeStaffSignIn(
  ctx: Context,
  member: StaffMember,
  signIn: StaffSignIn,
): Promise<StaffTokens> {
  const tokens = await startStaffSession(ctx, member, signIn);
  await recordAudit(ctx, {
    actor: actorFor(member, signIn.caller),
    action: 'auth.login',
    target: { type: 'staff', id: member.id },
    after: { method: signIn.method },
  });
  return tokens;
}

/**
 * As completeStaffSignIn, unless the password was changed since the row was read.
 * @param row as it was when its owner proved who they are
 */
export const completeSignInOf = (
  ctx: Context,
  row: StaffRow,
  signIn: Omit<StaffSignIn, 'passwordChangedAtMs'>,
): Promise<StaffTokens> =>
  completeStaffSignIn(ctx, toMember(row), {
    ...signIn,
    passwordChangedAtMs: row.password_changed_at_ms,
  });

/** After the answer, so that its time does not reveal who is known. */
export function auditFailedSignIn(
  ctx: Context,
  row: StaffRow,
  factor: 'password' | 'code',
  caller: Caller,
): void {
  const { staffId: _unproven, ...actor } = actorFor(toMember(row), caller);
  const entry = recordAudit(ctx, {
    actor,
    action: 'auth.login_failed',
    target: { type: 'staff', id: row.id },
    after: { factor },
  });
  ctx.defer(entry.catch(() => undefined));
}
