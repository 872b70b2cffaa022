// SQL for invitations to join a customer's staff.
import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { IS_INVITED, isAddressFree } from '../../../db/owned-address.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { isOpenInvitation, openInvitationsTo } from '../../../db/open-invitations.ts';
import { staff, staffInvitations, tenants } from '../../../db/schema/index.ts';
import { RIGHTS } from '../team/rights.ts';
import { toInvitationRow, type Invitation } from './invitation.ts';

type Row = typeof staffInvitations.$inferSelect;

const toInvitation = (row: Row): Invitation => ({
  id: row.id,
  tenantId: row.tenant_id,
  email: row.email,
  emailNormalized: row.email_normalized,
  role: row.role,
  ...(row.name !== null && { name: row.name }),
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
});

/**
 * The condition that the sender still has permission to invite when the invitation is written. This
 * has to be checked, because losing the permission revokes only invitations that have already been
 * written.
 */
const mayInvite = (tenantId: string, senderId: number): SQL => {
  const { id, tenant_id, role, deactivated_at_ms } = staff;
  const isActive = and(eq(id, senderId), eq(tenant_id, tenantId), isNull(deactivated_at_ms));
  return sql`EXISTS (SELECT 1 FROM ${staff} WHERE ${and(isActive, inArray(role, RIGHTS['team.manage']))})`;
};

/**
 * `not_allowed`: the sender may no longer invite; `full`: too many invitations are already open.
 */
type Sent = { ok: true; teamName: string } | { ok: false; reason: 'not_allowed' | 'full' };

/**
 * Writes the invitation and revokes older ones to the same address, or does neither.
 * @param invitedBy null for an operator
 * @param most the maximum number of open invitations, not counting those to the same address
 * @param audit written only if the invitation is inserted
 */
export async function insertInvitation(
  db: Database,
  invitation: Invitation,
  secret: { tokenHash: string; invitedBy: number | null },
  most: number,
  audit: Statement,
): Promise<Sent> {
  const { id, tenantId, emailNormalized, createdAtMs: nowMs } = invitation;
  const { invitedBy } = secret;
  const row = toInvitationRow(invitation, secret);
  const others = and(
    eq(staffInvitations.tenant_id, tenantId),
    isOpenInvitation(nowMs),
    ne(staffInvitations.email_normalized, emailNormalized),
  );
  const isRoom = sql`(SELECT COUNT(*) FROM ${staffInvitations} WHERE ${others}) < ${most}`;
  const isAllowed = invitedBy === null ? sql`TRUE` : mayInvite(tenantId, invitedBy);
  const [inserted, , , [tenant]] = await db.batch([
    insertWhen(db, staffInvitations, row, sql`${isRoom} AND ${isAllowed}`).returning({
      id: staffInvitations.id,
    }),
    audit,
    db
      .update(staffInvitations)
      .set({ revoked_at_ms: nowMs })
      .where(
        and(
          openInvitationsTo(tenantId, emailNormalized, nowMs),
          ne(staffInvitations.id, id),
          // Older invitations stay valid if the new one was refused.
          sql`EXISTS (SELECT 1 FROM staff_invitations AS made WHERE made.id = ${id})`,
        ),
      ),
    db
      .select({ name: tenants.name, isAllowed: isAllowed.mapWith(Boolean) })
      .from(tenants)
      .where(eq(tenants.id, tenantId)),
  ]);
  if (inserted.length === 0 || tenant === undefined)
    return { ok: false, reason: tenant?.isAllowed === false ? 'not_allowed' : 'full' };
  return { ok: true, teamName: tenant.name };
}

export async function listOpenInvitations(
  db: Database,
  tenantId: string,
  nowMs: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Invitation[]; total: number }> {
  const open = and(eq(staffInvitations.tenant_id, tenantId), isOpenInvitation(nowMs));
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(staffInvitations)
      .where(open)
      .orderBy(desc(staffInvitations.created_at_ms), desc(staffInvitations.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(staffInvitations).where(open),
  ]);
  return { rows: rows.map(toInvitation), total: counted?.total ?? 0 };
}

/**
 * @param audit written only if the invitation is revoked
 * @returns whether the invitation was open
 */
export async function revokeInvitationRow(
  db: Database,
  tenantId: string,
  id: string,
  nowMs: number,
  audit: Statement,
): Promise<boolean> {
  const [revoked] = await db.batch([
    db
      .update(staffInvitations)
      .set({ revoked_at_ms: nowMs })
      .where(
        and(
          eq(staffInvitations.id, id),
          eq(staffInvitations.tenant_id, tenantId),
          isOpenInvitation(nowMs),
        ),
      )
      .returning({ id: staffInvitations.id }),
    audit,
  ]);
  return revoked.length === 1;
}

