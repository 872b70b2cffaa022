// SQL for the audit log. No statement in this file updates or deletes rows; triggers would prevent
// that.
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { auditEntries, auditHeads, auditLinks } from '../../../db/schema/index.ts';
import type { AuditLink, AuditRow } from './chain.ts';

export async function insertEntry(db: Database, row: Omit<AuditRow, 'id'>): Promise<void> {
  await db.insert(auditEntries).values(toColumns(row));
}

/**
 * Prepares an entry that is written only if the previous statement of the batch changed something.
 */
export const insertEntryOfChange = (db: Database, row: Omit<AuditRow, 'id'>): Statement =>
  insertWhen(db, auditEntries, toColumns(row), AFTER_CHANGE);

/**
 * Like insertEntryOfChange, but includes the id of the row that the previous INSERT created.
 * @param idAs see prepareAuditOfInsert
 */
export const insertEntryOfInsert = (
  db: Database,
  row: Omit<AuditRow, 'id'>,
  idAs: 'target' | 'member' | 'passkey_id',
): Statement =>
  insertWhen(
    db,
    auditEntries,
    toColumns(row),
    AFTER_CHANGE,
    idAs !== 'passkey_id'
      ? { target_id: sql`${idAs === 'member' ? 'mem_' : ''} || last_insert_rowid()` }
      : { after: sql`json_set(${row.after ?? '{}'}, ${`$.${idAs}`}, last_insert_rowid())` },
  );

/** Whether a customer's audit log has an entry for this action on this target after `sinceMs`. */
export async function wasAudited(
  db: Database,
  tenantId: string,
  { action, targetId, sinceMs }: { action: string; targetId: string; sinceMs: number },
): Promise<boolean> {
  const found = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenant_id, tenantId),
        gt(auditEntries.at_ms, sinceMs),
        eq(auditEntries.action, action),
        eq(auditEntries.target_id, targetId),
      ),
    )
    .limit(1);
  return found.length > 0;
}

const toColumns = (row: Omit<AuditRow, 'id'>): typeof auditEntries.$inferInsert => ({
  ...row,
  audience: row.audience as 'admin' | 'dashboard' | 'scim' | 'system',
});

/**
 * Appends the link only if the previous statement wrote exactly this entry and the chain still ends
 * at `after`.
 */
export function appendLinkOfChange(
  db: Database,
  { entry_id, hash, after }: AuditLink & { after: number },
): Statement {
  return db.insert(auditLinks).select(sql`
    SELECT ${entry_id}, ${hash}
    WHERE changes() > 0 AND (SELECT MAX(id) FROM audit_entries) = ${entry_id}
      AND (SELECT COALESCE(MAX(entry_id), 0) FROM audit_links) = ${after}`);
}

/** @returns the newest link, and the entries after it in order */
export async function readUnlinked(
  db: Database,
  limit: number,
): Promise<{ head: AuditLink | undefined; rows: AuditRow[] }> {
  const [heads, rows] = await db.batch([
    db.select().from(auditLinks).orderBy(desc(auditLinks.entry_id)).limit(1),
    db
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.id, sql`(SELECT COALESCE(MAX(entry_id), 0) FROM audit_links)`))
      .orderBy(asc(auditEntries.id))
      .limit(limit),
  ]);
  return { head: heads[0], rows };
}

/**
 * Appends links if the chain still ends at the entry `after`.
 * @param after the id of the last entry in the chain, as the caller read it; 0 for an empty chain
 * @returns whether the links were appended; either all of them are, or none
 */
export async function appendLinks(
  db: Database,
  after: number,
  links: readonly AuditLink[],
): Promise<boolean> {
  const rows = JSON.stringify(links.map(({ entry_id, hash }) => [entry_id, hash]));
  const appended = await db
    .insert(auditLinks)
    .select(
      sql`SELECT value ->> 0, value ->> 1 FROM json_each(${rows})
        WHERE (SELECT COALESCE(MAX(entry_id), 0) FROM audit_links) = ${after}`,
    )
    .returning({ entryId: auditLinks.entry_id });
  return appended.length === links.length;
}

/** Inserts a head, unless there is already a head for the same entry. */
export async function insertHead(
  db: Database,
  head: typeof auditHeads.$inferInsert,
): Promise<void> {
  await db.insert(auditHeads).values(head).onConflictDoNothing();
}

/** @returns heads, newest first */
export const listHeads = (db: Database, limit: number) =>
  db.select().from(auditHeads).orderBy(desc(auditHeads.entry_id)).limit(limit);
