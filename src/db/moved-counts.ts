// SQL for daily counts that are removed from their customer's rows, because they have moved to a
// ledger (D-181) or because the customer is deleted.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from './client.ts';
import { dailyCounts, MOVED_COUNTS } from './schema/index.ts';

/**
 * Whether no backup is running. A backup reads one table after another, so counts that move between
 * tables during the backup could be in it twice or not at all.
 */
export const mayMove = (nowMs: number): SQL => sql`NOT EXISTS (
  SELECT 1 FROM deployment_links WHERE kind = 'backup' AND expires_at_ms > ${nowMs})`;

/**
 * Returns the statement that adds counts to the rows of MOVED_COUNTS, so that the platform's sums
 * stay the same once the customers' rows are deleted.
 * @param rows the FROM and WHERE clauses that select rows of `daily_counts` under the alias
 *   `counted`
 */
export const addToMoved = (db: Database, rows: SQL) =>
  db
    .insert(dailyCounts)
    .select(
      sql`SELECT ${MOVED_COUNTS}, counted.name, counted.day, SUM(counted.value) ${rows} GROUP BY 2, 3`,
    )
    .onConflictDoUpdate({
      target: [dailyCounts.tenant_id, dailyCounts.name, dailyCounts.day],
      set: { value: sql`${dailyCounts.value} + excluded.value` },
    });
