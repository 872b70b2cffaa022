// Adding, changing and removing staff of an audience, each together with its audit entry. Which roles there are,
// and of which one an active member must stay, is decided by the audience.
import type { Context } from '../../../context.ts';
import {
  prepareAudit,
  prepareAuditOfInsert,
  type NewAuditEntry,
} from '../../platform/audit/record.ts';
import type { StaffMember, StaffScope } from './member.ts';
import {
  deleteStaff,
  findStaff,
  insertStaff,
  listStaff,
  updateStaff,
  type NewMember,
} from './store.ts';
import { toMember } from './staff-row.ts';

export interface MemberChanges {
  name?: string | undefined;
  role?: string | undefined;
  active?: boolean | undefined;
  /** Null: what there was goes. */
  externalId?: string | null | undefined;
  givenName?: string | null | undefined;
  familyName?: string | null | undefined;
}

/**
 * @param entry its target's id is the new member's
 * @returns undefined when the email address is taken
 */
export async function addMember(
  ctx: Context,
  member: NewMember,
  entry: Parameters<typeof prepareAuditOfInsert>[1],
): Promise<StaffMember | undefined> {
  const { statement, announce } = prepareAuditOfInsert(ctx, entry, 'target');
  const row = await insertStaff(ctx.db, member, ctx.now(), statement);
  if (row === undefined) return undefined;
  announce();
  return toMember(row);
}

/** @returns undefined also for a member of another scope */
export async function findMember(
  ctx: Context,
  { audience, tenantId }: StaffScope,
  id: number,
): Promise<StaffMember | undefined> {
  const row = await findStaff(ctx.db, id);
  const isWithin = row?.audience === audience && row.tenant_id === (tenantId ?? null);
  return row !== undefined && isWithin ? toMember(row) : undefined;
}

/** @returns the newest first */
export async function listMembers(
  ctx: Context,
  scope: StaffScope,
  page: { offset: number; limit: number },
): Promise<{ rows: StaffMember[]; total: number }> {
  const { rows, total } = await listStaff(ctx.db, scope, page);
  return { rows: rows.map(toMember), total };
}

/**
 * @param changes at least one of them
 * @param indispensable a role of which one active member must stay
 * @returns undefined when nothing was changed for that reason, or there is no such member
 */
export async function changeMember(
  ctx: Context,
  scope: StaffScope,
  id: number,
  { name, role, active, externalId, givenName, familyName }: MemberChanges,
  indispensable: string | undefined,
  entry: NewAuditEntry,
): Promise<StaffMember | undefined> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(active !== undefined && { deactivatedAtMs: active ? null : ctx.now() }),
    ...(externalId !== undefined && { externalId }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
  };
  const { statement, announce } = prepareAudit(ctx, entry);
  const row = await updateStaff(ctx.db, scope, id, changes, indispensable, {
    audit: statement,
    nowMs: ctx.now(),
  });
  if (row === undefined) return undefined;
  announce();
  return toMember(row);
}

/** Sessions, passkeys and codes go with the member. @returns whether it was done, as for changeMember */
export async function removeMember(
  ctx: Context,
  scope: StaffScope,
  id: number,
  indispensable: string,
  entry: NewAuditEntry,
): Promise<boolean> {
  const { statement, announce } = prepareAudit(ctx, entry);
  const row = await deleteStaff(ctx.db, scope, id, indispensable, {
    audit: statement,
    nowMs: ctx.now(),
  });
  if (row !== undefined) announce();
  return row !== undefined;
}
