import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Number of audit entries per day and kind; maintained by a trigger on `audit_entries`. */
export const auditDays = sqliteTable(
  'audit_days',
  {
    audience: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    /** 0 where there was no signed-in actor. */
    staff_id: integer().notNull(),
    action: text().notNull(),
    target_type: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.audience, table.day, table.staff_id, table.action, table.target_type],
    }),
  ],
);
