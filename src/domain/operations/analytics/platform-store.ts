// SQL that adds up the customers' daily counts for the platform.
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { dailyCounts, unsummedDays } from '../../../db/schema/index.ts';

/** @returns a table whose `value` is each of the names that a count's name joins (D-175) */
export const partsOf = (name: SQL): SQL =>
  sql`json_each('["' || replace(${name}, '+', '","') || '"]')`;

/**
 * Sets the platform's counts of days to the sums of its customers' counts, in one transaction. Only
 * those that differ are written, and counts that no customer has stay: some are the platform's own,
 * and versions before D-175 count risk for the platform alone.
 * @param most the number of days, the latest of those whose counts have changed since the last sum
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
