// SQL that counts everything anew and compares. It reads whole tables: for the nightly cron, never for a request.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { accountDays, dailyCounts } from '../../db/schema/index.ts';

const dayOf = (column: string): SQL =>
  sql.raw(`strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`);

/** What `daily_counts` should hold. */
const COUNTED = sql`
  SELECT tenant_id, name, day, count(*) AS value FROM (
    SELECT tenant_id, 'created' AS name, ${dayOf('created_at_ms')} AS day
      FROM verification_sessions WHERE test = 0
    UNION ALL
    SELECT tenant_id, status, ${dayOf('COALESCE(completed_at_ms, expires_at_ms)')}
      FROM verification_sessions
      WHERE test = 0 AND status IN ('success', 'failed', 'canceled', 'expired')
    UNION ALL
    SELECT tenant_id, 'funnel.' || name, ${dayOf('MIN(at_ms)')}
      FROM funnel_events WHERE test = 0 GROUP BY session_id, tenant_id, name)
  GROUP BY tenant_id, name, day`;

const EXPECTED = sql`
  SELECT tenant_id, name, day, value FROM (${COUNTED})
  UNION ALL
  SELECT '', name, day, SUM(value) FROM (${COUNTED}) GROUP BY name, day
  UNION ALL
  SELECT '', 'tenants', ${dayOf('created_at_ms')}, count(*) FROM tenants GROUP BY 3`;

const EXPECTED_ACCOUNTS = sql`
  SELECT ${dayOf('created_at_ms')} AS day, status, email_verified_at_ms IS NOT NULL AS verified,
    count(*) AS value
  FROM accounts GROUP BY 1, 2, 3`;

const KEPT = sql`SELECT tenant_id, name, day, value FROM daily_counts WHERE value <> 0`;
const KEPT_ACCOUNTS = sql`SELECT day, status, verified, value FROM account_days WHERE value <> 0`;

/** Rows that one side has and the other has not. */
const difference = (expected: SQL, kept: SQL): SQL => sql`
  SELECT count(*) AS rows FROM (
    SELECT * FROM (SELECT * FROM (${expected}) EXCEPT SELECT * FROM (${kept}))
    UNION ALL
    SELECT * FROM (SELECT * FROM (${kept}) EXCEPT SELECT * FROM (${expected})))`;

export interface Drift {
  dailyCounts: number;
  accountDays: number;
}

export async function findDrift(db: Database): Promise<Drift> {
  const [[daily], [accounts]] = await Promise.all([
    db.all<{ rows: number }>(difference(EXPECTED, KEPT)),
    db.all<{ rows: number }>(difference(EXPECTED_ACCOUNTS, KEPT_ACCOUNTS)),
  ]);
  return { dailyCounts: daily?.rows ?? 0, accountDays: accounts?.rows ?? 0 };
}

/** Puts the recount in place of what was kept, in one transaction. */
export async function replaceCounts(db: Database): Promise<void> {
  await db.batch([
    db.delete(dailyCounts),
    db.insert(dailyCounts).select(EXPECTED),
    db.delete(accountDays),
    db.insert(accountDays).select(EXPECTED_ACCOUNTS),
  ]);
}
