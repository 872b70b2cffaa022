// SQL of invitations to a customer's staff.
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
import { isAddressFree } from '../../../db/owned-address.ts';
import { deleteInSlices } from '../../../db/delete-in-slices.ts';
import { staff, staffInvitations, tenants } from '../../../db/schema/index.ts';
import { RIGHTS } from '../team/rights.ts';
import type { Invitation } from './invitation.ts';

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

const isOpen = (nowMs: number) =>
  and(
    isNull(staffInvitations.accepted_at_ms),
    isNull(staffInvitations.revoked_at_ms),
    gt(staffInvitations.expires_at_ms, nowMs),
  );

/** Whoever loses the right while the invitation is made invites nobody: those that were there have ended with it. */
const mayInvite = (tenantId: string, senderId: number): SQL => {
  const { id, tenant_id, role, deactivated_at_ms } = staff;
  const isActive = and(eq(id, senderId), eq(tenant_id, tenantId), isNull(deactivated_at_ms));
  return sql`EXISTS (SELECT 1 FROM ${staff} WHERE ${and(isActive, inArray(role, RIGHTS['team.manage']))})`;
};

/** `not_allowed`: its sender may not invite any more; `full`: so many are open already. */
type Sent = { ok: true; teamName: string } | { ok: false; reason: 'not_allowed' | 'full' };

/**
 * Writes it and revokes older ones of the same address, both or none.
 * @param invitedBy null: an operator
 * @param most how many may be open, those of the address not counted
 * @param audit goes with it, or not at all
 */
export async function insertInvitation(
  db: Database,
  invitation: Invitation,
  { tokenHash, invitedBy }: { tokenHash: string; invitedBy: number | null },
  most: number,
  audit: Statement,
): Promise<Sent> {
  const { id, tenantId, emailNormalized, createdAtMs: nowMs } = invitation;
  const row = {
    id,
    tenant_id: tenantId,
    email: invitation.email,
    email_normalized: emailNormalized,
    role: invitation.role,
    name: invitation.name ?? null,
    token_hash: tokenHash,
    invited_by: invitedBy,
    created_at_ms: nowMs,
    expires_at_ms: invitation.expiresAtMs,
  };
  const others = and(
    eq(staffInvitations.tenant_id, tenantId),
    isOpen(nowMs),
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
          eq(staffInvitations.tenant_id, tenantId),
          eq(staffInvitations.email_normalized, emailNormalized),
          isOpen(nowMs),
          ne(staffInvitations.id, id),
          // Not when the new one was refused.
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
  const open = and(eq(staffInvitations.tenant_id, tenantId), isOpen(nowMs));
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

/** @param audit goes with it, or not at all @returns whether there was an open one */
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
        and(eq(staffInvitations.id, id), eq(staffInvitations.tenant_id, tenantId), isOpen(nowMs)),
      )
      .returning({ id: staffInvitations.id }),
    audit,
  ]);
  return revoked.length === 1;
}

export async function findOpenInvitation(
  db: Database,
  tokenHash: string,
  nowMs: number,
): Promise<Invitation | undefined> {
  const [row] = await db
    .select()
    .from(staffInvitations)
    .where(and(eq(staffInvitations.token_hash, tokenHash), isOpen(nowMs)));
  return row && toInvitation(row);
}

/** @returns one that was accepted, as long as its link would have been good */
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
 * Uses the invitation up and makes the member; both or none.
 * @param also goes with it, or not at all
 * @returns the member's id; undefined when it was used or revoked, or somebody has proved the address
 */
export async function joinByInvitation(
  db: Database,
  { id, tenantId, email, emailNormalized, role }: Invitation,
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
  const [, [joined]] = await db.batch([
    db
      .update(staffInvitations)
      .set({ accepted_at_ms: nowMs })
      .where(and(eq(staffInvitations.id, id), isOpen(nowMs), isAddressFree(emailNormalized))),
    insertWhen(db, staff, member, AFTER_CHANGE).returning({ id: staff.id }),
    ...also,
  ]);
  return joined?.id;
}

export async function deleteInvitationsBefore(db: Database, untilMs: number): Promise<void> {
  await deleteInSlices(db, staffInvitations, lt(staffInvitations.created_at_ms, untilMs));
}
