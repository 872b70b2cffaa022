// SQL for reading the operators' audit log. Every query uses an index. To reach a page of the whole
// log, a query skips at most one day's entries.
import { and, count, desc, eq, getTableColumns, gte, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectDayCounts } from '../../../db/day-counts.ts';
import { auditCounts, auditDigests, auditEntries, auditLinks } from '../../../db/schema/index.ts';
import { millisecondsOf, type PagePlace } from '../../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import { countsThatPass, entriesThatPass, selectEntries } from './filter-store.ts';
import type { AuditFilters } from './filters.ts';

/** The maximum number of entries counted for one target; no target has this many. */
const MAX_COUNTED = 10_000;

/**
 * The condition for entries of the operators' log. It is a constant, and not a bound value, because
 * SQLite uses a partial index only for a condition that contains the index's own.
 */
const OF_OPERATORS = sql`${auditEntries.audience} = 'admin'`;

/** @returns the number of matching entries per day, newest day first */
export function countByDay(db: Database, filters: AuditFilters) {
  const counted = countsThatPass(auditCounts, auditCounts.staff_id, filters);
  return selectDayCounts(db, auditCounts, and(eq(auditCounts.audience, 'admin'), counted));
}

/** @param place the position of the first entry of the page (domain/terms/locate-page.ts) */
export function selectPage(db: Database, filters: AuditFilters, place: PagePlace, limit: number) {
  const condition = and(OF_OPERATORS, entriesThatPass(filters, place));
  return selectEntries(db, condition, { offset: place.skip, limit });
}

type TargetFilters = AuditFilters & Required<Pick<AuditFilters, 'targetType' | 'targetId'>>;

/**
 * Returns the condition for the entries about one target. The unary plus makes the query planner
 * use the index on targets rather than one on members or actions.
 */
function ofTarget({ staffId, action, ...filters }: TargetFilters) {
  const { fromMs, beforeMs } = millisecondsOf(filters);
  return and(
    OF_OPERATORS,
    eq(auditEntries.target_type, filters.targetType ?? ''),
    eq(auditEntries.target_id, filters.targetId ?? ''),
    staffId === undefined ? undefined : sql`+${auditEntries.staff_id} = ${staffId}`,
    action === undefined ? undefined : sql`+${auditEntries.action} = ${action}`,
    gte(auditEntries.at_ms, fromMs),
    lt(auditEntries.at_ms, beforeMs),
  );
}

export const selectPageOfTarget = (
  db: Database,
  filters: TargetFilters,
  slice: { offset: number; limit: number },
) => selectEntries(db, ofTarget(filters), slice);

export const selectCountOfTarget = (db: Database, filters: TargetFilters) => {
  const found = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(ofTarget(filters))
    .limit(MAX_COUNTED)
    .as('found');
  return db.select({ total: count() }).from(found);
};

/**
 * Reads a page of the entries about a single target, such as one account or one client. The entries
 * are counted as well, because the daily counts do not cover single targets.
 */
export async function pageOfTarget(
  db: Database,
  filters: TargetFilters,
  slice: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    selectPageOfTarget(db, filters, slice),
    selectCountOfTarget(db, filters),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** An entry as stored, with its links in the hash chain. */
interface StoredEntry {
  row: AuditRow;
  /** When the first head that covers the entry was signed. */
  signedAtMs: number | null;
  /** The newest three links up to the entry; the first is the entry's own link, once it exists. */
  links: StoredLink[];
}

/** A link, with its entry or, if the entry has moved to a ledger, the entry's digest. */
export interface StoredLink {
  entryId: number;
  hash: string;
  /** Null when the entry has moved or has been removed. */
  row: AuditRow | null;
  /** Null unless the entry has moved. */
  digest: string | null;
}

export async function findEntry(db: Database, id: number): Promise<StoredEntry | undefined> {
  const [[found], links] = await db.batch([
    db
      .select({
        row: getTableColumns(auditEntries),
        signedAtMs: sql<number | null>`(SELECT signed_at_ms FROM audit_heads AS head
          WHERE head.entry_id >= ${id} ORDER BY head.entry_id LIMIT 1)`,
      })
      .from(auditEntries)
      .where(and(eq(auditEntries.id, id), OF_OPERATORS)),
    db
      .select({
        entryId: auditLinks.entry_id,
        hash: auditLinks.hash,
        row: getTableColumns(auditEntries),
        digest: auditDigests.digest,
      })
      .from(auditLinks)
      .leftJoin(auditEntries, eq(auditEntries.id, auditLinks.entry_id))
      .leftJoin(auditDigests, eq(auditDigests.entry_id, auditLinks.entry_id))
      .where(lte(auditLinks.entry_id, id))
      .orderBy(desc(auditLinks.entry_id))
      .limit(3),
  ]);
  return found && { ...found, links };
}
