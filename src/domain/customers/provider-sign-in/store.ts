// SQL for sign-ins with an identity provider: newcomers, and the factors of existing members.
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { isAddressFree } from '../../../db/owned-address.ts';
import { staff, staffInvitations, staffPasskeys, tenants } from '../../../db/schema/index.ts';
import type { StaffRow } from '../staff/staff-row.ts';

const { accepted_at_ms, revoked_at_ms, expires_at_ms } = staffInvitations;

const isOpen = (nowMs: number) =>
  and(isNull(accepted_at_ms), isNull(revoked_at_ms), gt(expires_at_ms, nowMs));

/** @returns the newest invitation that can still be accepted */
export async function findInvitationOf(
  db: Database,
  tenantId: string,
  emailNormalized: string,
  nowMs: number,
): Promise<{ id: string; role: string } | undefined> {
  const [row] = await db
    .select({ id: staffInvitations.id, role: staffInvitations.role })
    .from(staffInvitations)
    .where(
      and(
        eq(staffInvitations.tenant_id, tenantId),
        eq(staffInvitations.email_normalized, emailNormalized),
        isOpen(nowMs),
      ),
    )
    .orderBy(desc(staffInvitations.created_at_ms))
    .limit(1);
  return row;
}

interface Newcomer {
  tenantId: string;
  email: string;
  emailNormalized: string;
  name: string;
  role: string;
  /**
   * The id of the invitation that is used up when the member is created; undefined when the person
   * was not invited.
   */
  invitationId: string | undefined;
}

/**
 * Creates the member and runs the other statements, all or nothing. The domain and the provider
 * together prove the member's address.
 * @param also more statements for the same batch, each of which writes only if the one before it
 *   changed something: the audit entry, then the link to the provider
 * @returns undefined when another member has confirmed the address, or the invitation has been used
 *   or revoked
 */
export async function insertNewcomer(
  db: Database,
  { tenantId, email, emailNormalized, name, role, invitationId }: Newcomer,
  nowMs: number,
  also: readonly Statement[],
): Promise<StaffRow | undefined> {
  const member = {
    audience: 'dashboard' as const,
    tenant_id: tenantId,
    email,
    email_normalized: emailNormalized,
    email_verified_at_ms: nowMs,
    name,
    role,
    created_at_ms: nowMs,
  };
  const isFree = isAddressFree(emailNormalized);
  // Does nothing when there is no invitation.
  const used = db
    .update(staffInvitations)
    .set({ accepted_at_ms: nowMs })
    .where(and(eq(staffInvitations.id, invitationId ?? ''), isOpen(nowMs), isFree));
  const condition = invitationId === undefined ? isFree : AFTER_CHANGE;
  const [, [row]] = await db.batch([
    used,
    insertWhen(db, staff, member, condition).returning(),
    ...also,
  ]);
  return row;
}

/**
 * Creates an operator and runs the other statements, all or nothing.
 * @param also more statements for the same batch, each of which writes only if the one before it
 *   changed something: the audit entry, then the link to the provider
 * @returns undefined when an operator with this address already exists
 */
export async function insertNewOperator(
  db: Database,
  {
    email,
    emailNormalized,
    name,
    role,
  }: Pick<Newcomer, 'email' | 'emailNormalized' | 'name' | 'role'>,
  nowMs: number,
  also: readonly Statement[],
): Promise<StaffRow | undefined> {
  const operator = {
    audience: 'admin' as const,
    email,
    email_normalized: emailNormalized,
    name,
    role,
    created_at_ms: nowMs,
  };
  const [[row]] = await db.batch([
    db.insert(staff).values(operator).onConflictDoNothing().returning(),
    ...also,
  ]);
  return row;
}

/**
 * Whether the member has a password or a passkey, and can therefore sign in without the provider.
 */
export async function hasOwnProof(db: Database, { id, password_hash }: StaffRow): Promise<boolean> {
  return password_hash !== null || (await hasPasskey(db, id));
}

async function hasPasskey(db: Database, staffId: number): Promise<boolean> {
  const rows = await db
    .select({ id: staffPasskeys.id })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staff_id, staffId))
    .limit(1);
  return rows.length === 1;
}

/**
 * Whether a passkey must be used as the second factor: the member has one, and the customer
 * requires a second factor. Operators always need a second factor (D-63).
 */
export async function requiresPasskey(
  db: Database,
  { id, audience, tenant_id }: StaffRow,
): Promise<boolean> {
  if (audience === 'admin') return hasPasskey(db, id);
  const [tenant] = await db
    .select({ demands: tenants.require_second_factor })
    .from(tenants)
    .where(eq(tenants.id, tenant_id ?? ''));
  return tenant?.demands === true && (await hasPasskey(db, id));
}
