import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The value of the staff id in totals over all staff. The id 0 means that no actor was signed in.
 */
export const EVERYBODY = -1;
/** The value of the action or the kind of target in totals over all of them. */
export const ALL = '';

/** Columns of a row that counts audit entries of one kind on one day. */
export const countedPerDay = () => ({
  action: text().notNull(),
  target_type: text().notNull(),
  /** The day in UTC, `YYYY-MM-DD`. */
  day: text().notNull(),
  value: integer().notNull(),
});

/**
 * Number of entries in the operators' audit log per day for each combination of filters, so that a
 * total reads one row per day; maintained by a trigger on `audit_entries`. A row that counts a
 * single action also specifies the kind of target: no row counts an action across all kinds of
 * target.
 */
export const auditCounts = sqliteTable(
  'audit_counts',
  {
    /** Always `admin`: customers' own logs are counted in `tenant_audit_counts`. */
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
