import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How many audit entries a day has of each kind; kept by a trigger on `audit_entries`. */
export const auditDays = sqliteTable(
  'audit_days',
  {
    audience: text().notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    /** 0 where nobody had signed in. */
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
