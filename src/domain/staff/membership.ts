// Adding, changing and removing staff of an audience. Which roles there are, and which of them must not die out,
// is the audience's own matter.
import type { Context } from '../../context.ts';
import type { Audience, StaffMember } from './member.ts';
import { endAllStaffSessions } from './sessions.ts';
import {
  deleteStaff,
  findStaff,
  insertStaff,
  listStaff,
  toMember,
  updateStaff,
  type NewMember,
} from './store.ts';

export interface MemberChanges {
  name?: string | undefined;
  role?: string | undefined;
  active?: boolean | undefined;
}

/** @returns undefined when the mail address is taken */
export async function addMember(ctx: Context, member: NewMember): Promise<StaffMember | undefined> {
  const row = await insertStaff(ctx.db, member, ctx.now());
  return row && toMember(row);
}

export async function findMember(
  ctx: Context,
  audience: Audience,
  id: number,
): Promise<StaffMember | undefined> {
  const row = await findStaff(ctx.db, id);
  return row?.audience === audience ? toMember(row) : undefined;
}

/** @returns the newest first */
export async function listMembers(
  ctx: Context,
  audience: Audience,
  page: { offset: number; limit: number },
): Promise<{ rows: StaffMember[]; total: number }> {
  const { rows, total } = await listStaff(ctx.db, audience, page);
  return { rows: rows.map(toMember), total };
}

/**
 * @param indispensable a role of which one active member must stay
 * @returns undefined when nothing was changed for that reason, or there is no such member
 */
export async function changeMember(
  ctx: Context,
  audience: Audience,
  id: number,
  { name, role, active }: MemberChanges,
  indispensable: string | undefined,
): Promise<StaffMember | undefined> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(active !== undefined && { deactivatedAtMs: active ? null : ctx.now() }),
  };
  if (Object.keys(changes).length === 0) return findMember(ctx, audience, id);
  const row = await updateStaff(ctx.db, audience, id, changes, indispensable);
  if (row !== undefined && active === false) await endAllStaffSessions(ctx, id);
  return row && toMember(row);
}

/** Sessions, passkeys and codes go with the member. @returns undefined as for changeMember */
export async function removeMember(
  ctx: Context,
  audience: Audience,
  id: number,
  indispensable: string,
): Promise<StaffMember | undefined> {
  const row = await deleteStaff(ctx.db, audience, id, indispensable);
  return row && toMember(row);
}
