// Upgrades a database from before D-181 that the triggers of that version filled. All figures, sums
// and bills stay correct while past days move in small runs, even if sessions and customers' plans
// change between the runs.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../bench/nightly/local-d1.ts';
import { openDatabase } from '../../src/db/client.ts';
import { freezeDays } from '../../src/domain/operations/analytics/outcome-store.ts';
import { sumUnsummedDays } from '../../src/domain/operations/analytics/platform-store.ts';
import { namesOfCount } from '../../src/domain/verification/rules/session/joined-counts.ts';
import { migrate, MIGRATIONS, newMigratedDatabase } from './apply-migrations.ts';

const MIGRATION = '0031_moved-counts.sql';
const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-11-28T12:00:00Z');
const CUSTOMERS = ['ten_1', 'ten_2', 'ten_3'];

let database: DatabaseSync;
let sessions = 0;

const dayOf = (daysAgo: number): string =>
  new Date(NOON_MS - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** @returns the session's id */
function end(tenantId: string, daysAgo: number, status: string): string {
  const [id, atMs] = [`s${(sessions += 1)}`, NOON_MS - daysAgo * DAY_MS];
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
         verification_type, risk, created_at_ms, completed_at_ms, expires_at_ms, funnel)
       VALUES (?, ?, 0, 3, ?, 'age', 'auto', 'age_check', 'low', ?, ?, ?,
         json_object('days', json_array(json_array(?, 5)), 'steps', json_array()))`,
    )
    .run(id, tenantId, status, atMs, atMs + 60_000, atMs + 900_000, dayOf(daysAgo));
  return id;
}

const retake = (id: string): void =>
  void database.prepare("UPDATE verification_sessions SET status = 'retaken' WHERE id = ?").run(id);

const db = () => openDatabase(openLocalD1(database, newMeter));
const freeze = (limit: number) => freezeDays(db(), { beforeDay: dayOf(8), limit, nowMs: NOON_MS });
const sum = async () => {
  for (let run = 0; run < 20; run += 1) await sumUnsummedDays(db(), 8);
};

/** Adds up counts by customer, name and day, wherever they are stored. */
function counts(): Record<string, number> {
  const rows = [
    ...database.prepare("SELECT * FROM daily_counts WHERE tenant_id NOT IN ('', '-')").all(),
    ...database
      .prepare(
        `SELECT tenant_id, key AS name, day, value FROM outcome_parts, json_each(outcomes, '$.counts')`,
      )
      .all(),
  ];
  return addUp(rows);
}

const platform = (): Record<string, number> =>
  addUp(database.prepare("SELECT * FROM daily_counts WHERE tenant_id = ''").all());

function addUp(rows: readonly Record<string, unknown>[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { tenant_id: tenant, name: stored, day, value } of rows)
    for (const name of namesOfCount(String(stored))) {
      const key = [tenant, name, day].join(' ');
      totals[key] = (totals[key] ?? 0) + Number(value);
    }
  return Object.fromEntries(Object.entries(totals).filter(([, value]) => value !== 0));
}

/** The sums that customers' counts should have. */
function summed(): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const [key, value] of Object.entries(counts())) {
    const name = key.slice(key.indexOf(' '));
    totals[name] = (totals[name] ?? 0) + value;
  }
  return Object.fromEntries(Object.entries(totals).filter(([, value]) => value !== 0));
}

const planDays = () =>
  database
    .prepare('SELECT plan_id, day, value FROM plan_days WHERE value <> 0 ORDER BY 1, 2')
    .all();

/** What `plan_days` should contain: each customer's billed counts, under its current plan. */
const billed = () => {
  const plans = database.prepare('SELECT id, plan_id FROM tenants').all();
  const totals = new Map<string, number>();
  for (const [key, value] of Object.entries(counts())) {
    const [tenant, name = '', day] = key.split(' ');
    const plan = plans.find(({ id }) => id === tenant)?.['plan_id'];
    if (typeof plan !== 'string' || !['success', 'failed', 'carried'].includes(name)) continue;
    totals.set(`${plan} ${day}`, (totals.get(`${plan} ${day}`) ?? 0) + value);
  }
  return [...totals]
    .filter(([, value]) => value !== 0)
    .map(([key, value]) => ({ plan_id: key.split(' ')[0], day: key.split(' ')[1], value }))
    .toSorted((a, b) => (`${a.plan_id} ${a.day}` < `${b.plan_id} ${b.day}` ? -1 : 1));
};

const upgrade = (): void =>
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );

const liveRows = (): number =>
  Number(
    database
      .prepare("SELECT count(*) AS n FROM daily_counts WHERE tenant_id > '-' AND day < ?")
      .get(dayOf(8))?.['n'],
  );

beforeEach(async () => {
  database = newMigratedDatabase(MIGRATIONS.filter((name) => name < MIGRATION));
  database.exec(`INSERT INTO plans VALUES ('small', 'Small', 'EUR', 0, 10), ('large', 'Large', 'EUR', 0, 5);
    INSERT INTO tenants (id, name, plan_id, created_at_ms)
    VALUES ('ten_1', 'A', 'small', 1), ('ten_2', 'B', 'small', 1), ('ten_3', 'C', NULL, 1)`);
  for (let age = 400; age >= 0; age -= 7)
    for (const [n, tenantId] of CUSTOMERS.entries())
      for (const status of ['success', 'success', 'failed', 'expired'].slice(n))
        end(tenantId, age, status);
  retake(end('ten_1', 22, 'success'));
  // Versions before D-175 counted risk for the platform alone.
  database
    .prepare("INSERT INTO daily_counts VALUES ('-', 'risk.low', ?, 5), ('', 'risk.low', ?, 5)")
    .run(dayOf(400), dayOf(400));
  await sum();
});

test('nothing changes while the days of a year move in runs of a few days', async () => {
  const before = [counts(), platform(), planDays()];
  upgrade();
  let runs = 0;
  for (; liveRows() > 0; runs += 1) {
    await freeze(20);
    // Moving days does not make any sum outdated.
    expect(database.prepare('SELECT * FROM unsummed_days').all()).toEqual([]);
    expect([counts(), platform(), planDays()]).toEqual(before);
  }
  expect(runs).toBeGreaterThan(5);
  database.exec('INSERT INTO unsummed_days SELECT DISTINCT day FROM daily_counts');
  await sum();
  expect([counts(), platform(), planDays()]).toEqual(before);
});

test('sessions that change and customers that change their plans meanwhile are counted once', async () => {
  upgrade();
  const early = CUSTOMERS.map((tenantId) => end(tenantId, 22, 'success'));
  const plans = ['large', null, 'small'];
  for (let run = 0; run < 12; run += 1) {
    await freeze(20);
    for (const tenantId of CUSTOMERS) end(tenantId, 22, run % 2 === 0 ? 'failed' : 'success');
    if (run === 4) for (const id of early) retake(id);
    database
      .prepare('UPDATE tenants SET plan_id = ? WHERE id = ?')
      .run(plans[run % 3] ?? null, `ten_${1 + (run % 3)}`);
    expect(planDays()).toEqual(billed());
  }
  await freeze(300);
  expect(liveRows()).toBe(0);
  expect(planDays()).toEqual(billed());
  expect(counts()).toMatchObject({
    [`ten_2 failed ${dayOf(22)}`]: 7,
    [`ten_2 carried ${dayOf(22)}`]: 1,
  });
  await sum();
  const sums = Object.fromEntries(
    Object.entries(platform()).filter(
      ([key]) => !key.includes('risk.low') && !key.includes('tenants'),
    ),
  );
  expect(sums).toEqual(
    Object.fromEntries(Object.entries(summed()).filter(([key]) => !key.includes('risk.low'))),
  );
});

test('the steps of a version before D-165 are taken back on a day that has moved', async () => {
  const atMs = NOON_MS - 22 * DAY_MS;
  database.exec(`INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
      created_at_ms, completed_at_ms, expires_at_ms)
    VALUES ('old', 'ten_1', 0, 3, 'success', 'age', 'auto', ${atMs}, ${atMs}, ${atMs});
    INSERT INTO funnel_events VALUES ('old', 1, 'ten_1', 0, 'opened', NULL, ${atMs}, NULL)`);
  upgrade();
  const opened = () => counts()[`ten_1 funnel.opened ${dayOf(22)}`] ?? 0;
  const before = opened();
  await freeze(300);
  retake('old');
  expect(opened()).toBe(before - 1);
  await freeze(300);
  expect(opened()).toBe(before - 1);
});
