import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The last run of each schedule, for the readiness check and for operators. */
export const scheduleRuns = sqliteTable('schedule_runs', {
  /** The cron expression in wrangler.toml. */
  cron: text().primaryKey(),
  started_at_ms: integer().notNull(),
  finished_at_ms: integer().notNull(),
  /** Names of the steps that failed, as JSON. */
  failed: text().notNull(),
  /** Time of the last run without a failure; null when there was none. */
  succeeded_at_ms: integer(),
});
