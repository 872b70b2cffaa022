// SQL that the operators' audit and a customer's own have in common: what filters ask of a row, and a page of entries.
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
 * Of counts under each combination of filters: one row a day, but for an action, which has one for each of its kinds of targets.
 * @param staff the column of who did it
 */
export const countsThatPass = (
  counts: CountedColumns,
  staff: AnySQLiteColumn,
  { staffId, action, targetType, startDate, endDate }: AuditFilters,
): SQL | undefined =>
  and(
    // No entry has an empty one, whatever a caller asks for.
    action === ALL || targetType === ALL ? sql`0` : undefined,
    eq(staff, staffId ?? EVERYBODY),
    eq(counts.action, action ?? ALL),
    action !== undefined && targetType === undefined
      ? undefined
      : eq(counts.target_type, targetType ?? ALL),
    startDate === undefined ? undefined : gte(counts.day, startDate),
    endDate === undefined ? undefined : lte(counts.day, endDate),
  );

/** Of entries, from where a page begins (domain/terms/locate-page.ts). */
export const entriesThatPass = (
  { staffId, action, targetType, startDate }: AuditFilters,
  { beforeMs }: PagePlace,
): SQL | undefined =>
  and(
    staffId === undefined ? undefined : eq(auditEntries.staff_id, staffId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    targetType === undefined ? undefined : eq(auditEntries.target_type, targetType),
    gte(auditEntries.at_ms, millisecondsOf({ startDate }).fromMs),
    lt(auditEntries.at_ms, beforeMs ?? 0),
  );

/** The latest first. */
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
