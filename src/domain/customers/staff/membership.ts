// Adds, changes and removes staff of an audience, and writes an audit entry for each change. The
// audience decides which roles exist, and which of them must always have an active member.
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
  /** The member's id in the customer's directory; null removes it. */
  externalId?: string | null | undefined;
  givenName?: string | null | undefined;
  familyName?: string | null | undefined;
}

/**
 * @param entry the audit entry; its target is set to the new member
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

/** @returns undefined if there is no such member in this scope */
export async function findMember(
  ctx: Context,
  { audience, tenantId }: StaffScope,
  id: number,
): Promise<StaffMember | undefined> {
  const row = await findStaff(ctx.db, id);
  const isWithin = row?.audience === audience && row.tenant_id === (tenantId ?? null);
  return row !== undefined && isWithin ? toMember(row) : undefined;
}

/** @returns members, newest first */
export async function listMembers(
  ctx: Context,
  scope: StaffScope,
  page: { offset: number; limit: number },
): Promise<{ rows: StaffMember[]; total: number }> {
  const { rows, total } = await listStaff(ctx.db, scope, page);
  return { rows: rows.map(toMember), total };
}

/**
 * @param changes at least one change
 * @param indispensable a role that must keep one active member
 * @returns undefined if there is no such member, or if the change would leave that role without an
 *   active member or would affect the break-glass member while single sign-on is enforced
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

/**
 * Removes a member and their sessions, passkeys and recovery codes.
 * @returns false in the cases where changeMember returns undefined
 */
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
