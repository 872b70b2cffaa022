// SQL for blocked faces.
import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Condition, Database, Statement } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { blockedFaces } from '../../../db/schema/index.ts';
import { hasNotEnded } from '../../../db/tenant-state.ts';
import { type BlockedFace, type BlockingCustomer, type NewBlockedFace } from './blocked-face.ts';

/** An entry that is read to fill the list; its descriptor is still sealed. */
export interface SealedFace {
  id: number;
  name: string;
  sealed: string;
  model: string;
  expiresAtMs: number;
}

const isOf = ({ tenantId, test }: BlockingCustomer) =>
  and(eq(blockedFaces.tenant_id, tenantId), eq(blockedFaces.test, test));

/**
 * Inserts an entry, unless its name or session is already listed, the list is full, or the customer
 * has ended.
 * @param most the maximum number of entries
 * @param audit the audit entry, written only if the blocked face is inserted
 */
export async function insertBlocked(
  db: Database,
  face: NewBlockedFace,
  most: number,
  audit: Statement,
): Promise<boolean> {
  const mayBe = sql`(SELECT count(*) FROM ${blockedFaces} WHERE ${isOf(face)}) < ${most}
    AND ${hasNotEnded(face.tenantId)}`;
  const { id } = blockedFaces;
  const row = toRow(face);
  const insert = insertWhen(db, blockedFaces, row, mayBe, { id: sql`NULL` })
    .onConflictDoNothing()
    .returning({ id });
  const [inserted] = await db.batch([insert, audit]);
  return inserted.length > 0;
}

/** @param by the entry's name or id, or the id of the session that it came from */
export async function findBlocked(
  db: Database,
  customer: BlockingCustomer,
  by: { name: string } | { sessionId: string } | { id: number },
): Promise<BlockedFace | undefined> {
  const isIt =
    'name' in by
      ? eq(blockedFaces.name, by.name)
      : 'id' in by
        ? eq(blockedFaces.id, by.id)
        : eq(blockedFaces.session_id, by.sessionId);
  const [row] = await db
    .select(SHOWN)
    .from(blockedFaces)
    .where(and(isOf(customer), isIt));
  return row && toBlocked(row);
}

/**
 * @returns whether the entry belongs to test mode; undefined when the customer has no such entry
 */
export async function findModeOf(
  db: Database,
  tenantId: string,
  id: number,
): Promise<boolean | undefined> {
  const [row] = await db
    .select({ test: blockedFaces.test })
    .from(blockedFaces)
    .where(and(eq(blockedFaces.tenant_id, tenantId), eq(blockedFaces.id, id)));
  return row?.test;
}

/** Lists the entries that have not expired, newest first. */
export async function pageOfBlocked(
  db: Database,
  customer: BlockingCustomer,
  { offset, limit }: { offset: number; limit: number },
  nowMs: number,
): Promise<{ rows: BlockedFace[]; total: number }> {
  const isListed = and(isOf(customer), gt(blockedFaces.expires_at_ms, nowMs));
  const [rows, [counted]] = await db.batch([
    db
      .select(SHOWN)
      .from(blockedFaces)
      .where(isListed)
      .orderBy(desc(blockedFaces.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(blockedFaces).where(isListed),
  ]);
  return { rows: rows.map(toBlocked), total: counted?.total ?? 0 };
}

/**
 * Reads entries in order of id.
 * @param after the id of the last entry that was read
 */
export const readSealedFaces = (
  db: Database,
  customer: BlockingCustomer,
  after: number,
  limit: number,
  nowMs: number,
): Promise<SealedFace[]> =>
  db
    .select({
      id: blockedFaces.id,
      name: blockedFaces.name,
      sealed: blockedFaces.sealed,
      model: blockedFaces.model,
      expiresAtMs: blockedFaces.expires_at_ms,
    })
    .from(blockedFaces)
    .where(and(isOf(customer), gt(blockedFaces.id, after), gt(blockedFaces.expires_at_ms, nowMs)))
    .orderBy(asc(blockedFaces.id))
    .limit(limit);

/**
 * @param audit written only if the entry is deleted
 * @returns false when there was no such entry
 */
export async function deleteBlocked(
  db: Database,
  customer: BlockingCustomer,
  id: number,
  audit: Statement,
): Promise<boolean> {
  const [deleted] = await db.batch([
    db
      .delete(blockedFaces)
      .where(and(isOf(customer), eq(blockedFaces.id, id)))
      .returning({ id: blockedFaces.id }),
    audit,
  ]);
  return deleted.length > 0;
}

/** @param tenantIds a query that selects the ids of customers */
export const blockedRemovalOf = (db: Database, tenantIds: Condition): Statement =>
  db.delete(blockedFaces).where(inArray(blockedFaces.tenant_id, tenantIds));

export async function deleteExpired(db: Database, nowMs: number): Promise<void> {
  await deleteAtOnce(db, blockedFaces, lte(blockedFaces.expires_at_ms, nowMs));
}

/** All columns except the sealed ones. */
const SHOWN = {
  id: blockedFaces.id,
  name: blockedFaces.name,
  tenant_id: blockedFaces.tenant_id,
  test: blockedFaces.test,
  reason: blockedFaces.reason,
  source: blockedFaces.source,
  session_id: blockedFaces.session_id,
  added_by: blockedFaces.added_by,
  created_at_ms: blockedFaces.created_at_ms,
  expires_at_ms: blockedFaces.expires_at_ms,
};

type ShownRow = Pick<typeof blockedFaces.$inferSelect, keyof typeof SHOWN>;

const toRow = (face: NewBlockedFace) => ({
  name: face.name,
  tenant_id: face.tenantId,
  test: face.test,
  reason: face.reason,
  source: face.source,
  session_id: face.sessionId ?? null,
  added_by: face.addedBy,
  sealed: face.sealed,
  sealed_by: face.sealedBy,
  model: face.model,
  created_at_ms: face.createdAtMs,
  expires_at_ms: face.expiresAtMs,
});

const toBlocked = (row: ShownRow): BlockedFace => ({
  id: row.id,
  name: row.name,
  tenantId: row.tenant_id,
  test: row.test,
  reason: row.reason,
  source: row.source,
  ...(row.session_id !== null && { sessionId: row.session_id }),
  addedBy: row.added_by,
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
});
