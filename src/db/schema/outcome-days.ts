import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Daily breakdown of the sessions that ended with a verdict, excluding test sessions. Maintained by
 * triggers on `verification_sessions`; the nightly recount corrects drift. A few days after a day
 * ends, its rows are removed and become a part (outcome-parts.ts, D-178). A row that is written for
 * the same day later contains only the changes since then, so its value may be negative.
 */
export const outcomeDays = sqliteTable(
  'outcome_days',
  {
    tenant_id: text().notNull(),
    /**
     * `seconds`: `item` is the time from creation to the verdict in seconds; times of two minutes
     * or more are rounded down to a multiple of ten seconds. `contest`: `item` is that time for
     * contested sessions; times of an hour or more are rounded down to a multiple of ten minutes.
     */
    kind: text({ enum: ['country', 'type', 'reason', 'seconds', 'contest'] }).notNull(),
    /** The day in UTC, `YYYY-MM-DD`. */
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
