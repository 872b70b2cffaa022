// SQL for the email addresses, names and roles of staff. Passwords, second factors, passkeys and
// sessions have their own stores.
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { IS_BREAK_GLASS_WHILE_ENFORCED } from '../../../db/enforced-sign-in.ts';
import { isAddressFree, OWNS_ADDRESS } from '../../../db/owned-address.ts';
import { staff } from '../../../db/schema/index.ts';
import { endInvitationsOf, endInvitationsTo } from '../../../db/sent-invitations.ts';
import { endOfSessions } from './session-store.ts';
import type { StaffAudience, StaffScope } from './member.ts';
import type { StaffRow } from './staff-row.ts';

export interface NewMember {
  audience: StaffAudience;
  tenantId?: string;
  email: string;
  emailNormalized: string;
  name: string;
  role: string;
  passwordHash?: string;
}

export async function findStaff(db: Database, id: number): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id));
  return row;
}

/**
 * Finds the member with an email address. If the scope names no customer, members who have not
 * confirmed the address are skipped (D-79).
 */
export async function findStaffByEmail(
  db: Database,
  { audience, tenantId }: StaffScope,
  emailNormalized: string,
): Promise<StaffRow | undefined> {
  const [row] = await db
    .select()
    .from(staff)
    .where(
      and(
        eq(staff.audience, audience),
        eq(staff.email_normalized, emailNormalized),
        tenantId === undefined ? OWNS_ADDRESS : eq(staff.tenant_id, tenantId),
      ),
    );
  return row;
}

/**
 * @param audit written only if the member is inserted
 * @returns undefined when the email address is taken
 */
export async function insertStaff(
  db: Database,
  member: NewMember,
  nowMs: number,
  audit: Statement,
): Promise<StaffRow | undefined> {
  const values = {
    audience: member.audience,
    tenant_id: member.tenantId ?? null,
    email: member.email,
    email_normalized: member.emailNormalized,
    name: member.name,
    role: member.role,
    password_hash: member.passwordHash ?? null,
    password_changed_at_ms: member.passwordHash === undefined ? null : nowMs,
    created_at_ms: nowMs,
  };
  const [[row]] = await db.batch([
    db.insert(staff).values(values).onConflictDoNothing().returning(),
    audit,
  ]);
  return row;
}

const within = ({ audience, tenantId }: StaffScope) =>
  and(
    eq(staff.audience, audience),
    tenantId === undefined ? isNull(staff.tenant_id) : eq(staff.tenant_id, tenantId),
  );

