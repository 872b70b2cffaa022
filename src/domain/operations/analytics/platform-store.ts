// SQL that adds up all customers' daily counts into totals for the platform.
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { dailyCounts, unsummedDays } from '../../../db/schema/index.ts';

/** @returns a table with a row for each part of a joined name (D-175), in the column `value` */
export const partsOf = (name: SQL): SQL =>
  sql`json_each('["' || replace(${name}, '+', '","') || '"]')`;

/**
 * Sets the platform's daily counts to the sums of the customers' counts, in one transaction. Only
 * counts that differ are written. Counts that no customer has are not changed: some exist only for
 * the platform, and versions before D-175 counted risk only for the platform.
 * @param most the maximum number of days to sum, newest first, among those whose counts have
 *   changed since they were last summed
 */
export async function sumUnsummedDays(db: Database, most: number): Promise<void> {
  const days = sql`(SELECT day FROM unsummed_days ORDER BY day DESC LIMIT ${most})`;
  const sums = sql`
    SELECT '', part.value, counted.day, SUM(counted.value)
    FROM (
      SELECT name, day, SUM(value) AS value FROM daily_counts
      WHERE day IN ${days} AND tenant_id <> '' GROUP BY day, name
    ) AS counted CROSS JOIN ${partsOf(sql`counted.name`)} AS part
    WHERE true GROUP BY counted.day, part.value`;
  await db.batch([
    db
      .insert(dailyCounts)
      .select(sums)
      .onConflictDoUpdate({
        target: [dailyCounts.tenant_id, dailyCounts.name, dailyCounts.day],
        set: { value: sql`excluded.value` },
        setWhere: sql`${dailyCounts.value} <> excluded.value`,
      }),
    db.delete(unsummedDays).where(inArray(unsummedDays.day, days)),
  ]);
}
