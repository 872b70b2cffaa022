// Reads, changes and removes the staff of a customer. At least one owner always stays active.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import type { NewAuditEntry, TenantActor } from '../../platform/audit/record.ts';
import { endSessionsOf } from '../staff/logout.ts';
import type { StaffMember, StaffScope } from '../staff/member.ts';
import { changeMember, findMember, listMembers, removeMember } from '../staff/membership.ts';
import { listStaffSessions, type StaffSession } from '../staff/sessions.ts';
import { requireOwnNames } from '../shown-names/own-name.ts';
import { parseMemberId, formatMemberId } from './member-id.ts';
import type { Role } from './rights.ts';

const KEPT: Role = 'owner';

interface TeamChanges {
  name?: string | undefined;
  role?: Role | undefined;
  active?: boolean | undefined;
}

const staffOf = (tenantId: string): StaffScope => ({ audience: 'dashboard', tenantId });

/** @returns members, newest first */
export const listTeam = (
  ctx: Context,
  tenantId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: StaffMember[]; total: number }> => listMembers(ctx, staffOf(tenantId), page);

/**
 * @param id the member's id, `mem_…`
 * @throws AppError NOT_FOUND, including for another customer's staff
 */
export async function readTeamMember(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<StaffMember> {
  const rowId = parseMemberId(id);
  const member = rowId === undefined ? undefined : await findMember(ctx, staffOf(tenantId), rowId);
  if (member === undefined) throw notFound();
  return member;
}

/** @returns the names of members who still exist, by row id */
export async function nameMembers(
  ctx: Context,
  tenantId: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = await Promise.all(
    [...new Set(ids)].map((id) => findMember(ctx, staffOf(tenantId), id)),
  );
  return new Map(found.flatMap((member) => (member ? [[member.id, member.name]] : [])));
}

/**
 * Changes a member. The change takes effect immediately, because roles are read with every request.
 * Deactivating a member ends all of their sessions.
 * @throws AppError NOT_FOUND; CONFLICT when it would leave no active owner; VALIDATION_FAILED for a
 *   name that imitates another organisation's (D-77)
 */
export async function changeTeamMember(
  ctx: Context,
  by: TenantActor,
  id: string,
  changes: TeamChanges,
): Promise<StaffMember> {
  const member = await readTeamMember(ctx, by.tenantId, id);
  const changed = differences(describe(member), { ...describe(member), ...given(changes) });
  if (changed === undefined) return member;
  const { name } = changes;
  if (name !== undefined && name !== member.name)
    await requireOwnNames(ctx, by.tenantId, [{ field: 'name', name }]);
  const loses = changes.active === false || (changes.role ?? KEPT) !== KEPT;
  const entry = { ...entryOf(by, member, 'update'), ...changed };
  const kept = loses ? KEPT : undefined;
  const after = await changeMember(ctx, staffOf(by.tenantId), member.id, changes, kept, entry);
  if (after === undefined) throw lastOne();
  return after;
}

/** @throws AppError NOT_FOUND; CONFLICT for the last active owner */
export async function removeTeamMember(ctx: Context, by: TenantActor, id: string): Promise<void> {
  const member = await readTeamMember(ctx, by.tenantId, id);
  const entry = { ...entryOf(by, member, 'remove'), before: describe(member) };
  if (!(await removeMember(ctx, staffOf(by.tenantId), member.id, KEPT, entry))) throw lastOne();
}

/**
 * @returns sessions, newest first
 * @throws AppError NOT_FOUND
 */
export async function listSessionsOfMember(
  ctx: Context,
  tenantId: string,
  id: string,
): Promise<StaffSession[]> {
  return listStaffSessions(ctx, (await readTeamMember(ctx, tenantId, id)).id);
}

/**
 * Signs a member out of all sessions; they can still sign in again.
 * @throws AppError NOT_FOUND
 */
export async function forceMemberLogout(
  ctx: Context,
  by: TenantActor,
  id: string,
  reason: string,
): Promise<void> {
  const member = await readTeamMember(ctx, by.tenantId, id);
  await endSessionsOf(ctx, member, { ...entryOf(by, member, 'force_logout'), after: { reason } });
}

const entryOf = (actor: TenantActor, { id }: StaffMember, verb: string): NewAuditEntry => ({
  actor,
  action: `team.${verb}`,
  target: { type: 'member', id: formatMemberId(id) },
});

const describe = ({ name, role, deactivatedAtMs }: StaffMember) => ({
  name,
  role,
  active: deactivatedAtMs === undefined,
});

const given = ({ name, role, active }: TeamChanges) => ({
  ...(name !== undefined && { name }),
  ...(role !== undefined && { role }),
  ...(active !== undefined && { active }),
});

const lastOne = (): AppError =>
  new AppError(
    'CONFLICT',
    'At least one other active owner must remain, and so must the owner who may sign in without single sign-on.',
  );
