// SQL for the links between members of staff and their subjects at an identity provider. A group is
// the staff of one customer, or the operators; each group has its own provider.
import { and, asc, count, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { IS_INVITED } from '../../../db/owned-address.ts';
import {
  staff,
  staffIdentities,
  staffInvitations,
  staffSessions,
} from '../../../db/schema/index.ts';
import type { ProviderProof } from './provider-proof.ts';
import type { StaffRow } from './staff-row.ts';

type Subject = Pick<ProviderProof, 'tenantId' | 'issuer' | 'subject'>;

/** The condition that a link belongs to one customer's provider, or to the operators' provider. */
const ofGroup = ({ tenantId }: Pick<Subject, 'tenantId'>) =>
  tenantId === undefined
    ? isNull(staffIdentities.tenant_id)
    : eq(staffIdentities.tenant_id, tenantId);

const ofSubject = ({ issuer, subject, ...group }: Subject) =>
  and(ofGroup(group), eq(staffIdentities.issuer, issuer), eq(staffIdentities.subject, subject));

/** @returns the member of the staff group who is linked to the subject */
export async function findStaffBySubject(
  db: Database,
  subject: Subject,
): Promise<StaffRow | undefined> {
  const [row] = await db
    .select({ staff })
    .from(staffIdentities)
    .innerJoin(staff, eq(staff.id, staffIdentities.staff_id))
    .where(ofSubject(subject));
  return row?.staff;
}

/** Whether the member is linked to a subject of the given issuer. */
export async function hasIdentity(db: Database, staffId: number, issuer: string): Promise<boolean> {
  const rows = await db
    .select({ id: staffIdentities.id })
    .from(staffIdentities)
    .where(and(eq(staffIdentities.staff_id, staffId), eq(staffIdentities.issuer, issuer)));
  return rows.length === 1;
}

/**
 * Links the member to the provider's subject. Must run directly after another statement, and writes
 * only if that statement changed something and neither the member nor the subject is already
 * linked.
 */
export const linkAfterChange = (
  db: Database,
  proof: Subject,
  staffId: number,
  nowMs: number,
): Statement => linkTo(db, proof, sql`${staffId}`, nowMs);

/**
 * Like linkAfterChange, but for the member of the staff group who has the given address and has
 * just been created.
 */
export const linkOwnerAfterChange = (
  db: Database,
  proof: Subject,
  emailNormalized: string,
  nowMs: number,
): Statement => {
  const { tenantId } = proof;
  const isOfGroup =
    tenantId === undefined
      ? sql`audience = 'admin'`
      : sql`audience = 'dashboard' AND tenant_id = ${tenantId} AND email_verified_at_ms IS NOT NULL`;
  const owner = sql`(SELECT id FROM staff WHERE ${isOfGroup} AND email_normalized = ${emailNormalized})`;
  return linkTo(db, proof, owner, nowMs);
};

const linkTo = (
  db: Database,
  { tenantId, issuer, subject }: Subject,
  staffId: SQL,
  nowMs: number,
): Statement =>
  insertWhen(
    db,
    staffIdentities,
    {
      staff_id: 0,
      tenant_id: tenantId ?? null,
      issuer,
      subject,
      linked_at_ms: nowMs,
      last_used_at_ms: nowMs,
    },
    AFTER_CHANGE,
    { staff_id: staffId },
  ).onConflictDoNothing();

/**
 * Links a newly written session to the member's subject and to the provider's session, and records
 * the use of the subject; does nothing if no session was written.
 * @param sessionId the member's session
 */
export const noteIdentity = (
  db: Database,
  { staffId, sessionId }: { staffId: number; sessionId: string },
  { issuer, subject, sid }: ProviderProof,
  nowMs: number,
): Statement[] => {
  const mine = and(
    eq(staffIdentities.staff_id, staffId),
    eq(staffIdentities.issuer, issuer),
    eq(staffIdentities.subject, subject),
  );
  return [
    db
      .update(staffSessions)
      .set({
        identity_id: sql`(SELECT id FROM ${staffIdentities} WHERE ${mine})`,
        provider_sid: sid ?? null,
      })
      .where(eq(staffSessions.id, sessionId)),
    db
      .update(staffIdentities)
      .set({ last_used_at_ms: nowMs })
      .where(and(mine, sql`EXISTS (SELECT 1 FROM staff_sessions WHERE id = ${sessionId})`)),
    ...welcome(db, { staffId, sessionId }, nowMs),
  ];
};

/**
 * Marks a member created by the customer's directory (D-160) as joined, once their session is
 * written: the provider vouches for an address of a domain that the customer has proven. Their
 * invitation is used up.
 */
function welcome(
  db: Database,
  { staffId, sessionId }: { staffId: number; sessionId: string },
  nowMs: number,
): Statement[] {
  const waits = sql`id = ${staffId} AND ${IS_INVITED} AND EXISTS (SELECT 1 FROM staff_sessions WHERE id = ${sessionId})
    AND NOT EXISTS (SELECT 1 FROM staff AS owner WHERE owner.audience = 'dashboard'
      AND owner.email_normalized = staff.email_normalized AND owner.email_verified_at_ms IS NOT NULL)`;
  return [
    db
      .update(staffInvitations)
      .set({ accepted_at_ms: nowMs })
      .where(
        and(
          sql`(${staffInvitations.tenant_id}, ${staffInvitations.email_normalized}) IN
            (SELECT tenant_id, email_normalized FROM staff WHERE ${waits})`,
          isNull(staffInvitations.accepted_at_ms),
          isNull(staffInvitations.revoked_at_ms),
        ),
      ),
    db.update(staff).set({ email_verified_at_ms: nowMs }).where(waits),
  ];
}

/**
 * A member who is linked to the provider, with the times at which the link was made and last used.
 */
export interface LinkedMember {
  staffId: number;
  name: string;
  email: string;
  linkedAtMs: number;
  lastUsedAtMs: number;
}

/** Lists the members linked to the group's provider, oldest link first. */
export async function listLinked(
  db: Database,
  group: Omit<Subject, 'subject'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: LinkedMember[]; total: number }> {
  const theirs = and(ofGroup(group), eq(staffIdentities.issuer, group.issuer));
  const [rows, [counted]] = await db.batch([
    db
      .select({
        staffId: staff.id,
        name: staff.name,
        email: staff.email,
        linkedAtMs: staffIdentities.linked_at_ms,
        lastUsedAtMs: staffIdentities.last_used_at_ms,
      })
      .from(staffIdentities)
      .innerJoin(staff, eq(staff.id, staffIdentities.staff_id))
      .where(theirs)
      .orderBy(asc(staffIdentities.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(staffIdentities).where(theirs),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * Removes a link and ends the sessions that were started through it.
 * @param audit the audit entry, written only if the link is removed
 * @returns whether the member was linked
 */
export async function unlink(
  db: Database,
  { staffId, ...group }: Pick<Subject, 'tenantId'> & { staffId: number },
  nowMs: number,
  audit: Statement,
): Promise<boolean> {
  const theirs = and(eq(staffIdentities.staff_id, staffId), ofGroup(group));
  const ids = db.select({ id: staffIdentities.id }).from(staffIdentities).where(theirs);
  const [, deleted] = await db.batch([
    db
      .update(staffSessions)
      .set({ revoked_at_ms: nowMs })
      .where(
        and(sql`${staffSessions.identity_id} IN (${ids})`, isNull(staffSessions.revoked_at_ms)),
      ),
    db.delete(staffIdentities).where(theirs).returning({ id: staffIdentities.id }),
    audit,
  ]);
  return deleted.length > 0;
}

/**
 * @param sid if given, ends only the sessions with this provider session id
 * @returns the number of ended sessions
 */
export async function endSessionsBySubject(
  db: Database,
  {
    staffId,
    subject,
    sid,
  }: { staffId: number | undefined; subject: Omit<Subject, 'subject'>; sid: string | undefined },
  nowMs: number,
  audit: Statement,
): Promise<number> {
  const identities = sql`(SELECT id FROM ${staffIdentities} WHERE ${and(
    ofGroup(subject),
    eq(staffIdentities.issuer, subject.issuer),
    staffId === undefined ? undefined : eq(staffIdentities.staff_id, staffId),
  )})`;
  const [ended] = await db.batch([
    db
      .update(staffSessions)
      .set({ revoked_at_ms: nowMs })
      .where(
        and(
          sql`${staffSessions.identity_id} IN ${identities}`,
          isNull(staffSessions.revoked_at_ms),
          sid === undefined ? undefined : eq(staffSessions.provider_sid, sid),
        ),
      )
      .returning({ id: staffSessions.id }),
    audit,
  ]);
  return ended.length;
}
