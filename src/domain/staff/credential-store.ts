// SQL of recovery codes of staff.
import { and, count, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { staffRecoveryCodes } from '../../db/schema/index.ts';

/** Older codes stop working. @param hashes SHA-256, hex */
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
