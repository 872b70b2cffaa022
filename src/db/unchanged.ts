// Compare and swap: a row is written only if nobody has changed it since it was read, so no change
// is lost and audit entries are correct.
import { sql, type SQL } from 'drizzle-orm';

/** @param columns the values that were read, by column name */
export const isUnchanged = (
  columns: Readonly<Record<string, string | number | boolean | null>>,
): SQL =>
  sql.join(
    Object.entries(columns).map(([column, value]) => sql`${sql.identifier(column)} IS ${value}`),
    sql` AND `,
  );
