import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The days of which a customer's count has changed since the counts were last added up for the
 * platform (D-175). Triggers on `daily_counts` add them; the ten-minute schedule takes them off.
 */
export const unsummedDays = sqliteTable('unsummed_days', {
  /** UTC, `YYYY-MM-DD`. */
  day: text().primaryKey(),
});
