// Completes a staff sign-in: starts a session with its audit entry, or records a failure.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { ssoRequired, tenantSuspended } from '../../../errors.ts';
import { actorFor, prepareAudit, recordAudit, type Actor } from '../../platform/audit/record.ts';
import { isEnforcedFor } from '../single-sign-on/store.ts';
import { linkAfterChange } from '../staff/identity-store.ts';
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
import { prepareBreakGlass } from './break-glass.ts';
import { ownerOf } from './staff-limits.ts';

/**
 * Signs in a member who has just been created.
 * @throws AppError UNAUTHORIZED when they have been removed in the meantime
 */
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
 * Starts the session. Its audit entry, and the link to the identity provider if this sign-in
 * creates one, are written in the same transaction.
 * @returns undefined in the same cases as startStaffSession, except those in which this function
 *   throws
 * @throws AppError TENANT_SUSPENDED (D-116); SSO_REQUIRED (D-159)
 */
async function completeStaffSignIn(
  ctx: Context,
  member: StaffMember,
  signIn: StaffSignIn,
): Promise<StaffTokens | undefined> {
  const actor = actorFor(member, signIn.caller);
  const { statement, announce } = prepareAudit(ctx, {
    actor,
    action: 'auth.login',
    target: { type: 'staff', id: member.id },
    after: { method: signIn.method },
  });
  const knownDevice = await rememberOwner(ctx, ownerOf(member), signIn.caller.knownDevice);
  const glass = prepareBreakGlass(ctx, member, signIn, actor);
  const also = [statement, ...linkOf(ctx, member, signIn, actor), ...glass.statements];
  const begun = await startStaffSession(ctx, member, signIn, also);
  if (begun === undefined) {
    if (member.tenantId !== undefined && (await isSuspended(ctx.db, member.tenantId)))
      throw tenantSuspended();
    if (signIn.provider === undefined && (await isEnforcedFor(ctx.db, member.id)))
      throw ssoRequired();
    return undefined;
  }
  announce();
  glass.finish(begun.returned);
  return { ...begun.tokens, knownDevice };
}

/**
 * Prepares the statements that link the member to their account at the provider, if this sign-in
 * creates a link. They must run directly after the sign-in's audit entry.
 */
function linkOf(
  ctx: Context,
  member: StaffMember,
  { provider }: StaffSignIn,
  actor: Actor,
): Statement[] {
  if (provider?.links !== true) return [];
  const { statement } = prepareAudit(ctx, {
    actor,
    action: 'auth.sso_link',
    target: { type: 'staff', id: member.id },
    after: { issuer: provider.issuer },
  });
  return [linkAfterChange(ctx.db, provider, member.id, ctx.now()), statement];
}

/**
 * Starts the session, unless the password has been changed since the row was read.
 * @param row the member's row as it was when they authenticated
 * @returns undefined in the same cases as completeStaffSignIn
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

/**
 * Records a failed sign-in after the response, so that the response time does not reveal who is a
 * member. Tries once more if the write fails.
 */
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
