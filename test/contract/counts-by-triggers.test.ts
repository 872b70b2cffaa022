// Triggers that maintain counts (audit entries for every combination of filters, customers by plan,
// deliveries by state) and running totals of outcomes for each day. They are tested with rows that
// are inserted, updated and deleted.
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
  fillOutcomes();
  fillDeliveries(0, 3_000);
});

/**
 * Inserts a week of entries by members, by operators and without an author, in customers' logs and
 * in the platform's log.
 */
function fillAudit(from: number, to: number): void {
  const entry = database.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
     VALUES (?, ?, ?, ?, ?, ?, 'x')`,
  );
  for (let n = from; n < to; n += 1) {
    const atMs = Date.UTC(2026, 10, 1) + (n % 7) * DAY_MS + n;
    const audience = ['dashboard', 'system', 'admin'][n % 3] ?? '';
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
 * Counts the rows directly, in the form that the triggers should store: -1 stands for all authors,
 * and an empty string for all actions or all types.
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

const OPERATORS = ['audience', 'coalesce(staff_id, 0)', ''] as const;
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

/**
 * Inserts outcomes for two customers, two kinds and several items, on some of ten days that are
 * already summed.
 */
function fillOutcomes(): void {
  database.exec("UPDATE outcomes_summed SET day = '2026-12-31'");
  const row = database.prepare(
    'INSERT INTO outcome_days (tenant_id, kind, day, item, status, value) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (let n = 0; n < 80; n += 1) {
    const day = `2026-11-${10 + Math.floor(n / 8)}`;
    if (n % 7 !== 0)
      row.run(n % 2 ? 'a' : 'b', n % 4 < 2 ? 'seconds' : 'country', day, `${n % 8}`, 'success', n);
  }
}

const SUMMED = `SELECT tenant_id, kind, item, status, day,
    SUM(value) OVER (PARTITION BY tenant_id, kind, item, status ORDER BY day) AS value
  FROM outcome_days ORDER BY 1, 2, 3, 4, 5`;
/** The stored sums, except for days on which the item no longer has a row. */
const SUMS = `SELECT kept.* FROM outcome_sums AS kept JOIN outcome_days USING (tenant_id, kind, day, item, status)
  ORDER BY 1, 2, 3, 4, 5`;

test('outcomes up to a day follow changes on that day and on earlier days', () => {
  expect(all(SUMS).length).toBeGreaterThan(50);
  for (const change of [
    "UPDATE outcome_days SET value = value WHERE item = '3'",
    "INSERT INTO outcome_days VALUES ('a', 'seconds', '2026-11-13', '99', 'failed', 4)",
    "INSERT INTO outcome_days VALUES ('a', 'seconds', '2026-11-09', '99', 'failed', 2)",
    "INSERT INTO outcome_days VALUES ('a', 'seconds', '2026-11-09', '99', 'failed', 1) ON CONFLICT DO UPDATE SET value = value + 1",
    "UPDATE outcome_days SET value = value - 1 WHERE day = '2026-11-12'",
    "DELETE FROM outcome_days WHERE day = '2026-11-14'",
  ]) {
    database.exec(change);
    expect([change, all(SUMS)]).toEqual([change, all(SUMMED)]);
  }
  database.exec('DELETE FROM outcome_days');
  expect(all('SELECT * FROM outcome_sums WHERE value <> 0')).toEqual([]);
  // No sums are stored for a day that is not over.
  database.exec("INSERT INTO outcome_days VALUES ('a', 'seconds', '2027-01-01', '1', 'failed', 1)");
  expect(all("SELECT * FROM outcome_sums WHERE day > '2026-12-31'")).toEqual([]);
});

/** Inserts deliveries in every state and to four endpoints, over a week. */
function fillDeliveries(from: number, to: number): void {
  const delivery = database.prepare(
    `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, position, state, round_started_ms, next_attempt_ms,
       created_at_ms) VALUES (?, ?, ?, 'ten_1', 1, ?, 1, 1, ?)`,
  );
  for (let n = from; n < to; n += 1) {
    const atMs = Date.UTC(2026, 10, 1) + (n % 7) * DAY_MS + n;
    const state = ['pending', 'delivered', 'dead'][n % 3] ?? '';
    delivery.run(`dlv_${n}`, `evt_${n}`, `we_${n % 4}`, state, atMs);
  }
}

const DELIVERIES = `SELECT endpoint_id, strftime('%Y-%m-%d', created_at_ms / 1000, 'unixepoch') AS day, state, count(*) AS value
  FROM webhook_deliveries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
const DELIVERY_DAYS = 'SELECT * FROM delivery_days ORDER BY 1, 2, 3';

test('deliveries are counted in their current state', () => {
  const deliveries = all(DELIVERY_DAYS);
  expect(deliveries).toEqual(all(DELIVERIES));
  expect(deliveries.reduce((sum, { value }) => sum + Number(value), 0)).toBe(3_000);
  fillDeliveries(3_000, 3_500);
  database.exec("UPDATE webhook_deliveries SET state = 'delivered' WHERE endpoint_id = 'we_1'");
  database.exec("UPDATE webhook_deliveries SET attempts = 2 WHERE endpoint_id = 'we_2'");
  database.exec("DELETE FROM webhook_deliveries WHERE endpoint_id = 'we_3' OR state = 'dead'");
  expect(all(DELIVERY_DAYS)).toEqual(all(DELIVERIES));
  database.exec('DELETE FROM webhook_deliveries');
  expect(all(DELIVERY_DAYS)).toEqual([]);
});
