// Use cases for superadmins: creating, changing and removing operators. At least one superadmin
// must stay active.
import type { Context } from '../../../context.ts';
import { hashPassword } from '../../../crypto/password.ts';
import { AppError, notFound } from '../../../errors.ts';
import { parseEmailAddress } from '../../terms/email-address.ts';
import { differences } from '../../platform/audit/differences.ts';
import type { Actor } from '../../platform/audit/record.ts';
import { domainOf } from '../single-sign-on/domain-name.ts';
import { findSetting } from '../single-sign-on/store.ts';
import { endSessionsOf } from '../staff/logout.ts';
import type { StaffMember, StaffScope } from '../staff/member.ts';
import {
  addMember,
  changeMember,
  findMember,
  listMembers,
  removeMember,
  type MemberChanges,
} from '../staff/membership.ts';
import { requireGoodPassword } from '../staff/password-rule.ts';
import { listStaffSessions, type StaffSession } from '../staff/sessions.ts';
import type { OperatorRole } from './rights.ts';

const KEPT: OperatorRole = 'superadmin';
const OPERATORS: StaffScope = { audience: 'admin' };

interface NewAdmin {
  email: string;
  name: string;
  role: OperatorRole;
  /** The first password; absent for an operator who can sign in only with the identity provider. */
  password?: string | undefined;
}

interface AdminChanges extends MemberChanges {
  role?: OperatorRole | undefined;
}

/**
 * @throws AppError VALIDATION_FAILED for an invalid address or password, and for a missing password
 *   if single sign-on does not cover the address; CONFLICT when the address is taken
 */
export async function createAdmin(
  ctx: Context,
  { email, name, role, password }: NewAdmin,
  actor: Actor,
): Promise<StaffMember> {
  const address = parseEmailAddress(email);
  if (address === undefined) throw badAddress();
  if (password === undefined) await requireProviderFor(ctx, address.normalized);
  else await requireGoodPassword(ctx, password, 'password', [email, name]);
  const added = {
    audience: 'admin' as const,
    email: address.written,
    emailNormalized: address.normalized,
    name,
    role,
    ...(password !== undefined && { passwordHash: await hashPassword(password) }),
  };
  const member = await addMember(ctx, added, {
    actor,
    action: 'admin.create',
    target: { type: 'admin' },
    after: { name, role, active: true },
  });
  if (member === undefined)
    throw new AppError('CONFLICT', 'An admin with this email address already exists.');
  return member;
}

/**
 * Refuses an operator without a password if the identity provider does not cover the address
 * (D-162).
 */
async function requireProviderFor(ctx: Context, emailNormalized: string): Promise<void> {
  const setting = await findSetting(ctx.db, OPERATORS);
  if (setting?.domains.includes(domainOf(emailNormalized)) === true) return;
  const message =
    'password is required, unless operators have single sign-on for the domain of the address.';
  throw new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'password', message }] });
}

export const listAdmins = (ctx: Context, page: { offset: number; limit: number }) =>
  listMembers(ctx, OPERATORS, page);

/** @throws AppError NOT_FOUND */
export async function readAdmin(ctx: Context, id: number): Promise<StaffMember> {
  const member = await findMember(ctx, OPERATORS, id);
  if (member === undefined) throw notFound();
  return member;
}

/**
 * Changes an operator. Deactivating an operator ends all their sessions.
 * @throws AppError NOT_FOUND; CONFLICT when the change would leave no active superadmin
 */
export async function changeAdmin(
  ctx: Context,
  id: number,
  changes: AdminChanges,
  actor: Actor,
): Promise<StaffMember> {
  const before = await readAdmin(ctx, id);
  const changed = differences(describe(before), { ...describe(before), ...given(changes) });
  if (changed === undefined) return before;
  const loses = changes.active === false || (changes.role ?? KEPT) !== KEPT;
  const entry = { actor, action: 'admin.update', target: { type: 'admin', id }, ...changed };
  const member = await changeMember(ctx, OPERATORS, id, changes, loses ? KEPT : undefined, entry);
  if (member === undefined) throw lastOne();
  return member;
}

/** @throws AppError NOT_FOUND; CONFLICT for the last active superadmin */
export async function removeAdmin(ctx: Context, id: number, actor: Actor): Promise<void> {
  const before = { role: (await readAdmin(ctx, id)).role };
  const entry = { actor, action: 'admin.delete', target: { type: 'admin', id }, before };
  if (!(await removeMember(ctx, OPERATORS, id, KEPT, entry))) throw lastOne();
}

/**
 * @returns sessions, newest first
 * @throws AppError NOT_FOUND
 */
export async function listSessionsOfAdmin(ctx: Context, id: number): Promise<StaffSession[]> {
  return listStaffSessions(ctx, (await readAdmin(ctx, id)).id);
}

/**
 * Signs an operator out of all sessions; they can still sign in again.
 * @throws AppError NOT_FOUND
 */
export async function forceAdminLogout(
  ctx: Context,
  id: number,
  reason: string,
  actor: Actor,
): Promise<void> {
  const target = { type: 'admin', id };
  const entry = { actor, action: 'admin.force_logout', target, after: { reason } };
  await endSessionsOf(ctx, await readAdmin(ctx, id), entry);
}

const badAddress = (): AppError => {
  const message = 'email is not an email address.';
  return new AppError('VALIDATION_FAILED', message, { fields: [{ field: 'email', message }] });
};

const lastOne = (): AppError =>
  new AppError('CONFLICT', 'At least one other active superadmin must remain.');

const describe = (member: StaffMember) => ({
  name: member.name,
  role: member.role,
  active: member.deactivatedAtMs === undefined,
});

const given = ({ name, role, active }: AdminChanges) => ({
  ...(name !== undefined && { name }),
  ...(role !== undefined && { role }),
  ...(active !== undefined && { active }),
});
