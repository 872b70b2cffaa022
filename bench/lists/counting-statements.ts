// The counts that triggers maintain (migrations/0001_triggers.sql), computed in a single pass from
// rows that were inserted without triggers. The domain's own recount counts the sessions.
// test/scripts/lists.test.ts compares all of these counts with those of the triggers.

const dayOf = (column: string): string => `strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`;

/**
 * Counts audit entries for each combination of filters.
 * @param log the column of `audit_entries` that identifies the log that an entry belongs to
 * @param member the column of `table` for the person who acted
 * @param who an SQL expression over `audit_entries` for that person
 * @param where the condition for the entries that are counted
 */
const countEntries = (
  table: string,
  { log, member, who, where }: { log: string; member: string; who: string; where: string },
): string =>
  `INSERT INTO ${table} (${log}, ${member}, action, target_type, day, value)
   SELECT
     ${log},
     iif(everybody.column1 = 1, -1, who),
     iif(kind.column1 = 2, action, ''),
     iif(kind.column1 = 0, '', target_type),
     day,
     SUM(value)
   FROM (
     SELECT ${log}, ${who} AS who, action, target_type, ${dayOf('at_ms')} AS day, count(*) AS value
     FROM audit_entries
     WHERE ${where}
     GROUP BY 1, 2, 3, 4, 5
   )
   CROSS JOIN (VALUES (0), (1)) AS everybody
   CROSS JOIN (VALUES (0), (1), (2)) AS kind
   GROUP BY 1, 2, 3, 4, 5`;

/**
 * The statements to run once the sessions have been counted, because the last statement sums the
 * session counts.
 */
export const COUNTING_STATEMENTS: readonly string[] = [
  `INSERT INTO account_days (day, status, verified, value)
   SELECT ${dayOf('created_at_ms')}, status, email_verified_at_ms IS NOT NULL, count(*)
   FROM accounts
   GROUP BY 1, 2, 3`,
  `INSERT INTO oauth_client_days (day, is_public, pkce_optional, value)
   SELECT ${dayOf('created_at_ms')}, is_public, pkce_optional, count(*)
   FROM oauth_clients
   WHERE deleted_at_ms IS NULL
   GROUP BY 1, 2, 3`,
  countEntries('audit_counts', {
    log: 'audience',
    member: 'staff_id',
    who: 'COALESCE(staff_id, 0)',
    where: "audience = 'admin'",
  }),
  countEntries('tenant_audit_counts', {
    log: 'tenant_id',
    member: 'member_id',
    who: "iif(audience = 'dashboard', COALESCE(staff_id, 0), 0)",
    where: "tenant_id <> ''",
  }),
  `INSERT INTO plan_days (plan_id, day, value)
   SELECT plan_id, day, SUM(value)
   FROM tenants CROSS JOIN daily_counts ON tenant_id = tenants.id
   WHERE plan_id IS NOT NULL AND daily_counts.name IN ('success', 'failed', 'carried')
   GROUP BY 1, 2`,
];