/**
 * `waiting`: the member created by the customer's directory, who joins by accepting the invitation.
 */
type OpenInvitation = Invitation & {
  waiting?: { id: number; name: string; role: string };
};

export async function findOpenInvitation(
  db: Database,
  tokenHash: string,
  nowMs: number,
): Promise<OpenInvitation | undefined> {
  const isTheirs = and(
    eq(staff.tenant_id, staffInvitations.tenant_id),
    eq(staff.email_normalized, staffInvitations.email_normalized),
    eq(staff.audience, 'dashboard'),
    isNull(staff.email_verified_at_ms),
    isNull(staff.password_hash),
  );
  const [row] = await db
    .select({
      invitation: staffInvitations,
      waiting: { id: staff.id, name: staff.name, role: staff.role },
    })
    .from(staffInvitations)
    .leftJoin(staff, isTheirs)
    .where(and(eq(staffInvitations.token_hash, tokenHash), isOpenInvitation(nowMs)));
  if (row === undefined) return undefined;
  return { ...toInvitation(row.invitation), ...(row.waiting && { waiting: row.waiting }) };
}

/** @returns the accepted invitation; undefined once its link would have expired */
export async function findAcceptedInvitation(
  db: Database,
  tokenHash: string,
  nowMs: number,
): Promise<Invitation | undefined> {
  const { token_hash, accepted_at_ms, expires_at_ms } = staffInvitations;
  const [row] = await db
    .select()
    .from(staffInvitations)
    .where(and(eq(token_hash, tokenHash), isNotNull(accepted_at_ms), gt(expires_at_ms, nowMs)));
  return row && toInvitation(row);
}

/**
 * Marks the invitation as accepted and, in the same transaction, creates the member or admits the
 * one created by the customer's directory (D-160).
 * @param also statements that take effect only if the member joins
 * @returns the member's id; undefined when the invitation has been used or revoked, someone has
 *   confirmed the address, or the member is suspended
 */
export async function joinByInvitation(
  db: Database,
  { id, tenantId, email, emailNormalized, role, waiting }: OpenInvitation,
  { name, passwordHash }: { name: string; passwordHash: string },
  nowMs: number,
  also: readonly Statement[],
): Promise<number | undefined> {
  const member = {
    audience: 'dashboard' as const,
    tenant_id: tenantId,
    email,
    email_normalized: emailNormalized,
    email_verified_at_ms: nowMs,
    name,
    role,
    password_hash: passwordHash,
    password_changed_at_ms: nowMs,
    created_at_ms: nowMs,
  };
  const accept = (condition: SQL) =>
    db
      .update(staffInvitations)
      .set({ accepted_at_ms: nowMs })
      .where(
        and(
          eq(staffInvitations.id, id),
          isOpenInvitation(nowMs),
          isAddressFree(emailNormalized),
          condition,
        ),
      );
  const isTheirs = sql`audience = 'dashboard' AND tenant_id = ${tenantId} AND email_normalized = ${emailNormalized}`;
  if (waiting === undefined) {
    const isNobodys = sql`NOT EXISTS (SELECT 1 FROM staff WHERE ${isTheirs} AND ${IS_INVITED})`;
    const [, [joined]] = await db.batch([
      accept(isNobodys),
      insertWhen(db, staff, member, AFTER_CHANGE).returning({ id: staff.id }),
      ...also,
    ]);
    return joined?.id;
  }
  const waits = sql`id = ${waiting.id} AND ${isTheirs} AND ${IS_INVITED} AND deactivated_at_ms IS NULL`;
  const { email_verified_at_ms, password_hash, password_changed_at_ms } = member;
  const [, [joined]] = await db.batch([
    accept(sql`EXISTS (SELECT 1 FROM staff WHERE ${waits})`),
    db
      .update(staff)
      .set({ email_verified_at_ms, password_hash, password_changed_at_ms, name })
      .where(sql`${waits} AND ${AFTER_CHANGE}`)
      .returning({ id: staff.id }),
    ...also,
  ]);
  return joined?.id;
}

export async function deleteInvitationsBefore(db: Database, untilMs: number): Promise<void> {
  await deleteInSlices(db, staffInvitations, lt(staffInvitations.created_at_ms, untilMs));
}
