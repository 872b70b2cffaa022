import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** In place of a staff id: of everybody. 0 is where there was no signed-in actor. */
export const EVERYBODY = -1;
/** In place of an action, or of a kind of target: of all. */
export const ALL = '';

/** Of one kind on one day. */
export const countedPerDay = () => ({
  action: text().notNull(),
  target_type: text().notNull(),
  /** UTC, `YYYY-MM-DD`. */
  day: text().notNull(),
  value: integer().notNull(),
});

/**
 * Number of audit entries per day under each combination of filters, so that a total reads one row a day; maintained by a
 * trigger on `audit_entries`. An action has its kinds of targets; there is no row of an action under all of them.
 */
export const auditCounts = sqliteTable(
  'audit_counts',
  {
    audience: text().notNull(),
    staff_id: integer().notNull(),
    ...countedPerDay(),
  },
  (table) => [
    primaryKey({
      columns: [table.audience, table.staff_id, table.action, table.target_type, table.day],
    }),
  ],
);
