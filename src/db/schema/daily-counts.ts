import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The tenant id of platform-wide counts: sums of the customers' counts, up to ten minutes old
 * (D-175).
 */
export const PLATFORM_COUNTS = '';
/**
 * The tenant id of rows with the sums of counts that are in no customer's row, so that the
 * platform's sums include them: counts that have moved to ledgers (D-181), counts of deleted
 * customers, and risk counts for days before D-175. Customers' ids sort after this value.
 */
export const MOVED_COUNTS = '-';

/**
 * The name of the count of corrections: how many counts the nightly recount found to be wrong on a
 * day. This count is not derived from session rows.
 */
export const CORRECTED_COUNT = 'corrected';
/**
 * The name of the count of sessions that were erased on a day. This count cannot be derived from
 * session rows, because the rows of erased sessions are eventually deleted. The date of the
 * platform's earliest row with this name is also the day on which counting began (D-161).
 */
export const ERASED_COUNT = 'erased';
/**
 * The name of the count of reviews that ended because nobody decided in time. This count cannot be
 * derived from session rows, which do not keep their earlier states. The date of the platform's
 * earliest row with this name is also the day on which the service began to record decision times
 * (D-164).
 */
export const UNREVIEWED_COUNT = 'unreviewed';

/**
 * Counts per day and customer for analytics, excluding test sessions. Triggers maintain them in the
 * transaction that writes the counted rows; a nightly recount corrects drift. Several rows of this
 * table may count towards one name, because a row can combine names; their values are added up, and
 * a single value may be negative. A few days after a day ends, customers' rows are removed and
 * become part of an outcome part (outcome-parts.ts, D-181). A row that is written for the same day
 * later contains only the changes since then.
 */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    /** The customer's id, PLATFORM_COUNTS or MOVED_COUNTS. */
    tenant_id: text().notNull(),
    /**
     * The name of the count, or several names that a customer's row combines
     * (domain/verification/rules/session/joined-counts.ts):
     * - `created`, a final status, `carried`, `contested`, `overturned`, `erased` or `unreviewed`
     * - `steps.<bits>`: the sessions that first reached this combination of steps on the day
     *   (domain/verification/rules/session/folded-funnel.ts); before D-165, one `funnel.<step>` for
     *   each step
     * - `risk.<band>`: the risk band of verdicts
     * - for the platform only: `tenants`, and `corrected`, the number of counts that the nightly
     *   recount found to be wrong
     */
    name: text().notNull(),
    /** The day in UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.name, table.day] }),
    // No index contains the value, so that a changed count writes only one row.
    index('daily_counts_by_day').on(table.day, table.tenant_id),
  ],
);
