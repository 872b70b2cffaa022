// SQL for staff passwords, and for the links that reset them.
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import { rehash, type Rehash } from '../../../db/rehash.ts';
import type { Database, Statement } from '../../../db/client.ts';
import { OWNS_ADDRESS } from '../../../db/owned-address.ts';
import { staff } from '../../../db/schema/index.ts';
import { removePasskeysWhen } from './passkey-store.ts';
import { endOfSessions, otherSessionsRevocation } from './session-store.ts';

/**
 * Stores a new hash of the same password with the current cost parameters, unless the password has
 * been changed in the meantime.
 */
export const updatePasswordHash = (db: Database, id: number, hashes: Rehash): Promise<void> =>
  rehash(db, staff, id, hashes);

/**
 * Changes the password, invalidates reset links and ends the other sessions.
 * @param whose.changedAtMs when the current password, which the member has just entered, was set
 * @param audit written only if the password changes
 * @returns false when the password has been changed in the meantime, and nothing was written
 */
export async function setPassword(
  db: Database,
  { id, changedAtMs, keptSessionId }: StaffPassword,
  passwordHash: string,
  nowMs: number,
  audit: Statement,
): Promise<boolean> {
  const isSame = sql`${staff.password_changed_at_ms} IS ${changedAtMs}`;
  const [changed] = await db.batch([
    db
      .update(staff)
      .set(passwordColumns(passwordHash, nowMs))
      .where(and(eq(staff.id, id), isSame))
      .returning({ id: staff.id }),
    audit,
    otherSessionsRevocation(db, id, keptSessionId, nowMs),
  ]);
  return changed.length === 1;
}

interface StaffPassword {
  id: number;
  changedAtMs: number | null;
  keptSessionId: string;
}

const passwordColumns = (passwordHash: string, nowMs: number) => ({
  password_hash: passwordHash,
  password_changed_at_ms: nowMs,
  reset_generation: sql`${staff.reset_generation} + 1`,
});

/**
 * Sets a password for a member who has followed the newest reset link. Also confirms an operator's
 * email address, ends every session and removes every passkey. A customer's member receives a link
 * only after confirming the address (D-79).
 * @param audit written only if the password changes
 * @returns false when a newer link has been issued or the password has been changed in the meantime
 */
export async function setPasswordByLink(
  db: Database,
  id: number,
  { hash, nowMs, generation }: { hash: string; nowMs: number; generation: number },
  audit: Statement,
): Promise<boolean> {
  const isNewest = and(eq(staff.id, id), eq(staff.reset_generation, generation), OWNS_ADDRESS);
  // This query must run before the change, while the row still has the link's generation.
  const newest = db.select({ id: staff.id }).from(staff).where(isNewest);
  const change = db
    .update(staff)
    .set({
      ...passwordColumns(hash, nowMs),
      ...endOfSessions(nowMs),
      email_verified_at_ms: sql`COALESCE(${staff.email_verified_at_ms}, ${nowMs})`,
    })
    .where(isNewest)
    .returning({ id: staff.id });
  const [, changed] = await db.batch([removePasskeysWhen(db, id, exists(newest)), change, audit]);
  return changed.length === 1;
}

/**
 * Starts a new generation of reset links, which invalidates older ones.
 * @returns the new generation; undefined for a deactivated member
 */
export async function nextResetGeneration(db: Database, id: number): Promise<number | undefined> {
  const [row] = await db
    .update(staff)
    .set({ reset_generation: sql`${staff.reset_generation} + 1` })
    .where(and(eq(staff.id, id), isNull(staff.deactivated_at_ms)))
    .returning({ generation: staff.reset_generation });
  return row?.generation;
}
