// SQL of passkeys of staff. Those of accounts are in domain/passkeys: neither signs in where the other does.
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staff, staffPasskeys } from '../../db/schema/index.ts';
import { toPasskey, toPasskeyColumns } from '../passkeys/passkey-row.ts';
import type { NewPasskey, Passkey } from '../passkeys/passkey.ts';
import type { Audience } from './member.ts';
import type { StaffRow } from './store.ts';

/** @returns the oldest first */
export async function listPasskeysOfStaff(db: Database, staffId: number): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staff_id, staffId))
    .orderBy(asc(staffPasskeys.id));
  return rows.map(toPasskey);
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

/** @returns undefined when the credential is registered already */
export async function insertStaffPasskey(
  db: Database,
  staffId: number,
  passkey: NewPasskey,
): Promise<Passkey | undefined> {
  const [row] = await db
    .insert(staffPasskeys)
    .values({ staff_id: staffId, ...toPasskeyColumns(passkey) })
    .onConflictDoNothing()
    .returning();
  return row && toPasskey(row);
}

export async function writePasskeyUse(
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
): Promise<Passkey | undefined> {
  const [row] = await db
    .update(staffPasskeys)
    .set({ name })
    .where(ownPasskey(staffId, id))
    .returning();
  return row && toPasskey(row);
}

export async function deletePasskeyRow(
  db: Database,
  staffId: number,
  id: number,
): Promise<Passkey | undefined> {
  const [row] = await db.delete(staffPasskeys).where(ownPasskey(staffId, id)).returning();
  return row && toPasskey(row);
}
