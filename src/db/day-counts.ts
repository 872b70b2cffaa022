// Daily row counts of lists that are read page by page (domain/terms/locate-page.ts).
import { desc, sum, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './client.ts';

/** A table of counts: `day` is UTC, `YYYY-MM-DD`. */
type CountTable = SQLiteTable & {
  day: AnySQLiteColumn<{ data: string; notNull: true }>;
  value: AnySQLiteColumn<{ data: number; notNull: true }>;
};

/**
 * @param condition selects the counts to add up
 * @returns rows per day, newest day first
 */
export const selectDayCounts = (db: Database, counts: CountTable, condition: SQL | undefined) =>
  db
    .select({ day: counts.day, value: sum(counts.value).mapWith(Number) })
    .from(counts)
    .where(condition)
    .groupBy(counts.day)
    .orderBy(desc(counts.day));
