// SQL for a customer's directory: finding members, creating them with an invitation, and assigning
// their roles.
import { and, asc, count, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { IS_INVITED, OWNS_ADDRESS } from '../../../db/owned-address.ts';
import { openInvitationsTo } from '../../../db/open-invitations.ts';
import { endInvitationsOf } from '../../../db/sent-invitations.ts';
import { staff, staffInvitations, tenants } from '../../../db/schema/index.ts';
import { toInvitationRow, type Invitation } from '../team-membership/invitation.ts';
import type { StaffRow } from '../staff/staff-row.ts';

/** A search for members, who must meet all of these conditions. Addresses are normalised. */
export interface MemberFilter {
  ids: number[];
  addresses: string[];
  externalIds: string[];
  active: boolean[];
  /** Whether one of the comparisons cannot match any member, so that the result is empty. */
  nobody: boolean;
}

const ofTenant = (tenantId: string) =>
  and(eq(staff.audience, 'dashboard'), eq(staff.tenant_id, tenantId));

/**
 * @param page.limit if 0, only the total is returned
 * @returns members in order of creation
 */
export async function findMemberRows(
  db: Database,
  tenantId: string,
  filter: MemberFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: StaffRow[]; total: number }> {
  const found = and(
    ofTenant(tenantId),
    filter.nobody ? sql`FALSE` : undefined,
    ...filter.ids.map((id) => eq(staff.id, id)),
    ...filter.addresses.map((address) => eq(staff.email_normalized, address)),
    ...filter.externalIds.map((id) => eq(staff.external_id, id)),
    ...filter.active.map((isActive) =>
      isActive ? isNull(staff.deactivated_at_ms) : sql`${staff.deactivated_at_ms} IS NOT NULL`,
    ),
  );
  const [rows, [counted]] = await db.batch([
    db.select().from(staff).where(found).orderBy(asc(staff.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(staff).where(found),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export interface MemberRole {
  id: number;
  name: string;
  role: string;
}

/** @returns every member, in order of creation */
export const listRoles = (db: Database, tenantId: string): Promise<MemberRole[]> =>
  db
    .select({ id: staff.id, name: staff.name, role: staff.role })
    .from(staff)
    .where(ofTenant(tenantId))
    .orderBy(asc(staff.id));

export interface PlaceOfAddress {
  teamName: string;
  /** The language of the customer's pages. */
  locale: string | null;
  /** The row id of the customer's member with this address, confirmed or not. */
  memberId: number | null;
  /**
   * The id of the customer, this one or another, whose member has confirmed the address; null if no
   * member has.
   */
  provedAt: string | null;
  hasOpenInvitation: boolean;
}

/** Reads everything that could prevent adding a member with the given address. */
export async function readPlace(
  db: Database,
  tenantId: string,
  emailNormalized: string,
  nowMs: number,
): Promise<PlaceOfAddress | undefined> {
  const byAddress = eq(staff.email_normalized, emailNormalized);
  const here = db
    .select({ id: staff.id })
    .from(staff)
    .where(and(ofTenant(tenantId), byAddress));
  const proved = db
    .select({ id: staff.tenant_id })
    .from(staff)
    .where(and(eq(staff.audience, 'dashboard'), byAddress, OWNS_ADDRESS));
  const open = db
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(openInvitationsTo(tenantId, emailNormalized, nowMs));
  const [row] = await db
    .select({
      teamName: tenants.name,
      locale: tenants.default_locale,
      memberId: sql<number | null>`${here.limit(1)}`,
      provedAt: sql<string | null>`${proved.limit(1)}`,
      hasOpenInvitation: sql`EXISTS ${open}`.mapWith(Boolean),
    })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  return row;
}

interface NewUser {
  tenantId: string;
  email: string;
  emailNormalized: string;
  name: string;
  givenName: string | null;
  familyName: string | null;
  externalId: string | null;
  role: string;
  isActive: boolean;
}

interface SealedInvitation {
  invitation: Invitation;
  tokenHash: string;
}

/**
 * Inserts the member, the audit entry and the invitation, if any: all or none. A new invitation
 * revokes older ones to the address.
 * @param most the maximum number of members
 * @param audit the audit entry for the insert, written directly after it
 * @returns undefined when a member of the customer has the address, or the limit is reached
 */
export async function insertUser(
  db: Database,
  user: NewUser,
  sealed: SealedInvitation | undefined,
  { most, nowMs, audit }: { most: number; nowMs: number; audit: Statement },
): Promise<StaffRow | undefined> {
  const { tenantId, emailNormalized } = user;
  const row = {
    audience: 'dashboard' as const,
    tenant_id: tenantId,
    email: user.email,
    email_normalized: emailNormalized,
    name: user.name,
    given_name: user.givenName,
    family_name: user.familyName,
    external_id: user.externalId,
    role: user.role,
    created_at_ms: nowMs,
    deactivated_at_ms: user.isActive ? null : nowMs,
  };
  const others = db.select({ id: staff.id }).from(staff).where(ofTenant(tenantId));
  const same = and(ofTenant(tenantId), eq(staff.email_normalized, emailNormalized));
  const isFree = sql`NOT EXISTS ${db.select({ id: staff.id }).from(staff).where(same)}`;
  const isRoom = sql`(SELECT COUNT(*) FROM ${others}) < ${most}`;
  const [[made]] = await db.batch([
    insertWhen(db, staff, row, sql`${isFree} AND ${isRoom}`).returning(),
    audit,
    ...(sealed === undefined ? [] : replaceInvitations(db, sealed, nowMs)),
  ]);
  return made;
}

/**
 * Prepares the statements that write the new invitation, if the statement before them changed
 * something, and revoke older ones.
 */
function replaceInvitations(
  db: Database,
  { invitation, tokenHash }: SealedInvitation,
  nowMs: number,
): Statement[] {
  const { id, tenantId, emailNormalized } = invitation;
  const row = toInvitationRow(invitation, { tokenHash, invitedBy: null });
  return [
    insertWhen(db, staffInvitations, row, AFTER_CHANGE),
    db
      .update(staffInvitations)
      .set({ revoked_at_ms: nowMs })
      .where(
        and(
          openInvitationsTo(tenantId, emailNormalized, nowMs),
          ne(staffInvitations.id, id),
          // Older invitations stay valid when there is no new one.
          sql`EXISTS (SELECT 1 FROM staff_invitations AS made WHERE made.id = ${id})`,
        ),
      ),
  ];
}

/**
 * Creates a new invitation for a member who was created earlier and has not joined yet.
 * @returns false when the member has joined, is deactivated or already has an open invitation
 */
export async function inviteAgain(
  db: Database,
  sealed: SealedInvitation,
  nowMs: number,
): Promise<boolean> {
  const { tenantId, emailNormalized } = sealed.invitation;
  const row = toInvitationRow(sealed.invitation, { tokenHash: sealed.tokenHash, invitedBy: null });
  const waiting = db
    .select({ id: staff.id })
    .from(staff)
    .where(
      and(
        ofTenant(tenantId),
        eq(staff.email_normalized, emailNormalized),
        IS_INVITED,
        isNull(staff.deactivated_at_ms),
      ),
    );
  const open = db
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(openInvitationsTo(tenantId, emailNormalized, nowMs));
  const made = await insertWhen(
    db,
    staffInvitations,
    row,
    sql`EXISTS ${waiting} AND NOT EXISTS ${open}`,
  ).returning({ id: staffInvitations.id });
  return made.length > 0;
}

interface RoleMoves {
  /** Members who receive this role instead of their current role. */
  into: { role: string; ids: readonly number[] };
  /** Members who have `into.role` and receive this role instead. */
  out: { role: string; ids: readonly number[] };
  /** The role that each moved member had when the roles were read. */
  seen: readonly (readonly [id: number, role: string])[];
}

/**
 * Changes the roles of all given members or of none, in one statement.
 * @param indispensable a role that must keep one active member; invitations sent by members who
 *   lose this role are revoked
 * @param audits one audit entry for each member, written only if the roles are changed
 * @returns the number of members whose role was changed: 0 when a role has changed since it was
 *   read, or the indispensable role would be left without an active member
 */
export async function moveRoles(
  db: Database,
  tenantId: string,
  { into, out, seen }: RoleMoves,
  indispensable: string,
  { audits, nowMs }: { audits: readonly Statement[]; nowMs: number },
): Promise<number> {
  const [ins, outs] = [idsOf(into.ids), idsOf(out.ids)];
  const promoted = into.role === indispensable ? ins : NOBODY;
  const demoted = into.role === indispensable ? outs : ins;
  const [moved] = await db.batch([
    db
      .update(staff)
      .set({ role: sql`CASE WHEN id IN ${ins} THEN ${into.role} ELSE ${out.role} END` })
      .where(
        and(
          ofTenant(tenantId),
          sql`(id IN ${ins} OR id IN ${outs})`,
          areAsSeen(tenantId, seen),
          keepsOneOf(tenantId, indispensable, promoted, demoted),
        ),
      )
      .returning({ id: staff.id }),
    ...audits,
    endInvitationsOf(
      db,
      sql`(SELECT id FROM ${staff} WHERE ${and(ofTenant(tenantId), ne(staff.role, indispensable))} AND id IN ${demoted})`,
      nowMs,
    ),
  ]);
  return moved.length;
}

const NOBODY = sql`(NULL)`;

/** Binds the ids as one value, since D1 allows at most a hundred values per statement. */
const idsOf = (ids: readonly number[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Whether all roles are still as they were read, checked once before the statement changes
 * anything.
 */
const areAsSeen = (tenantId: string, seen: RoleMoves['seen']): SQL => sql`(
  SELECT COUNT(*) FROM json_each(${JSON.stringify(seen)}) AS one
    JOIN staff AS held ON held.id = one.value ->> 0 AND held.role = one.value ->> 1
  WHERE held.audience = 'dashboard' AND held.tenant_id = ${tenantId}) = ${seen.length}`;

/** Whether the role still has an active member after the move, or no active member loses it. */
function keepsOneOf(tenantId: string, role: string, promoted: SQL, demoted: SQL): SQL {
  const active = sql`FROM staff AS held WHERE held.audience = 'dashboard'
    AND held.tenant_id = ${tenantId} AND held.deactivated_at_ms IS NULL
    AND (held.email_verified_at_ms IS NOT NULL OR held.password_hash IS NOT NULL)`;
  return sql`(
    EXISTS (SELECT 1 ${active} AND (held.id IN ${promoted}
      OR (held.role = ${role} AND held.id NOT IN ${demoted})))
    OR NOT EXISTS (SELECT 1 ${active} AND held.role = ${role} AND held.id IN ${demoted}))`;
}
