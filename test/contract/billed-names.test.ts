// Three places decide by name which daily counts are billed: the triggers that maintain
// `plan_days`, the SQL that adds counts to `billed_days` when they move to a ledger (D-181), and
// the usage figures. All three must bill the same names.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../bench/nightly/local-d1.ts';
import { openDatabase } from '../../src/db/client.ts';
import { readCompletedByMonth } from '../../src/domain/customers/usage/usage-store.ts';
import { removeCounts } from '../../src/domain/operations/analytics/moved-count-store.ts';
import { withJoined } from '../../src/domain/verification/rules/session/joined-counts.ts';
import { newMigratedDatabase } from './apply-migrations.ts';

const DAY = '2026-11-01';
const VERDICTS = ['success', 'failed'];
const BILLED = withJoined([...VERDICTS, 'carried']);
const NAMES = withJoined([
  ...VERDICTS,
  'carried',
  'canceled',
  'expired',
  'created',
  'contested',
  'overturned',
  'erased',
  'unreviewed',
  'risk.low',
  'risk.medium',
  'risk.high',
  'steps.5',
  'funnel.opened',
  'corrected',
  'tenants',
]);

let database: DatabaseSync;

beforeEach(() => {
  database = newMigratedDatabase();
  database.exec(
    `INSERT INTO plans VALUES ('small', 'Small', 'EUR', 0, 10), ('large', 'Large', 'EUR', 0, 5);
     INSERT INTO tenants (id, name, created_at_ms, plan_id) VALUES ('ten_1', 'A', 1, 'small')`,
  );
});

const db = () => openDatabase(openLocalD1(database, newMeter));
const planDay = (plan: string) =>
  database.prepare('SELECT value FROM plan_days WHERE plan_id = ?').get(plan)?.['value'] ?? 0;
const usage = async () =>
  (await readCompletedByMonth(db(), 'ten_1', DAY)).get(DAY.slice(0, 7)) ?? 0;

/** Moves the day's rows as the schedule does, and returns the sum of `billed_days`. */
async function move(): Promise<unknown> {
  await db().batch([...removeCounts(db(), JSON.stringify([['ten_1', DAY]]), 1)]);
  const query = 'SELECT COALESCE(sum(value), 0) AS value FROM billed_days';
  return database.prepare(query).get()?.['value'];
}

test.for(NAMES)('%s is billed everywhere or nowhere', async (name) => {
  const [one, three] = BILLED.includes(name) ? [1, 3] : [0, 0];
  database.prepare("INSERT INTO daily_counts VALUES ('ten_1', ?, ?, 1)").run(name, DAY);
  expect(['inserted', planDay('small'), await usage()]).toEqual(['inserted', one, one]);
  database.exec('UPDATE daily_counts SET value = 3');
  expect(['changed', planDay('small'), await usage()]).toEqual(['changed', three, three]);
  database.exec("UPDATE tenants SET plan_id = 'large'");
  expect(['on another plan', planDay('small'), planDay('large')]).toEqual([
    'on another plan',
    0,
    three,
  ]);
  expect(['moved', await move(), planDay('large'), await usage()]).toEqual([
    'moved',
    three,
    three,
    three,
  ]);
});

test('a customer that is deleted takes every billed name off its plan', () => {
  for (const name of NAMES)
    database.prepare("INSERT INTO daily_counts VALUES ('ten_1', ?, ?, 1)").run(name, DAY);
  expect(planDay('small')).toBe(BILLED.length);
  database.exec("DELETE FROM tenants WHERE id = 'ten_1'");
  expect(planDay('small')).toBe(0);
});
