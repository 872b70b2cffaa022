// SQL of the audit. Nothing here updates or deletes, and triggers would not let it.
import { asc, desc, gt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../db/insert-when.ts';
import { auditEntries, auditLinks } from '../../db/schema/index.ts';
import type { AuditLink, AuditRow } from './chain.ts';

export async function insertEntry(db: Database, row: Omit<AuditRow, 'id'>): Promise<void> {
  await db.insert(auditEntries).values(toColumns(row));
}

/** Writes nothing when the statement before it in the batch changed nothing. */
export const insertEntryOfChange = (db: Database, row: Omit<AuditRow, 'id'>): Statement =>
  insertWhen(db, auditEntries, toColumns(row), AFTER_CHANGE);

const toColumns = (row: Omit<AuditRow, 'id'>): typeof auditEntries.$inferInsert => ({
  ...row,
  audience: row.audience as 'admin' | 'dashboard' | 'system',
});

/** Appends nothing unless the statement before it wrote this very entry and the chain still ends at `after`. */
export function appendLinkOfChange(
  db: Database,
  { entry_id, hash, after }: AuditLink & { after: number },
): Statement {
  return db.insert(auditLinks).select(sql`
    SELECT ${entry_id}, ${hash}
    WHERE changes() > 0 AND (SELECT MAX(id) FROM audit_entries) = ${entry_id}
      AND (SELECT COALESCE(MAX(entry_id), 0) FROM audit_links) = ${after}`);
}

/** @returns the newest link, and the entries behind it in order */
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
 * Appends each link if the chain still ends where it was computed from.
 * @returns whether all of them were appended
 */
export async function appendLinks(
  db: Database,
  links: readonly (AuditLink & { after: number })[],
): Promise<boolean> {
  const [first, ...rest] = links.map(({ entry_id, hash, after }) =>
    db
      .insert(auditLinks)
      .select(
        sql`SELECT ${entry_id}, ${hash}
          WHERE (SELECT COALESCE(MAX(entry_id), 0) FROM audit_links) = ${after}`,
      )
      .returning({ appended: auditLinks.entry_id }),
  );
  if (first === undefined) return true;
  const results = await db.batch([first, ...rest]);
  return results.every((rows) => rows.length === 1);
}
