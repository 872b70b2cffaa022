// What follows once a member of staff has proved who they are, or failed to: a session with its audit entry, or the entry of
// the failure.
import type { Context } from '../../../context.ts';
import { tenantSuspended } from '../../../errors.ts';
import { actorFor, prepareAudit, recordAudit } from '../../platform/audit/record.ts';
import type { Caller, StaffMember } from '../staff/member.ts';
import {
  startStaffSession,
  unauthorized,
  type StaffSignIn,
  type StaffTokens,
} from '../staff/sessions.ts';
import { toMember, type StaffRow } from '../staff/staff-row.ts';
import { isSuspended } from '../tenants/store.ts';
import { rememberOwner } from '../../terms/password-guesses.ts';
import { ownerOf } from './staff-limits.ts';

/** Of a member that was just made. @throws AppError UNAUTHORIZED when it was removed meanwhile */
export async function signInNewMember(
  ctx: Context,
  member: StaffMember,
  caller: Caller,
): Promise<StaffTokens> {
  const tokens = await completeStaffSignIn(ctx, member, { method: 'password', caller });
  if (tokens === undefined) throw unauthorized();
  return tokens;
}

/**
 * Starts the session; its audit entry is in the same transaction.
 * @returns undefined as startStaffSession
 * @throws AppError TENANT_SUSPENDED (D-116)
 */
async function completeStaffSignIn(
  ctx: Context,
  member: StaffMember,
  signIn: StaffSignIn,
): Promise<StaffTokens | undefined> {
  const { statement, announce } = prepareAudit(ctx, {
    actor: actorFor(member, signIn.caller),
    action: 'auth.login',
    target: { type: 'staff', id: member.id },
    after: { method: signIn.method },
  });
  const knownDevice = await rememberOwner(ctx, ownerOf(member), signIn.caller.knownDevice);
  const tokens = await startStaffSession(ctx, member, signIn, [statement]);
  if (tokens === undefined) {
    if (member.tenantId !== undefined && (await isSuspended(ctx.db, member.tenantId)))
      throw tenantSuspended();
    return undefined;
  }
  announce();
  return { ...tokens, knownDevice };
}

/**
 * Starts the session, unless the password was changed since the row was read.
 * @param row as it was when its owner proved who they are
 * @returns undefined as startStaffSession
 */
export const completeSignInOf = (
  ctx: Context,
  row: StaffRow,
  signIn: Omit<StaffSignIn, 'passwordChangedAtMs'>,
): Promise<StaffTokens | undefined> =>
  completeStaffSignIn(ctx, toMember(row), {
    ...signIn,
    passwordChangedAtMs: row.password_changed_at_ms,
  });

/** After the answer, so that its time does not reveal who is known; a second time when it fails. */
export function auditFailedSignIn(
  ctx: Context,
  row: StaffRow,
  factor: 'password' | 'code',
  caller: Caller,
): void {
  const { staffId: _unproven, ...actor } = actorFor(toMember(row), caller);
  const record = (): Promise<void> =>
    recordAudit(ctx, {
      actor,
      action: 'auth.login_failed',
      target: { type: 'staff', id: row.id },
      after: { factor },
    });
  ctx.defer(record().catch(record));
}
