// Upgrades a database from before D-178 that the triggers of that version filled, and checks that
// no figure changes, either for this version or for the one before D-178, which can use the
// database until a later migration drops its running totals.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../bench/nightly/local-d1.ts';
import { openDatabase } from '../../src/db/client.ts';
import {
  freezeDays,
  selectLive,
  selectWaiting,
} from '../../src/domain/operations/analytics/outcome-store.ts';
import { addUp, addUpParts } from '../../src/domain/operations/analytics/outcomes.ts';
import { migrate, MIGRATIONS, newMigratedDatabase } from './apply-migrations.ts';

const MIGRATION = '0030_moved-outcomes.sql';
/** The migration that drops the running totals of versions before D-178. */
const DROPPED = '0034_unread-counts.sql';
const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-11-28T12:00:00Z');

let database: DatabaseSync;

function end(id: string, daysAgo: number, status: string, country: string): void {
  const atMs = NOON_MS - daysAgo * DAY_MS;
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
         ip_country, contested, created_at_ms, completed_at_ms, expires_at_ms)
       VALUES (?, 'ten_1', 0, 3, ?, 'age', 'auto', ?, 1, ?, ?, ?)`,
    )
    .run(id, status, country, atMs, atMs + 60_000, atMs + 900_000);
}

const retake = (id: string): void =>
  void database.prepare("UPDATE verification_sessions SET status = 'retaken' WHERE id = ?").run(id);

const dayOf = (daysAgo: number): string =>
  new Date(NOON_MS - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** The statement that versions before D-178 run to add a completed day to its running totals. */
const SUM_DAY = `INSERT INTO outcome_sums SELECT tenant_id, kind, item, status, day, value + COALESCE((
    SELECT value FROM outcome_sums AS kept WHERE kept.tenant_id = counted.tenant_id AND kept.kind = counted.kind
      AND kept.item = counted.item AND kept.status = counted.status AND kept.day < counted.day
    ORDER BY kept.day DESC LIMIT 1), 0)
  FROM outcome_days AS counted WHERE day = ?1 AND day > (SELECT day FROM outcomes_summed)`;

function sumUntil(daysAgo: number): void {
  for (let age = 40; age >= daysAgo; age -= 1) {
    database.prepare(SUM_DAY).run(dayOf(age));
    database.prepare('UPDATE outcomes_summed SET day = max(day, ?)').run(dayOf(age));
  }
}

/**
 * Reads the outcomes by country as the version before D-178 does: from its running totals and, for
 * days after the last total, from the daily rows.
 */
function readBefore(from: number, to: number): string[] {
  const upTo = (condition: string) => `COALESCE((SELECT value FROM outcome_sums AS kept
    WHERE tenant_id = 'ten_1' AND kind = 'country' AND kept.item = found.item AND kept.status = ended.status
      AND ${condition} ORDER BY day DESC LIMIT 1), 0)`;
  return database
    .prepare(
      `WITH found AS (SELECT DISTINCT item FROM outcome_sums WHERE kind = 'country')
       SELECT item || ' ' || status || ' ' || SUM(value) AS line FROM (
         SELECT item, status, ${upTo('day <= ?2')} - ${upTo('day < ?1')} AS value
         FROM found CROSS JOIN (SELECT 'success' AS status UNION SELECT 'failed') AS ended
         UNION ALL
         SELECT item, status, value FROM outcome_days WHERE tenant_id = 'ten_1' AND kind = 'country'
           AND day BETWEEN ?1 AND ?2 AND day > (SELECT day FROM outcomes_summed))
       GROUP BY item, status HAVING SUM(value) <> 0 ORDER BY 1`,
    )
    .all(dayOf(from), dayOf(to))
    .map(({ line }) => String(line));
}

const db = () => openDatabase(openLocalD1(database, newMeter));

/** Reads the outcomes by country as this version does while none have moved to a ledger. */
async function readNow(from: number, to: number): Promise<string[]> {
  const span = { from: dayOf(from), to: dayOf(to) };
  const live = await selectLive(db(), 'ten_1', ['country'], span);
  const waiting = await selectWaiting(db(), 'ten_1', span);
  const parts = waiting.flatMap(({ day, outcomes }) =>
    outcomes === null ? [] : { day, outcomes },
  );
  const { outcomes } = addUpParts(parts, { kinds: ['country'], names: [] });
  return addUp([...live, ...outcomes])
    .flatMap(({ item, success, failed }) => [
      ...(success === 0 ? [] : [`${item} success ${success}`]),
      ...(failed === 0 ? [] : [`${item} failed ${failed}`]),
    ])
    .toSorted();
}

/** Applies the migrations of D-178 and later, by default all of them. */
const upgrade = (before = '~'): void =>
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION && name < before),
  );

const freeze = () => freezeDays(db(), { beforeDay: dayOf(8), limit: 300, nowMs: NOON_MS });

const SPANS = [
  [40, 0],
  [40, 20],
  [12, 12],
  [5, 0],
] as const;

beforeEach(() => {
  database = newMigratedDatabase(MIGRATIONS.filter((name) => name < MIGRATION));
  database.exec("INSERT INTO tenants (id, name, created_at_ms) VALUES ('ten_1', 'A', 1)");
  for (const [n, age] of [40, 30, 12, 12, 9, 5, 1, 0].entries())
    end(`s${n}`, age, n % 3 === 0 ? 'failed' : 'success', n % 2 === 0 ? 'NL' : 'DE');
  sumUntil(2);
  end('late', 12, 'success', 'FR');
  retake('s2');
});

test('figures are those of the version before, at first, and when their days have left the rows', async () => {
  const before = SPANS.map(([from, to]) => readBefore(from, to));
  expect(before[0]).toEqual([
    'DE failed 1',
    'DE success 3',
    'FR success 1',
    'NL failed 2',
    'NL success 1',
  ]);
  upgrade();
  for (const work of [async () => undefined, freeze, freeze]) {
    await work();
    expect(await Promise.all(SPANS.map(([from, to]) => readNow(from, to)))).toEqual(before);
  }
  expect(database.prepare('SELECT count(*) AS n FROM outcome_parts').get()).toEqual({ n: 4 });
});

test('the version before still reads the same figures, and can go on summing', () => {
  const before = SPANS.map(([from, to]) => readBefore(from, to));
  upgrade(DROPPED);
  expect(SPANS.map(([from, to]) => readBefore(from, to))).toEqual(before);
  retake('s3');
  end('s9', 12, 'success', 'PL');
  const changed = SPANS.map(([from, to]) => readBefore(from, to));
  expect(changed[2]).toEqual(['FR success 1', 'PL success 1']);
  sumUntil(2);
  expect(SPANS.map(([from, to]) => readBefore(from, to))).toEqual(changed);
});

test('a verdict from before that is taken back afterwards leaves its count', async () => {
  upgrade();
  await freeze();
  retake('s3');
  retake('late');
  expect(await readNow(12, 12)).toEqual([]);
  const contests = await selectLive(db(), 'ten_1', ['contest'], { from: dayOf(12), to: dayOf(12) });
  expect(contests).toEqual([{ kind: 'contest', item: '60', success: -1, failed: -1 }]);
  await freeze();
  expect(await readNow(12, 12)).toEqual([]);
});
