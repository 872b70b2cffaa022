// Tests the triggers that maintain counts (audit entries for every combination of filters, billable
// checks by plan, outcomes of sessions) by changing the counted rows.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMigratedDatabase } from './apply-migrations.ts';

const DAY_MS = 86_400_000;

let database: DatabaseSync;

const all = (sql: string): Record<string, unknown>[] => database.prepare(sql).all();

beforeEach(() => {
  database = newMigratedDatabase();
  database.exec('PRAGMA foreign_keys = OFF');
  fillAudit(0, 1_000);
  fillPlans();
  fillSessions();
});

/**
 * Inserts a week of audit entries (by members, by directories, by operators and without an author)
 * into customers' logs and the platform's log.
 */
function fillAudit(from: number, to: number): void {
  const entry = database.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
     VALUES (?, ?, ?, ?, ?, ?, 'x')`,
  );
  for (let n = from; n < to; n += 1) {
    const atMs = Date.UTC(2026, 10, 1) + (n % 7) * DAY_MS + n;
    const audience = ['dashboard', 'system', 'admin', 'scim'][Math.floor(n / 3) % 4] ?? '';
    const [action, type] = [
      ['key.create', 'key'],
      ['session.export', 'session'],
      ['session.export', 'tenant'],
    ][n % 5 === 0 ? 0 : (n % 2) + 1] as [string, string];
    const staffId = n % 4 === 0 ? null : n % 4;
    entry.run(atMs, staffId, audience, ['', 'ten_1'][n % 11] ?? 'ten_2', action, type);
  }
}

interface Entry {
  log: string;
  who: number;
  action: string;
  target_type: string;
  day: string;
}

/**
 * Counts the rows directly, in the form that the triggers should store: -1 means all authors, and
 * an empty string means all actions or all types.
 */
function countEntries(log: string, who: string, where: string): string[] {
  const entries = all(
    `SELECT ${log} AS log, ${who} AS who, action, target_type, strftime('%Y-%m-%d', at_ms / 1000, 'unixepoch') AS day
     FROM audit_entries ${where}`,
  ) as unknown as Entry[];
  const counts = new Map<string, number>();
  for (const { log: of, who: by, action, target_type: type, day } of entries)
    for (const staff of [-1, by])
      for (const kind of [
        ['', ''],
        ['', type],
        [action, type],
      ]) {
        const key = [of, staff, ...kind, day].join('|');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  return [...counts].map(([key, value]) => `${key}|${value}`).toSorted();
}

const rowsOf = (table: string): string[] =>
  all(`SELECT * FROM ${table}`)
    .map((row) => Object.values(row).join('|'))
    .toSorted();

const OPERATORS = ['audience', 'coalesce(staff_id, 0)', "WHERE audience = 'admin'"] as const;
const CUSTOMERS = [
  'tenant_id',
  "iif(audience = 'dashboard', coalesce(staff_id, 0), 0)",
  "WHERE tenant_id <> ''",
] as const;

test('audit entries are counted under every combination of filters', () => {
  for (const more of [() => undefined, () => fillAudit(1_000, 1_200)]) {
    more();
    expect(rowsOf('audit_counts')).toEqual(countEntries(...OPERATORS));
    expect(rowsOf('tenant_audit_counts')).toEqual(countEntries(...CUSTOMERS));
  }
  expect(rowsOf('audit_counts').length).toBeGreaterThan(100);
});

test('entries that leave the database with a digest are no longer counted, and no count of 0 stays', () => {
  const operators = rowsOf('audit_counts');
  for (const which of ['id % 3 = 0', 'id % 7 IN (1, 2)', 'staff_id IS NULL', 'true']) {
    const some = `FROM audit_entries WHERE tenant_id <> '' AND ${which}`;
    database.exec(`INSERT INTO audit_digests SELECT id, 'x' ${some}; DELETE ${some}`);
    expect([which, rowsOf('tenant_audit_counts')]).toEqual([which, countEntries(...CUSTOMERS)]);
  }
  expect(rowsOf('tenant_audit_counts')).toEqual([]);
  expect(rowsOf('audit_counts')).toEqual(operators);
  // The platform's own log has entries that are still refused.
  expect(() => database.exec('DELETE FROM audit_entries')).toThrow('never deleted');
});

/** Inserts three customers with counts, the last of them without a plan. */
function fillPlans(): void {
  database.exec(`INSERT INTO plans (id, name, currency, monthly_minor, verification_minor)
    VALUES ('small', 'Small', 'EUR', 1, 1), ('large', 'Large', 'EUR', 1, 1)`);
  database.exec(`INSERT INTO tenants (id, name, plan_id, created_at_ms)
    VALUES ('a', 'A', 'small', 1), ('b', 'B', 'small', 1), ('c', 'C', NULL, 1)`);
  for (const tenant of ['a', 'b', 'c', ''])
    database.exec(`INSERT INTO daily_counts (tenant_id, name, day, value)
      VALUES ('${tenant}', 'success', '2026-11-01', 5), ('${tenant}', 'failed', '2026-11-01', 2),
        ('${tenant}', 'carried', '2026-11-01', -1), ('${tenant}', 'created', '2026-11-01', 9),
        ('${tenant}', 'canceled+created', '2026-11-01', 4),
        ('${tenant}', 'success+created+risk.low', '2026-11-02', 3)`);
}

const PAID = `SELECT plan_id, day, sum(value) AS value FROM daily_counts JOIN tenants ON tenants.id = tenant_id
  WHERE daily_counts.name IN ('success', 'failed', 'carried', 'success+created+risk.low', 'failed+created')
    AND plan_id IS NOT NULL
  GROUP BY 1, 2 ORDER BY 1, 2`;
const KEPT = 'SELECT plan_id, day, value FROM plan_days WHERE value <> 0 ORDER BY 1, 2';

test('billable checks are counted under the plan that the customer has now', () => {
  expect(all(KEPT)).toEqual([
    { plan_id: 'small', day: '2026-11-01', value: 12 },
    { plan_id: 'small', day: '2026-11-02', value: 6 },
  ]);
  for (const change of [
    "UPDATE daily_counts SET value = value + 4 WHERE tenant_id = 'a'",
    "INSERT INTO daily_counts VALUES ('b', 'success', '2026-11-03', 1) ON CONFLICT DO UPDATE SET value = value + 1",
    "INSERT INTO daily_counts VALUES ('b', 'success', '2026-11-03', 1) ON CONFLICT DO UPDATE SET value = value + 1",
    "INSERT INTO daily_counts VALUES ('b', 'failed+created', '2026-11-03', 2)",
    "UPDATE tenants SET plan_id = 'large' WHERE id = 'a'",
    "UPDATE tenants SET plan_id = 'large' WHERE id = 'c'",
    "UPDATE tenants SET plan_id = NULL WHERE id = 'b'",
    "DELETE FROM daily_counts WHERE tenant_id = 'a' AND day = '2026-11-01'",
    "DELETE FROM tenants WHERE id = 'c'",
  ]) {
    database.exec(change);
    expect([change, all(KEPT)]).toEqual([change, all(PAID)]);
  }
});

/** Inserts sessions of two customers on two days, with and without a verdict, some contested. */
function fillSessions(): void {
  const session = database.prepare(
    `INSERT INTO verification_sessions (id, tenant_id, test, version, status, reason, purpose, contested,
       verification_mode, verification_type, ip_country, created_at_ms, completed_at_ms, expires_at_ms)
     VALUES (?, ?, 0, 3, ?, ?, 'age', ?, 'auto', ?, ?, ?, ?, ?)`,
  );
  for (let n = 0; n < 60; n += 1) {
    const beganMs = Date.UTC(2026, 10, 1 + (n % 2), 12);
    const endedMs = beganMs + ([40_000, 130_000, 4_000_000][n % 3] ?? 0);
    const status = ['success', 'failed', 'success', 'expired'][n % 4] ?? '';
    const reason = status === 'failed' ? 'underage' : null;
    const [type, country] = [n % 5 === 0 ? 'document' : 'age_check', n % 7 === 0 ? null : 'NL'];
    const tenant = n % 3 === 0 ? 'x' : 'y';
    const times = [beganMs, endedMs, endedMs];
    session.run(`s${n}`, tenant, status, reason, n % 6 === 0 ? 1 : 0, type, country, ...times);
  }
}

const SECONDS = '((completed_at_ms - created_at_ms) / 1000)';
/** Selects the outcomes, counted directly from the sessions. */
const VERDICTS = `SELECT tenant_id, kind, date(completed_at_ms / 1000, 'unixepoch') AS day, item, status, count(*) AS value FROM (
    SELECT *, 'type' AS kind, verification_type AS item FROM verification_sessions
    UNION ALL SELECT *, 'country', ip_country FROM verification_sessions
    UNION ALL SELECT *, 'reason', reason FROM verification_sessions
    UNION ALL SELECT *, 'seconds', CAST(iif(${SECONDS} < 120, ${SECONDS}, ${SECONDS} / 10 * 10) AS TEXT) FROM verification_sessions
    UNION ALL SELECT *, 'contest', CAST(iif(${SECONDS} < 120, ${SECONDS},
      iif(${SECONDS} < 3600, ${SECONDS} / 10 * 10, ${SECONDS} / 600 * 600)) AS TEXT) FROM verification_sessions WHERE contested)
  WHERE item IS NOT NULL AND status IN ('success', 'failed') GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`;
/**
 * Selects the outcomes as the triggers counted them: the rows in `outcome_days`, and those that the
 * test has moved from there to `left_rows`.
 */
const COUNTED = `SELECT tenant_id, kind, day, item, status, SUM(value) AS value
  FROM (SELECT * FROM outcome_days UNION ALL SELECT * FROM left_rows)
  GROUP BY 1, 2, 3, 4, 5 HAVING SUM(value) <> 0 ORDER BY 1, 2, 3, 4, 5`;

test('outcomes follow sessions that change, also after the rows of their day have left', () => {
  database.exec('CREATE TABLE left_rows AS SELECT * FROM outcome_days WHERE false');
  expect(all(COUNTED)).toEqual(all(VERDICTS));
  expect(all(COUNTED).length).toBeGreaterThan(20);
  for (const leave of [
    () => undefined,
    () =>
      database.exec('INSERT INTO left_rows SELECT * FROM outcome_days; DELETE FROM outcome_days'),
    () =>
      database.exec('INSERT INTO left_rows SELECT * FROM outcome_days; DELETE FROM outcome_days'),
  ]) {
    leave();
    for (const change of [
      "UPDATE verification_sessions SET status = 'retaken' WHERE rowid % 11 = 1 AND status IN ('success', 'failed')",
      "UPDATE verification_sessions SET status = 'success', reason = NULL WHERE rowid % 11 = 1 AND status = 'retaken'",
      "UPDATE verification_sessions SET status = 'failed', reason = 'underage' WHERE rowid % 13 = 2 AND status = 'success'",
      'UPDATE verification_sessions SET completed_at_ms = completed_at_ms + 90000000 WHERE rowid % 17 = 3',
      "UPDATE verification_sessions SET verification_type = 'wallet' WHERE rowid % 19 = 4",
    ]) {
      database.exec(change);
      expect([change, all(COUNTED)]).toEqual([change, all(VERDICTS)]);
    }
  }
});
