// Figures in a backup that runs while the service moves outcomes and counts from daily rows into
// parts (D-178, D-181): the copy contains every figure exactly once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newMeter, openLocalD1 } from '../../../bench/nightly/local-d1.ts';
import { restoreBackup } from '../../../scripts/operations/backup/restore-backup.ts';
import { writeBackup } from '../../../scripts/operations/backup/write-backup.ts';
import type { Query } from '../../../scripts/operations/query.ts';
import { openDatabase } from '../../../src/db/client.ts';
import { freezeDays } from '../../../src/domain/operations/analytics/outcome-store.ts';
import { HOUR_MS } from '../../../src/time/durations.ts';
import { fill, NOW, queryOf } from './filled-database.ts';

/** Backup parts so small that the table of daily outcomes is read several times. */
const PARTS = { now: () => NOW, partBytes: 20_000 };

let database: DatabaseSync;
let folder: string;
let backup: string;

beforeEach(async () => {
  database = await fill();
  folder = mkdtempSync(join(tmpdir(), 'agate-outcomes-'));
  backup = join(folder, 'backup');
  database.exec('DELETE FROM outcome_days; DELETE FROM outcome_parts; DELETE FROM outcomes_frozen');
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
     INSERT INTO outcome_days SELECT 'ten_' || (i % 2), 'country', date('2026-01-01', (i / 100) || ' days'),
       'c' || i, 'success', 1 FROM n`,
  );
  database.exec(
    `DELETE FROM daily_counts;
     INSERT OR IGNORE INTO tenants (id, name, created_at_ms) VALUES ('ten_0', 'A', 1), ('ten_1', 'B', 1);
     WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
     INSERT INTO daily_counts SELECT 'ten_' || (i % 2), 'success', date('2026-01-01', (i / 2) || ' days'), 100 FROM n`,
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Freezes outcomes that are due, as the schedule would at the given time. */
const freeze = (nowMs: number) =>
  freezeDays(openDatabase(openLocalD1(database, newMeter)), {
    beforeDay: '2026-01-15',
    limit: 1,
    nowMs,
  });

const live = (of = database) => of.prepare('SELECT count(*) AS n FROM outcome_days').get()?.['n'];

/** The sum of all outcome counts, whether in daily rows or in parts. */
const totalOf = (of: DatabaseSync) =>
  of
    .prepare(
      `SELECT (SELECT COALESCE(sum(value), 0) FROM outcome_days) + (SELECT COALESCE(sum(item.value ->> 0), 0)
         FROM outcome_parts CROSS JOIN json_each(outcomes, '$.country') AS item) AS total`,
    )
    .get()?.['total'];

/** The sums of the daily counts: each customer's, the billed ones, and those of all customers. */
const countsIn = (of: DatabaseSync) =>
  of
    .prepare(
      `WITH live AS (SELECT COALESCE(sum(value), 0) AS n FROM daily_counts WHERE tenant_id > '-')
       SELECT live.n + (SELECT COALESCE(sum(outcomes ->> '$.counts.success'), 0) FROM outcome_parts) AS customers,
         live.n + (SELECT COALESCE(sum(value), 0) FROM billed_days) AS billed,
         live.n + (SELECT COALESCE(sum(value), 0) FROM daily_counts WHERE tenant_id = '-') AS together
       FROM live`,
    )
    .get();
const COUNTS = { customers: 4_000, billed: 4_000, together: 4_000 };

async function restored(): Promise<DatabaseSync> {
  const copy = new DatabaseSync(':memory:');
  const executeFile = async (path: string) => {
    copy.exec('BEGIN');
    copy.exec(readFileSync(path, 'utf8'));
    copy.exec('COMMIT');
  };
  await restoreBackup(backup, { query: queryOf(copy), executeFile });
  return copy;
}

/** A query that freezes outcomes before every read, with the clock at the given time. */
const whileFreezing =
  (nowMs: number): Query =>
  async <Row>(sql: string) => {
    await freeze(nowMs);
    return queryOf(database)<Row>(sql);
  };

const links = (of = database) => of.prepare('SELECT kind FROM deployment_links').all();

test('the copy has every figure once, while the service would move them between any two reads', async () => {
  await freeze(NOW);
  await writeBackup(whileFreezing(NOW), backup, PARTS);
  const copy = await restored();
  expect(totalOf(copy)).toBe(2_000);
  expect(countsIn(copy)).toEqual(COUNTS);
  expect(countsIn(database)).toEqual(COUNTS);
  expect(Number(live(copy))).toBeGreaterThan(1_000);
  expect(links(copy)).toEqual(links());
  // Once the backup is complete, outcomes move again.
  const before = live();
  await freeze(NOW);
  expect(live()).toBeLessThan(Number(before));
});

test('an interrupted backup holds outcomes for hours, and is continued in that time', async () => {
  const interrupted = writeBackup(queryOf(database), backup, {
    ...PARTS,
    onPart: () => {
      throw new Error('interrupted');
    },
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  await freeze(NOW + 5 * HOUR_MS);
  expect(live()).toBe(2_000);
  const later = { ...PARTS, now: () => NOW + 5 * HOUR_MS };
  await writeBackup(whileFreezing(NOW + 5 * HOUR_MS), backup, later);
  const copy = await restored();
  expect([totalOf(copy), countsIn(copy)]).toEqual([2_000, COUNTS]);
});

test('a backup is complete although its hold cannot be deleted, and the hold expires by itself', async () => {
  const query: Query = async <Row>(sql: string) => {
    if (sql.startsWith('DELETE')) throw new Error('The database could not be reached.');
    return queryOf(database)<Row>(sql);
  };
  const { ended_at: endedAt } = await writeBackup(query, backup, PARTS);
  expect(endedAt).toBeDefined();
  expect(totalOf(await restored())).toBe(2_000);
  await freeze(NOW + 5 * HOUR_MS);
  expect(live()).toBe(2_000);
  await freeze(NOW + 7 * HOUR_MS);
  expect(live()).toBeLessThan(2_000);
});

test('a backup that is continued after its outcomes have moved says so and is not complete', async () => {
  const interrupted = writeBackup(queryOf(database), backup, {
    ...PARTS,
    onPart: () => {
      throw new Error('interrupted');
    },
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  await freeze(NOW + 7 * HOUR_MS);
  expect(live()).toBeLessThan(2_000);
  const later = { ...PARTS, now: () => NOW + 7 * HOUR_MS };
  await expect(writeBackup(queryOf(database), backup, later)).rejects.toThrow(
    'Figures may have moved since',
  );
  await expect(restored()).rejects.toThrow('not complete');
});

test('a backup holds outcomes although a customer with parts is removed meanwhile', async () => {
  await freeze(NOW);
  await freeze(NOW);
  let reads = 0;
  const whileRemoving: Query = async <Row>(sql: string) => {
    reads += 1;
    if (reads === 12)
      database.exec(
        "DELETE FROM outcomes_frozen WHERE tenant_id = 'ten_0'; DELETE FROM outcome_parts WHERE tenant_id = 'ten_0'",
      );
    return queryOf(database)<Row>(sql);
  };
  const { ended_at: endedAt } = await writeBackup(whileRemoving, backup, PARTS);
  expect(endedAt).toBeDefined();
});

test('a backup whose hold has ended is not complete, even if no part seems to be new', async () => {
  await freeze(NOW);
  const interrupted = writeBackup(queryOf(database), backup, {
    ...PARTS,
    onPart: () => {
      throw new Error('interrupted');
    },
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const later = { ...PARTS, now: () => NOW + 7 * HOUR_MS };
  await expect(writeBackup(queryOf(database), backup, later)).rejects.toThrow(
    'Figures may have moved since',
  );
});

test('a database from before D-178 is copied as before', async () => {
  database.exec('DROP TABLE outcomes_frozen; DROP TABLE outcome_parts');
  const manifest = await writeBackup(queryOf(database), backup, PARTS);
  expect(manifest).not.toHaveProperty('holds_outcomes');
  expect(live(await restored())).toBe(2_000);
});
