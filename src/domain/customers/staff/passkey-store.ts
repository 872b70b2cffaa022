// SQL for staff passkeys. domain/accounts/passkeys handles account owners' passkeys: neither kind
// can be used in place of the other.
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { OWNS_ADDRESS } from '../../../db/owned-address.ts';
import { staff, staffPasskeys } from '../../../db/schema/index.ts';
import { toPasskey, toPasskeyColumns } from '../../platform/credentials/passkey-row.ts';
import type { NewPasskey, Passkey } from '../../platform/credentials/passkey.ts';
import type { StaffAudience } from './member.ts';
import { markSession } from './second-factor-store.ts';
import { staffSessionLives } from './session-store.ts';
import type { StaffRow } from './staff-row.ts';

/** @returns passkeys, oldest first */
export async function listPasskeysOfStaff(db: Database, staffId: number): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staff_id, staffId))
    .orderBy(asc(staffPasskeys.id));
  return rows.map(toPasskey);
}

/**
 * Lists the credential ids of the passkeys of the email address's owner, most recently used first.
 * Takes one read, whether or not the address has an owner.
 */
export async function listCredentialIds(
  db: Database,
  audience: StaffAudience,
  emailNormalized: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: staffPasskeys.credential_id })
    .from(staff)
    .innerJoin(staffPasskeys, eq(staffPasskeys.staff_id, staff.id))
    .where(
      and(eq(staff.audience, audience), eq(staff.email_normalized, emailNormalized), OWNS_ADDRESS),
    )
    .orderBy(desc(staffPasskeys.last_used_at_ms), desc(staffPasskeys.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findOwnedStaffPasskey(
  db: Database,
  credentialId: string,
): Promise<{ passkey: Passkey; owner: StaffRow } | undefined> {
  const [row] = await db
    .select({ passkey: staffPasskeys, owner: staff })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staff_id))
    .where(eq(staffPasskeys.credential_id, credentialId));
  return row && { passkey: toPasskey(row.passkey), owner: row.owner };
}

/**
 * Removes all passkeys of a member.
 * @param condition the condition under which they are removed
 */
export const removePasskeysWhen = (db: Database, staffId: number, condition: SQL): Statement =>
  db.delete(staffPasskeys).where(and(eq(staffPasskeys.staff_id, staffId), condition));

/**
 * Inserts a passkey; the calling session then counts as having shown both factors.
 * @param also statements that run in order, each only if the one before it changed something
 * @returns undefined when the credential is already registered, or the calling session has ended
 */
export async function insertStaffPasskey(
  db: Database,
  { id, sessionId }: { id: number; sessionId: string },
  passkey: NewPasskey,
  also: readonly Statement[],
): Promise<Passkey | undefined> {
  const values = { staff_id: id, ...toPasskeyColumns(passkey) };
  const lives = staffSessionLives(db, sessionId, passkey.createdAtMs);
  const insert = insertWhen(db, staffPasskeys, values, lives).onConflictDoNothing().returning();
  const [[row]] = await db.batch([
    insert,
    ...also,
    markSession(db, sessionId, 'passkey', sql`changes() = 1`),
  ]);
  return row && toPasskey(row);
}

/**
 * Records the use of a passkey. A signature counter that is not 0 must increase (WebAuthn 6.1.1):
 * of two uses with the same count, only one is recorded. The use of a removed passkey changes
 * nothing.
 */
export const useOfPasskey = (
  db: Database,
  id: number,
  { counter, backedUp, nowMs }: { counter: number; backedUp: boolean; nowMs: number },
): Statement =>
  db
    .update(staffPasskeys)
    .set({ counter, backed_up: backedUp, last_used_at_ms: nowMs })
    .where(
      sql`${staffPasskeys.id} = ${id} AND (${staffPasskeys.counter} < ${counter} OR (${staffPasskeys.counter} = 0 AND ${counter} = 0))`,
    );

const ownPasskey = (staffId: number, id: number) =>
  and(eq(staffPasskeys.id, id), eq(staffPasskeys.staff_id, staffId));

/** @param audit written only if the passkey is renamed */
export async function renamePasskeyRow(
  db: Database,
  staffId: number,
  id: number,
  name: string,
  audit: Statement,
): Promise<Passkey | undefined> {
  const [[row]] = await db.batch([
    db.update(staffPasskeys).set({ name }).where(ownPasskey(staffId, id)).returning(),
    audit,
  ]);
  return row && toPasskey(row);
}

/**
 * @param also more statements for the batch; they take effect only if the passkey is deleted
 * @returns whether the member had the passkey
 */
export async function deletePasskeyRow(
  db: Database,
  staffId: number,
  id: number,
  also: readonly Statement[],
): Promise<boolean> {
  const [deleted] = await db.batch([
    db.delete(staffPasskeys).where(ownPasskey(staffId, id)).returning({ id: staffPasskeys.id }),
    ...also,
  ]);
  return deleted.length === 1;
}
