import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Days for which a customer's count has changed since the platform's counts were last added up
 * (D-175). Triggers on `daily_counts` insert rows; a job that runs every ten minutes deletes them.
 */
export const unsummedDays = sqliteTable('unsummed_days', {
  /** The day in UTC, `YYYY-MM-DD`. */
  day: text().primaryKey(),
});