/** Lists members, newest first. */
export async function listStaff(
  db: Database,
  scope: StaffScope,
  page: { offset: number; limit: number },
): Promise<{ rows: StaffRow[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(staff)
      .where(within(scope))
      .orderBy(desc(staff.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(staff).where(within(scope)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * The condition that a member has joined and is active: an invited member might never join. `row`
 * is the alias of `staff` in the query.
 */
const isIn = (row: string) =>
  sql.raw(`(${row}.deactivated_at_ms IS NULL AND (${row}.audience = 'admin'
    OR ${row}.email_verified_at_ms IS NOT NULL OR ${row}.password_hash IS NOT NULL))`);

/** The condition that another active member has the role; it protects the role's last member. */
const anotherOf = (role: string) => sql`EXISTS (
  SELECT 1 FROM staff AS other
  WHERE other.audience = ${staff.audience} AND other.tenant_id IS ${staff.tenant_id}
    AND other.role = ${role} AND ${isIn('other')} AND other.id <> ${staff.id})`;

/**
 * The condition under which the row's member may lose `role`: they do not have it or are not the
 * last active member who does, and they are not the break-glass owner while single sign-on is
 * enforced.
 */
const keepsOne = (role: string) =>
  sql`(${staff.role} <> ${role} OR NOT ${isIn('staff')} OR ${anotherOf(role)})
    AND NOT ${IS_BREAK_GLASS_WHILE_ENFORCED}`;

/** A query for the member's id; it finds nothing if the member is active and has the role. */
const withoutRole = (scope: StaffScope, id: number, role: string) =>
  sql`(SELECT id FROM ${staff} WHERE ${and(eq(staff.id, id), within(scope))}
    AND (${staff.role} <> ${role} OR ${staff.deactivated_at_ms} IS NOT NULL))`;

interface RowChanges {
  name?: string;
  role?: string;
  deactivatedAtMs?: number | null;
  externalId?: string | null;
  givenName?: string | null;
  familyName?: string | null;
}

/**
 * A query for the member's customer and address; it finds nothing unless the member is suspended.
 */
const suspendedAddress = (scope: StaffScope, id: number) =>
  sql`(SELECT tenant_id, email_normalized FROM ${staff}
    WHERE ${and(eq(staff.id, id), within(scope))} AND ${staff.deactivated_at_ms} IS NOT NULL)`;

/**
 * @param indispensable a role that must keep one active member; when a member loses it, the open
 *   invitations that they sent are revoked
 * @param audit written only if the member is changed
 * @returns undefined when there is no such member, or keepsOne forbids the change
 */
export async function updateStaff(
  db: Database,
  scope: StaffScope,
  id: number,
  changes: RowChanges,
  indispensable: string | undefined,
  { audit, nowMs }: { audit: Statement; nowMs: number },
): Promise<StaffRow | undefined> {
  const { name, role, deactivatedAtMs } = changes;
  const leaves = typeof deactivatedAtMs === 'number';
  const [[row]] = await db.batch([
    db
      .update(staff)
      .set({
        ...(name !== undefined && { name }),
        ...(role !== undefined && { role }),
        ...(deactivatedAtMs !== undefined && { deactivated_at_ms: deactivatedAtMs }),
        ...(changes.externalId !== undefined && { external_id: changes.externalId }),
        ...(changes.givenName !== undefined && { given_name: changes.givenName }),
        ...(changes.familyName !== undefined && { family_name: changes.familyName }),
        // Sessions stay ended even if the deactivation is undone.
        ...(leaves && endOfSessions(deactivatedAtMs)),
      })
      .where(
        and(
          eq(staff.id, id),
          within(scope),
          indispensable === undefined ? undefined : keepsOne(indispensable),
        ),
      )
      .returning(),
    audit,
    ...(leaves ? [endInvitationsTo(db, suspendedAddress(scope, id), nowMs)] : []),
    ...(indispensable === undefined
      ? []
      : [endInvitationsOf(db, withoutRole(scope, id, indispensable), nowMs)]),
  ]);
  return row;
}

/**
 * Deletes a member and their sessions, passkeys and codes, and revokes open invitations from and to
 * them.
 * @param audit written only if the member is deleted
 * @returns undefined when there is no such member, or keepsOne forbids the removal
 */
export async function deleteStaff(
  db: Database,
  scope: StaffScope,
  id: number,
  indispensable: string,
  { audit, nowMs }: { audit: Statement; nowMs: number },
): Promise<StaffRow | undefined> {
  const leaves = and(eq(staff.id, id), within(scope), keepsOne(indispensable));
  const [, , [row]] = await db.batch([
    // Ends the invitations first, because without their sender they would look like invitations
    // from operators.
    endInvitationsOf(db, sql`(SELECT id FROM ${staff} WHERE ${leaves})`, nowMs),
    endInvitationsTo(
      db,
      sql`(SELECT tenant_id, email_normalized FROM ${staff} WHERE ${leaves})`,
      nowMs,
    ),
    db.delete(staff).where(leaves).returning(),
    audit,
  ]);
  return row;
}

/**
 * Confirms a member's email address; of several members with the same address, only one can confirm
 * it (D-79).
 * @param also statements that take effect only if the address is confirmed
 * @returns false when there is no such member, or the address has already been confirmed, by this
 *   member or another
 */
export async function markEmailVerified(
  db: Database,
  id: number,
  emailNormalized: string,
  nowMs: number,
  also: readonly Statement[],
): Promise<boolean> {
  const [marked] = await db.batch([
    db
      .update(staff)
      .set({ email_verified_at_ms: nowMs })
      .where(
        and(
          eq(staff.id, id),
          eq(staff.email_normalized, emailNormalized),
          isNull(staff.email_verified_at_ms),
          isAddressFree(emailNormalized),
        ),
      )
      .returning({ id: staff.id }),
    ...also,
  ]);
  return marked.length === 1;
}
