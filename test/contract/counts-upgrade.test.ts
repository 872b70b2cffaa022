// Upgrades a database from before D-175, whose counts were written by the triggers of that time.
// The migration changes no count, and the platform's sums stay correct when an older session
// changes afterwards.
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../bench/nightly/local-d1.ts';
import { openDatabase } from '../../src/db/client.ts';
import { sumUnsummedDays } from '../../src/domain/operations/analytics/platform-store.ts';
import {
  countDifferences,
  dailyCountsOf,
} from '../../src/domain/operations/analytics/recount-store.ts';
import { namesOfCount } from '../../src/domain/verification/rules/session/joined-counts.ts';
import { migrate, MIGRATIONS, newMigratedDatabase } from './apply-migrations.ts';

const MIGRATION = '0028_fewer-counts.sql';
const DAY = '2026-11-28';
const NOON_MS = Date.parse(`${DAY}T12:00:00Z`);

let database: DatabaseSync;

/** Inserts a session that began at noon and ended a minute later. */
function end(id: string, tenantId: string, status: string, risk: string | null = null): void {
  database
    .prepare(
      `INSERT INTO verification_sessions (id, tenant_id, test, version, status, risk, purpose, verification_mode,
         created_at_ms, completed_at_ms, expires_at_ms, funnel)
       VALUES (?, ?, 0, 3, ?, ?, 'age_verification', 'auto', ?, ?, ?, '{"days":[["2026-11-28",5]],"steps":[]}')`,
    )
    .run(id, tenantId, status, risk, NOON_MS, NOON_MS + 60_000, NOON_MS + 900_000);
}

/** Reads one customer's counts, or the platform's counts if the id is the empty string. */
function countsOf(tenantId: string): Record<string, number> {
  const totals: Record<string, number> = {};
  const rows = database
    .prepare("SELECT name, value FROM daily_counts WHERE tenant_id = ? AND day = '2026-11-28'")
    .all(tenantId);
  for (const { name: joined, value } of rows)
    for (const name of namesOfCount(String(joined)))
      totals[name] = (totals[name] ?? 0) + Number(value);
  return Object.fromEntries(Object.entries(totals).filter(([, value]) => value !== 0));
}

const upgrade = (): void =>
  migrate(
    database,
    MIGRATIONS.filter((name) => name >= MIGRATION),
  );

const db = () => openDatabase(openLocalD1(database, newMeter));
const sum = () => sumUnsummedDays(db(), 8);
const countWrong = () => countDifferences(db(), dailyCountsOf(DAY));

beforeEach(() => {
  database = newMigratedDatabase(MIGRATIONS.filter((name) => name < MIGRATION));
  end('s1', 'ten_1', 'success', 'low');
  end('s2', 'ten_1', 'failed', 'high');
  end('s3', 'ten_2', 'failed', 'high');
  end('s4', 'ten_2', 'expired');
});

const BEFORE = {
  created: 4,
  success: 1,
  failed: 2,
  expired: 1,
  'risk.low': 1,
  'risk.high': 2,
  'funnel.opened': 4,
  'funnel.camera': 4,
};

test('the migration changes no count, nor does a sum or a recount after it', async () => {
  expect(countsOf('')).toEqual(BEFORE);
  const customers = [countsOf('ten_1'), countsOf('ten_2')];
  upgrade();
  await sum();
  expect(countsOf('')).toEqual(BEFORE);
  expect([countsOf('ten_1'), countsOf('ten_2')]).toEqual(customers);
  expect(await countWrong()).toBe(0);
});

test('what ends or is retaken after it adds to the counts from before, of the customer and of all', async () => {
  upgrade();
  end('s5', 'ten_1', 'success', 'high');
  database.exec("UPDATE verification_sessions SET status = 'retaken' WHERE id = 's3'");
  database.exec("UPDATE verification_sessions SET risk = 'medium' WHERE id = 's1'");
  await sum();
  expect(countsOf('')).toEqual({
    ...BEFORE,
    success: 2,
    failed: 1,
    'risk.low': undefined,
    'risk.medium': 1,
    'risk.high': 2,
  });
  expect(countsOf('ten_1')).toMatchObject({ created: 3, success: 2, failed: 1 });
  expect(countsOf('ten_2')).toMatchObject({ created: 1, expired: 1 });
  expect(await countWrong()).toBe(0);
});

test('a recount that repairs a day from before keeps its bands of risk', async () => {
  upgrade();
  database.exec("UPDATE daily_counts SET value = 9 WHERE tenant_id = 'ten_1' AND name = 'success'");
  expect(await countWrong()).toBe(2);
  await dailyCountsOf(DAY).replace(db());
  expect(countsOf('')).toEqual(BEFORE);
  end('s5', 'ten_2', 'failed', 'high');
  await sum();
  expect(countsOf('')).toMatchObject({ created: 5, failed: 3, 'risk.low': 1, 'risk.high': 3 });
  expect(await countWrong()).toBe(0);
});

test('a day that an earlier version has counted again, after a rollback, keeps its bands of risk', async () => {
  upgrade();
  end('s5', 'ten_2', 'failed', 'high');
  // The earlier version's recount writes one row per name, without joined names, and counts risk
  // only for the platform. Deleting the customers' risk rows after this version's recount has the
  // same result.
  await dailyCountsOf(DAY).replace(db());
  database.exec("DELETE FROM daily_counts WHERE tenant_id <> '' AND name GLOB 'risk.*'");
  database.exec(`INSERT INTO unsummed_days VALUES ('${DAY}')`);
  await sum();
  expect(countsOf('')).toMatchObject({ created: 5, failed: 3, 'risk.low': 1, 'risk.high': 3 });
  expect(await countWrong()).toBe(0);
});
