// SQL for daily counts that leave their customer's rows: the counts that move to a ledger (D-181),
// and the counts of a customer that is deleted.
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
 * The statement that adds counts to those of no customer, so that the sums of all customers stay
 * the same once the rows are deleted.
 * @param rows the FROM and WHERE clauses of `daily_counts` rows, under the alias `counted`
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
