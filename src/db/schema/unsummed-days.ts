import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Days on which a customer's count has changed since the counts were last added up for the platform
 * (D-175). Triggers on `daily_counts` insert rows; a job that runs every ten minutes deletes them.
 */
export const unsummedDays = sqliteTable('unsummed_days', {
  /** UTC, `YYYY-MM-DD`. */
  day: text().primaryKey(),
});
