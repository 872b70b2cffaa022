import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Replaces a staff id in totals of everybody. 0 is used when there was no signed-in actor. */
export const EVERYBODY = -1;
/** Replaces an action, or a kind of target, in totals of all. */
export const ALL = '';

/** Columns of a count of one kind on one day. */
export const countedPerDay = () => ({
  action: text().notNull(),
  target_type: text().notNull(),
  /** UTC, `YYYY-MM-DD`. */
  day: text().notNull(),
  value: integer().notNull(),
});

/**
 * Number of audit entries per day under each combination of filters, so that a total reads one row
 * per day; maintained by a trigger on `audit_entries`. An action always has its kind of target;
 * there is no row of an action under all of them.
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
