// SQL that recomputes the counts and compares. It scans whole tables: only for the nightly cron, never in a request.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { accountDays, dailyCounts, outcomeDays, sessionDays } from '../../db/schema/index.ts';

const dayOf = (column: string): SQL =>
  sql.raw(`strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`);

/** What `daily_counts` should contain. */
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

const EXPECTED_SESSIONS = sql`
  SELECT tenant_id, test, ${dayOf('created_at_ms')} AS day, status,
    COALESCE(verification_type, '') AS verification_type, count(*) AS value
  FROM verification_sessions GROUP BY 1, 2, 3, 4, 5`;

const ENDED = sql.raw('COALESCE(completed_at_ms, expires_at_ms)');
const SECONDS = sql`(${ENDED} - created_at_ms) / 1000`;
const VERDICTS = sql`
  SELECT *, ${dayOf('COALESCE(completed_at_ms, expires_at_ms)')} AS day FROM verification_sessions
  WHERE test = 0 AND status IN ('success', 'failed')`;

/** An erased session keeps its outcome but not its country, so on such days countries cannot be recounted. */
const COUNTRY_ERASED = sql`kind = 'country' AND (tenant_id, day) IN (
  SELECT tenant_id, day FROM (${VERDICTS}) WHERE erased_at_ms IS NOT NULL)`;

const EXPECTED_OUTCOMES = sql`
  SELECT tenant_id, kind, day, item, status, count(*) AS value FROM (
    SELECT tenant_id, 'type' AS kind, day, verification_type AS item, status FROM (${VERDICTS})
    UNION ALL
    SELECT tenant_id, 'country', day, ip_country, status FROM (${VERDICTS})
    UNION ALL
    SELECT tenant_id, 'reason', day, reason, status FROM (${VERDICTS})
    UNION ALL
    SELECT tenant_id, 'seconds', day, CAST(CASE WHEN ${SECONDS} < 120 THEN MAX(${SECONDS}, 0)
      ELSE ${SECONDS} / 10 * 10 END AS TEXT), status FROM (${VERDICTS}))
  WHERE item IS NOT NULL AND NOT (${COUNTRY_ERASED})
  GROUP BY 1, 2, 3, 4, 5`;

const STORED = sql`SELECT tenant_id, name, day, value FROM daily_counts WHERE value <> 0`;
const STORED_ACCOUNTS = sql`SELECT day, status, verified, value FROM account_days WHERE value <> 0`;
const STORED_SESSIONS = sql`
  SELECT tenant_id, test, day, status, verification_type, value FROM session_days WHERE value <> 0`;
const STORED_OUTCOMES = sql`
  SELECT tenant_id, kind, day, item, status, value FROM outcome_days
  WHERE value <> 0 AND NOT (${COUNTRY_ERASED})`;

/** Counts the rows that only one side has. */
const difference = (expected: SQL, stored: SQL): SQL => sql`
  SELECT count(*) AS rows FROM (
    SELECT * FROM (SELECT * FROM (${expected}) EXCEPT SELECT * FROM (${stored}))
    UNION ALL
    SELECT * FROM (SELECT * FROM (${stored}) EXCEPT SELECT * FROM (${expected})))`;

/** The number of wrong rows in each table of counts. */
export interface Drift {
  dailyCounts: number;
  accountDays: number;
  sessionDays: number;
  outcomeDays: number;
}

export async function findDrift(db: Database): Promise<Drift> {
  const [daily, accounts, sessions, outcomes] = await Promise.all([
    countRows(db, difference(EXPECTED, STORED)),
    countRows(db, difference(EXPECTED_ACCOUNTS, STORED_ACCOUNTS)),
    countRows(db, difference(EXPECTED_SESSIONS, STORED_SESSIONS)),
    countRows(db, difference(EXPECTED_OUTCOMES, STORED_OUTCOMES)),
  ]);
  return {
    dailyCounts: daily,
    accountDays: accounts,
    sessionDays: sessions,
    outcomeDays: outcomes,
  };
}

async function countRows(db: Database, counting: SQL): Promise<number> {
  const [row] = await db.all<{ rows: number }>(counting);
  return row?.rows ?? 0;
}

/** Replaces the stored counts with the recount, in one transaction. */
export async function replaceCounts(db: Database): Promise<void> {
  await db.batch([
    db.delete(dailyCounts),
    db.insert(dailyCounts).select(EXPECTED),
    db.delete(accountDays),
    db.insert(accountDays).select(EXPECTED_ACCOUNTS),
    db.delete(sessionDays),
    db.insert(sessionDays).select(EXPECTED_SESSIONS),
    db.delete(outcomeDays).where(sql`NOT (${COUNTRY_ERASED})`),
    db.insert(outcomeDays).select(EXPECTED_OUTCOMES),
  ]);
}
