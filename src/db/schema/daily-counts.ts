import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The tenant id of platform-wide counts: sums of the customers' counts, up to ten minutes old
 * (D-175). Risk counts for days before D-175 have the tenant id `-`.
 */
export const PLATFORM_COUNTS = '';

/**
 * The number of counts that the nightly recount found to be wrong on a day. This number itself is
 * not counted from rows.
 */
export const CORRECTED_COUNT = 'corrected';
/**
 * The number of sessions that were erased on a day. It is not counted from rows, because erased
 * rows are deleted. The platform's earliest row shows on which day counting began (D-161).
 */
export const ERASED_COUNT = 'erased';
/**
 * The number of reviews that ended because nobody decided in time. It is not counted from rows,
 * because a session's row does not keep its earlier state. The platform's earliest row shows on
 * which day the service began to record how long decisions take (D-164).
 */
export const UNREVIEWED_COUNT = 'unreviewed';

/**
 * Counts per day and customer for analytics, without test sessions. Triggers maintain them in the
 * transaction in which the queue consumer writes a row; a nightly recount corrects drift. Several
 * rows may count towards one name, because a row can combine names; their values are added up, and
 * a single value may be negative.
 */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    /** Empty for the whole platform. */
    tenant_id: text().notNull(),
    /**
     * The name of what is counted, or several names that a customer's row combines
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
    /** UTC, `YYYY-MM-DD`. */
    day: text().notNull(),
    value: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenant_id, table.name, table.day] }),
    // No index contains the value, so that a changed count writes only one row.
    index('daily_counts_of_day').on(table.day),
  ],
);
