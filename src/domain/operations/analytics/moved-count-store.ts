// SQL that removes customers' daily counts of older days from D1 once a part contains them (D-181).
// The platform's sums and the numbers of billed items stay the same.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { addToMoved, mayMove } from '../../../db/moved-counts.ts';
import { billedDays, dailyCounts } from '../../../db/schema/index.ts';

/**
 * The FROM clause for the `daily_counts` rows of (customer, day) pairs.
 * @param pairs a JSON array of `[customer, day]` pairs
 */
export const countRowsOf = (pairs: string): SQL => sql`
  FROM json_each(${pairs}) AS pair CROSS JOIN daily_counts AS counted
    ON counted.day = pair.value ->> 1 AND counted.tenant_id = pair.value ->> 0`;

/**
 * Counts that are billed, as in the triggers that maintain `plan_days`. Without the plus sign,
 * SQLite would look up every customer for every pair.
 */
const IS_BILLED = sql`(counted.name GLOB 'success*' OR counted.name GLOB 'failed*' OR counted.name = 'carried')
  AND +counted.tenant_id IN (SELECT id FROM tenants)`;

/**
 * Returns the statements that delete the `daily_counts` rows of (customer, day) pairs, after adding
 * all counts to the rows of MOVED_COUNTS and the billed counts to `billed_days`. Rows of
 * MOVED_COUNTS with the value 0 are kept, because the platform's sum for a name is updated only
 * while a row has that name.
 */
export const removeCounts = (db: Database, pairs: string, nowMs: number) =>
  [
    addToMoved(db, sql`${countRowsOf(pairs)} WHERE ${mayMove(nowMs)}`),
    db
      .insert(billedDays)
      .select(
        sql`SELECT counted.tenant_id, counted.day, SUM(counted.value) ${countRowsOf(pairs)}
          WHERE ${IS_BILLED} AND ${mayMove(nowMs)} GROUP BY 1, 2 HAVING SUM(counted.value) <> 0`,
      )
      .onConflictDoUpdate({
        target: [billedDays.tenant_id, billedDays.day],
        set: { value: sql`${billedDays.value} + excluded.value` },
      }),
    db
      .delete(dailyCounts)
      .where(sql`rowid IN (SELECT counted.rowid ${countRowsOf(pairs)}) AND ${mayMove(nowMs)}`),
  ] as const;
