// SQL shared by the operators' audit log and customers' own logs: filter conditions, and the query
// for a page of entries.
import { and, desc, eq, gte, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { ALL, auditEntries, EVERYBODY } from '../../../db/schema/index.ts';
import { millisecondsOf, type PagePlace } from '../../terms/locate-page.ts';
import type { AuditFilters } from './filters.ts';

interface CountedColumns {
  day: AnySQLiteColumn;
  action: AnySQLiteColumn;
  target_type: AnySQLiteColumn;
}

/**
 * Returns the condition for the daily counts, which are stored for each combination of filters. It
 * matches one row per day, or one per day and target type when an action is given without a target
 * type.
 * @param staff the column with the id of the member who acted
 */
export const countsThatPass = (
  counts: CountedColumns,
  staff: AnySQLiteColumn,
  { staffId, action, targetType, startDate, endDate }: AuditFilters,
): SQL | undefined =>
  and(
    // ALL is the empty string, which no entry has as its action or target type. A caller that
    // filters by ALL must therefore find nothing.
    action === ALL || targetType === ALL ? sql`0` : undefined,
    eq(staff, staffId ?? EVERYBODY),
    eq(counts.action, action ?? ALL),
    action !== undefined && targetType === undefined
      ? undefined
      : eq(counts.target_type, targetType ?? ALL),
    startDate === undefined ? undefined : gte(counts.day, startDate),
    endDate === undefined ? undefined : lte(counts.day, endDate),
  );

/**
 * Returns the condition for entries that match the filters, beginning at the start of a page
 * (domain/terms/locate-page.ts).
 */
export const entriesThatPass = (
  { staffId, action, targetType, startDate }: AuditFilters,
  { beforeMs }: Pick<PagePlace, 'beforeMs'>,
): SQL | undefined =>
  and(
    staffId === undefined ? undefined : eq(auditEntries.staff_id, staffId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    targetType === undefined ? undefined : eq(auditEntries.target_type, targetType),
    gte(auditEntries.at_ms, millisecondsOf({ startDate }).fromMs),
    lt(auditEntries.at_ms, beforeMs ?? 0),
  );

/** Selects entries, newest first. */
export const selectEntries = (
  db: Database,
  condition: SQL | undefined,
  { offset, limit }: { offset: number; limit: number },
) =>
  db
    .select()
    .from(auditEntries)
    .where(condition)
    .orderBy(desc(auditEntries.at_ms), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
