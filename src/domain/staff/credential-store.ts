// SQL of what staff sign in with besides a password: passkeys and recovery codes.
import { and, asc, count, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staff, staffPasskeys, staffRecoveryCodes } from '../../db/schema/index.ts';
import type { Audience } from './member.ts';
import type { StaffRow } from './store.ts';

export type PasskeyRow = typeof staffPasskeys.$inferSelect;

export async function listPasskeyRows(db: Database, staffId: number): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staff_id, staffId))
    .orderBy(asc(staffPasskeys.id));
}

/** Of the member with that address, if there is one. One read, known or not. */
export async function listCredentialIds(
  db: Database,
  audience: Audience,
  emailNormalized: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: staffPasskeys.credential_id })
    .from(staff)
    .innerJoin(staffPasskeys, eq(staffPasskeys.staff_id, staff.id))
    .where(and(eq(staff.audience, audience), eq(staff.email_normalized, emailNormalized)))
    .orderBy(asc(staffPasskeys.id));
  return rows.map(({ id }) => id);
}

export async function findPasskey(
  db: Database,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; owner: StaffRow } | undefined> {
  const [row] = await db
    .select({ passkey: staffPasskeys, owner: staff })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staff_id))
    .where(eq(staffPasskeys.credential_id, credentialId));
  return row;
}

/** @returns undefined when the credential is registered already */
export async function insertPasskey(
  db: Database,
  row: typeof staffPasskeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [inserted] = await db.insert(staffPasskeys).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function notePasskeyUse(
  db: Database,
  id: number,
  use: { counter: number; backedUp: boolean; nowMs: number },
): Promise<void> {
  await db
    .update(staffPasskeys)
    .set({ counter: use.counter, backed_up: use.backedUp, last_used_at_ms: use.nowMs })
    .where(eq(staffPasskeys.id, id));
}

const ownPasskey = (staffId: number, id: number) =>
  and(eq(staffPasskeys.id, id), eq(staffPasskeys.staff_id, staffId));

export async function renamePasskeyRow(
  db: Database,
  staffId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .update(staffPasskeys)
    .set({ name })
    .where(ownPasskey(staffId, id))
    .returning();
  return row;
}

export async function deletePasskeyRow(
  db: Database,
  staffId: number,
  id: number,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.delete(staffPasskeys).where(ownPasskey(staffId, id)).returning();
  return row;
}

/** Older codes are gone. @param hashes SHA-256, hex */
export async function replaceRecoveryCodes(
  db: Database,
  staffId: number,
  hashes: readonly string[],
): Promise<void> {
  await db.batch([
    db.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staff_id, staffId)),
    db.insert(staffRecoveryCodes).values(hashes.map((hash) => ({ staff_id: staffId, hash }))),
  ]);
}

/** Uses a code up. @returns whether it was one of theirs */
export async function takeRecoveryCode(
  db: Database,
  staffId: number,
  hash: string,
): Promise<boolean> {
  const taken = await db
    .delete(staffRecoveryCodes)
    .where(and(eq(staffRecoveryCodes.staff_id, staffId), eq(staffRecoveryCodes.hash, hash)))
    .returning({ hash: staffRecoveryCodes.hash });
  return taken.length === 1;
}

export async function countRecoveryCodes(db: Database, staffId: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(staffRecoveryCodes)
    .where(eq(staffRecoveryCodes.staff_id, staffId));
  return row?.left ?? 0;
}
