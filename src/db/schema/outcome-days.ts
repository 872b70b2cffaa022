import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Breakdown of the sessions that ended with a verdict on a day, without test sessions. Maintained
 * by triggers on `verification_sessions`; the nightly recount corrects drift. Rows leave once their
 * day is over for some time (D-178); a row that is written later has only what has changed since,
 * and may be below 0.
 */
export const outcomeDays = sqliteTable(
  'outcome_days',
  {
    tenant_id: text().notNull(),
    /**
     * `seconds`: the seconds from creation to the verdict, in steps of ten from two minutes up.
     * `contest`: the same for contested sessions, in steps of ten minutes from an hour up.
     */
    kind: text({ enum: ['country', 'type', 'reason', 'seconds', 'contest'] }).notNull(),
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    item: text().notNull(),
    status: text({ enum: ['success', 'failed'] }).notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.kind, table.day, table.item, table.status] }),
    index('outcome_days_by_day').on(table.day),
  ],
);
