// SQL that recomputes the counts of a day and compares them with the stored counts. Every query
// finds the rows of that day through an index.
import { and, eq, inArray, min, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import {
  accountDays,
  accounts,
  CORRECTED_COUNT,
  dailyCounts,
  ERASED_COUNT,
  MOVED_COUNTS,
  outcomeDays,
  sessionDays,
  unsummedDays,
  UNREVIEWED_COUNT,
} from '../../../db/schema/index.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { FUNNEL_STEPS } from '../../verification/rules/session/funnel.ts';
import { partsOf } from './platform-store.ts';
import { PLATFORM } from './store.ts';

export const CORRECTED = CORRECTED_COUNT;

/** The names of counts that cannot be recomputed from the rows of sessions or customers. */
const NOT_IN_ROWS = [CORRECTED_COUNT, ERASED_COUNT, UNREVIEWED_COUNT];
const NAMES_NOT_IN_ROWS = sql.join(
  NOT_IN_ROWS.map((name) => sql`${name}`),
  sql`, `,
);

const STEPS = JSON.stringify(FUNNEL_STEPS);

/**
 * The column with the time when a session ended. Its index contains only sessions that have ended.
 */
const ENDED_AT_MS = sql.raw('completed_at_ms');
const SECONDS = sql`(${ENDED_AT_MS} - created_at_ms) / 1000`;

/**
 * Selects the sessions that were created on a day. Seeks from one customer to the next in the index
 * for session lists, and reads each customer's sessions of that day.
 */
const createdOn = (day: string): SQL => sql`(
  WITH RECURSIVE found(customer) AS (
    SELECT min(tenant_id) FROM verification_sessions
    UNION ALL
    SELECT (SELECT min(tenant_id) FROM verification_sessions WHERE tenant_id > found.customer)
    FROM found WHERE found.customer IS NOT NULL)
  SELECT session.* FROM found CROSS JOIN verification_sessions AS session
    ON session.tenant_id = found.customer AND session.test IN (0, 1)
      AND ${within(sql.raw('session.created_at_ms'), day)})`;

/** Returns the first millisecond of a day, and of the next day. */
function boundsOf(day: string): [number, number] {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  return [fromMs, fromMs + DAY_MS];
}

const within = (column: SQL, day: string): SQL => {
  const [fromMs, untilMs] = boundsOf(day);
  return sql`${column} >= ${fromMs} AND ${column} < ${untilMs}`;
};

/**
 * The condition for sessions in which a step may have been reached on the day, including those that
 * ended later because they waited for a reviewer.
 */
const endedSince = (day: string): SQL => {
  const [fromMs, untilMs] = boundsOf(day);
  return sql`completed_at_ms >= ${fromMs} AND created_at_ms < ${untilMs}`;
};

/** Whether the session ended with a verdict, even if a retake has replaced it since. */
const HAD_VERDICT = sql`(status IN ('success', 'failed')
  OR (status = 'retaken' AND verification_type IS NOT NULL))`;

/**
 * Further counts for countedOf, in a separate query because D1 allows at most five terms in a
 * compound query.
 */
const furtherOf = (day: string): SQL => sql`
  SELECT tenant_id, 'contested' AS name, 1 AS weight FROM ${createdOn(day)}
    WHERE test = 0 AND contested AND status <> 'retaken'
  UNION ALL
  SELECT tenant_id, 'overturned', 1 FROM verification_sessions
    WHERE ${within(ENDED_AT_MS, day)} AND test = 0 AND contested AND status = 'success'
  UNION ALL
  SELECT tenant_id, 'risk.' || risk, count(*) FROM verification_sessions
    WHERE ${within(ENDED_AT_MS, day)} AND test = 0 AND status IN ('success', 'failed') AND risk IS NOT NULL
    GROUP BY tenant_id, risk`;

/**
 * The expected rows of `daily_counts` for a day, except the platform's totals. Retaken sessions are
 * not counted; the sessions that replaced them are. `carried` adjusts success and failed so that a
 * chain of retakes counts once, even if several of its sessions had a verdict.
 */
const countedOf = (day: string): SQL => sql`
  WITH further AS MATERIALIZED (${furtherOf(day)})
  SELECT tenant_id, name, ${day} AS day, SUM(weight) AS value FROM (
    SELECT tenant_id, 'created' AS name, 1 AS weight FROM ${createdOn(day)}
      WHERE test = 0 AND status <> 'retaken'
    UNION ALL
    SELECT tenant_id, status, 1 FROM verification_sessions
      WHERE ${within(ENDED_AT_MS, day)} AND test = 0
        AND status IN ('success', 'failed', 'canceled', 'expired')
    UNION ALL
    SELECT tenant_id, 'carried', (status = 'retaken') - counted_before FROM verification_sessions
      WHERE ${within(ENDED_AT_MS, day)} AND test = 0 AND ${HAD_VERDICT}
        AND (status = 'retaken') <> counted_before
    UNION ALL
    SELECT tenant_id, name, weight FROM further
    UNION ALL
    SELECT tenant_id, 'steps.' || (reached.value ->> 1), 1
      FROM verification_sessions CROSS JOIN json_each(funnel, '$.days') AS reached
      WHERE ${endedSince(day)} AND test = 0 AND status <> 'retaken'
        AND funnel IS NOT NULL AND reached.value ->> 0 = ${day})
  GROUP BY tenant_id, name`;

const expectedCounts = (day: string): SQL => sql`
  WITH counted AS MATERIALIZED (${countedOf(day)})
  SELECT tenant_id, name, day, value FROM counted WHERE value <> 0
  UNION ALL
  SELECT '', name, day, SUM(value) FROM counted GROUP BY name, day HAVING SUM(value) <> 0
  UNION ALL
  SELECT '', 'tenants', ${day}, count(*) FROM tenants
    WHERE ${within(sql.raw('created_at_ms'), day)} HAVING count(*) > 0`;

const expectedSessions = (day: string): SQL => sql`
  SELECT tenant_id, test, ${day} AS day, status,
    COALESCE(verification_type, '') AS verification_type, count(*) AS value
  FROM ${createdOn(day)} GROUP BY 1, 2, 4, 5`;

const verdictsOf = (day: string): SQL => sql`
  SELECT * FROM verification_sessions
  WHERE ${within(ENDED_AT_MS, day)} AND test = 0 AND status IN ('success', 'failed')`;

/**
 * The condition for country counts that must not change: the counts of customers with an erased
 * session on that day. An erased session keeps its outcome but loses its country.
 */
const countryErased = (day: string): SQL => sql`kind = 'country' AND tenant_id IN (
  SELECT tenant_id FROM (${verdictsOf(day)}) WHERE erased_at_ms IS NOT NULL)`;

const expectedOutcomes = (day: string): SQL => sql`
  WITH verdicts AS MATERIALIZED (${verdictsOf(day)})
  SELECT tenant_id, kind, ${day} AS day, item, status, count(*) AS value FROM (
    SELECT tenant_id, 'type' AS kind, verification_type AS item, status FROM verdicts
    UNION ALL
    SELECT tenant_id, 'country', ip_country, status FROM verdicts
    UNION ALL
    SELECT tenant_id, 'reason', reason, status FROM verdicts
    UNION ALL
    SELECT tenant_id, 'seconds', CAST(CASE WHEN ${SECONDS} < 120 THEN MAX(${SECONDS}, 0)
      ELSE ${SECONDS} / 10 * 10 END AS TEXT), status FROM verdicts
    UNION ALL
    SELECT tenant_id, 'contest', CAST(CASE WHEN ${SECONDS} < 120 THEN MAX(${SECONDS}, 0)
      WHEN ${SECONDS} < 3600 THEN ${SECONDS} / 10 * 10
      ELSE ${SECONDS} / 600 * 600 END AS TEXT), status FROM verdicts WHERE contested)
  WHERE item IS NOT NULL AND NOT (${countryErased(day)})
  GROUP BY 1, 2, 4, 5`;

/** Selects the days as rows, so that SQLite searches the index for each day separately. */
const daysIn = (days: readonly string[]): SQL => sql`
  SELECT value AS day, CAST(strftime('%s', value) AS INTEGER) * 1000 AS from_ms
  FROM json_each(${JSON.stringify(days)})`;

const expectedAccounts = (days: readonly string[]): SQL => sql`
  SELECT day, status, email_verified_at_ms IS NOT NULL AS verified, count(*) AS value
  FROM (${daysIn(days)}) CROSS JOIN accounts
    ON created_at_ms >= from_ms AND created_at_ms < from_ms + ${DAY_MS}
  GROUP BY 1, 2, 3`;

/** Counts the rows that only one of the two tables contains. */
const difference = (expected: SQL, stored: SQL): SQL => sql`
  WITH expected AS MATERIALIZED (SELECT * FROM (${expected})),
    stored AS MATERIALIZED (${stored})
  SELECT count(*) AS rows FROM (
    SELECT * FROM (SELECT * FROM expected EXCEPT SELECT * FROM stored)
    UNION ALL
    SELECT * FROM (SELECT * FROM stored EXCEPT SELECT * FROM expected))`;

/**
 * Whether a count is compared with its recount. All counts of customers are compared, except risk,
 * which is missing on days before D-175. Of the platform's counts, only `tenants` is always
 * compared; the others are skipped if customers' counts have changed since they were last summed.
 */
const isCompared = (tenantId: SQL, name: SQL, day: string): SQL => sql`iif(${tenantId} = '',
  ${name} = 'tenants' OR NOT EXISTS (SELECT 1 FROM unsummed_days WHERE day = ${day}),
  ${name} NOT GLOB 'risk.*')`;

/**
 * Splits joined names into their parts, and combinations of steps into single steps, so that counts
 * are compared by name. Days before D-165 already have counts of single steps. Steps that are not
 * shown in any figure are left out.
 */
const nameByName = (counts: SQL, day: string): SQL => sql`
  SELECT tenant_id, iif(step.value IS NULL, part.value, 'funnel.' || step.value) AS name, day, SUM(counted.value) AS value
  FROM (${counts}) AS counted CROSS JOIN ${partsOf(sql`counted.name`)} AS part
    LEFT JOIN json_each(${STEPS}) AS step
      ON part.value GLOB 'steps.*' AND (CAST(substr(part.value, 7) AS INTEGER) >> step.key) & 1
  WHERE (part.value NOT GLOB 'funnel.*' OR substr(part.value, 8) IN (SELECT value FROM json_each(${STEPS})))
    AND ${isCompared(sql`counted.tenant_id`, sql`part.value`, day)}
  GROUP BY 1, 2, 3 HAVING SUM(counted.value) <> 0`;

/** The recount of one table of counts, for one or more days. */
export interface Recount {
  /** Selects `rows`: the number of wrong rows. */
  difference: SQL;
  /** Replaces all compared rows of these days with recounted ones, in one transaction. */
  replace: (db: Database) => Promise<unknown>;
}

/**
 * Whether no counts of the day have moved to ledgers (D-181). After a move, the day's rows contain
 * only later changes, so a recount would count everything again. Every move leaves rows of
 * MOVED_COUNTS. Risk counts among these rows do not prove a move, because they may be from before
 * D-175.
 */
const hasMovedNothing = (day: string): SQL => sql`NOT EXISTS (
  SELECT 1 FROM daily_counts WHERE day = ${day} AND tenant_id = ${MOVED_COUNTS}
    AND name NOT GLOB 'risk.*' AND name NOT IN (${NAMES_NOT_IN_ROWS}))`;

export const dailyCountsOf = (day: string): Recount => ({
  // Finds no difference while some steps of the day are still in rows of their own
  // (domain/verification/fold-funnels.ts).
  difference: sql`SELECT rows FROM (${difference(
    nameByName(expectedCounts(day), day),
    nameByName(
      sql`SELECT tenant_id, name, day, value FROM daily_counts
        WHERE day = ${day} AND value <> 0 AND name NOT IN (${NAMES_NOT_IN_ROWS})`,
      day,
    ),
  )}) WHERE NOT EXISTS (SELECT 1 FROM funnel_events WHERE ${within(sql.raw('at_ms'), day)})
    AND ${hasMovedNothing(day)}`,
  replace: (db) =>
    db.batch([
      db
        .delete(dailyCounts)
        .where(and(eq(dailyCounts.day, day), notInArray(dailyCounts.name, NOT_IN_ROWS))),
      db.insert(dailyCounts).select(sql`SELECT * FROM (${expectedCounts(day)})`),
      // The counts just written include the platform's, so the day no longer needs to be summed.
      db.delete(unsummedDays).where(eq(unsummedDays.day, day)),
    ]),
});

export const sessionDaysOf = (day: string): Recount => ({
  difference: difference(
    expectedSessions(day),
    sql`SELECT tenant_id, test, day, status, verification_type, value FROM session_days
      WHERE day = ${day} AND value <> 0`,
  ),
  replace: (db) =>
    db.batch([
      db.delete(sessionDays).where(eq(sessionDays.day, day)),
      db.insert(sessionDays).select(expectedSessions(day)),
    ]),
});

export const outcomeDaysOf = (day: string): Recount => ({
  difference: sql`SELECT rows FROM (${difference(
    expectedOutcomes(day),
    sql`SELECT tenant_id, kind, day, item, status, value FROM outcome_days
      WHERE day = ${day} AND value <> 0 AND NOT (${countryErased(day)})`,
  )}) WHERE ${hasMovedNothing(day)}`,
  replace: (db) =>
    db.batch([
      db.delete(outcomeDays).where(and(eq(outcomeDays.day, day), sql`NOT (${countryErased(day)})`)),
      db.insert(outcomeDays).select(sql`SELECT * FROM (${expectedOutcomes(day)})`),
    ]),
});

export const accountDaysOf = (days: readonly string[]): Recount => ({
  difference: difference(
    expectedAccounts(days),
    sql`SELECT day, status, verified, value FROM account_days
      WHERE day IN (SELECT value FROM json_each(${JSON.stringify(days)})) AND value <> 0`,
  ),
  replace: (db) =>
    db.batch([
      db
        .delete(accountDays)
        .where(
          inArray(accountDays.day, sql`(SELECT value FROM json_each(${JSON.stringify(days)}))`),
        ),
      db.insert(accountDays).select(expectedAccounts(days)),
    ]),
});

export async function countDifferences(db: Database, recount: Recount): Promise<number> {
  const [row] = await db.all<{ rows: number }>(recount.difference);
  return row?.rows ?? 0;
}

/** Adds to the number of counts that were corrected on a day. */
export async function noteCorrected(db: Database, day: string, value: number): Promise<void> {
  await db
    .insert(dailyCounts)
    .values({ tenant_id: PLATFORM, name: CORRECTED, day, value })
    .onConflictDoUpdate({
      target: [dailyCounts.tenant_id, dailyCounts.name, dailyCounts.day],
      set: { value: sql`${dailyCounts.value} + excluded.value` },
    });
}

/** @returns when the oldest account was created; undefined when there are no accounts */
export async function findFirstAccountMs(db: Database): Promise<number | undefined> {
  const [row] = await db.select({ atMs: min(accounts.created_at_ms) }).from(accounts);
  return row?.atMs ?? undefined;
}
