// SQL for account owners' faces.
import { and, eq, lt } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { accountFaces } from '../../../db/schema/index.ts';
import { toAccountFace } from './account-face-row.ts';
import type { AccountFace } from './enrolled-face.ts';

export async function findFaceOf(
  db: Database,
  accountId: number,
): Promise<AccountFace | undefined> {
  const [row] = await db.select().from(accountFaces).where(eq(accountFaces.account_id, accountId));
  return row && toAccountFace(row);
}

/**
 * Writes an account's face, replacing an earlier one.
 * @param onlyIf the condition under which the face is written
 */
export function faceRow(db: Database, face: AccountFace, onlyIf: Condition): Statement {
  const { account_id, ...set } = toRow(face);
  return insertWhen(db, accountFaces, { account_id, ...set }, onlyIf)
    .onConflictDoUpdate({ target: accountFaces.account_id, set })
    .returning({ id: accountFaces.id });
}

const toRow = (face: AccountFace): typeof accountFaces.$inferInsert => ({
  id: face.id,
  account_id: face.accountId,
  sealed: face.sealed,
  sealed_by: face.sealedBy,
  model: face.model,
  consent_notice: face.consent.notice,
  consented_at_ms: face.consent.atMs,
  enrolled_at_ms: face.enrolledAtMs,
  last_used_at_ms: face.lastUsedAtMs,
});

/** Records a use of the face if the previous statement in the batch changed a row. */
export const faceUse = (db: Database, id: string, nowMs: number): Statement =>
  db
    .update(accountFaces)
    .set({ last_used_at_ms: nowMs })
    .where(and(eq(accountFaces.id, id), AFTER_CHANGE));

export const faceRemoval = (db: Database, accountId: number): Statement =>
  db.delete(accountFaces).where(eq(accountFaces.account_id, accountId));

export async function removeFace(
  db: Database,
  accountId: number,
  behind: readonly Statement[],
): Promise<boolean> {
  const [removed] = await db.batch([
    db
      .delete(accountFaces)
      .where(eq(accountFaces.account_id, accountId))
      .returning({ id: accountFaces.id }),
    ...behind,
  ]);
  return removed.length > 0;
}

export async function deleteUnusedFaces(db: Database, usedBeforeMs: number): Promise<void> {
  await deleteAtOnce(db, accountFaces, lt(accountFaces.last_used_at_ms, usedBeforeMs));
}
