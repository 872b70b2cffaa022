// Upgrading a database from before 0.1: after one step, it counts as migrated. If it cannot be
// upgraded, it stays unchanged and the reason is shown.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  applyMigrations,
  openDemoDatabase,
  openLocalDatabase,
} from '../../../scripts/demo/local-database.ts';
import type { Query } from '../../../scripts/operations/query.ts';
import { examineDatabase } from '../../../scripts/operations/examine.ts';
import {
  MIGRATIONS_BEFORE_0_1,
  MIGRATIONS_OF_0_1,
} from '../../../scripts/operations/migrations-before-0-1.ts';
import { planUpgrade } from '../../../scripts/operations/upgrade-0-1.ts';
import { MIGRATIONS, migrate, newMigratedDatabase } from '../../contract/apply-migrations.ts';

const JOURNAL = 'CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)';
/** The trigger's SQL on one line, as the old migrations wrote it. */
const ON_ONE_LINE =
  "CREATE TRIGGER `audit_heads_keep_delete` BEFORE DELETE ON `audit_heads` BEGIN SELECT RAISE(ABORT, 'audit heads are never deleted'); END";

const SINCE_0_1 = MIGRATIONS.filter((name) => !MIGRATIONS_OF_0_1.includes(name));

let database: DatabaseSync;

const queryOf =
  (of: DatabaseSync): Query =>
  async <Row>(sql: string) =>
    of.prepare(sql).all() as Row[];
const plan = () => planUpgrade(queryOf(database));
const journal = () =>
  database
    .prepare('SELECT name FROM d1_migrations ORDER BY id')
    .all()
    .map(({ name }) => name);
const values = (names: readonly string[]) => names.map((name) => `('${name}')`).join(', ');

/**
 * Each test starts with the database that the 51 migrations from before 0.1 produced: the tables of
 * 0.1, and a journal that lists those migrations.
 */
beforeEach(() => {
  database = newMigratedDatabase(MIGRATIONS_OF_0_1);
  database.exec(`DROP TRIGGER audit_heads_keep_delete; ${ON_ONE_LINE}; ${JOURNAL};
    INSERT INTO d1_migrations (name) VALUES ${values(MIGRATIONS_BEFORE_0_1)}`);
});

async function upgrade(): Promise<void> {
  const planned = await plan();
  expect(planned.kind).toBe('upgrade');
  if (planned.kind === 'upgrade') database.exec(planned.sql);
}

test('a database with all 51 earlier migrations counts as migrated, and a second run has nothing to do', async () => {
  await upgrade();
  expect(journal()).toEqual(MIGRATIONS_OF_0_1);
  expect(await plan()).toEqual({
    kind: 'nothing',
    sentence: 'The database is at 0.1 already: nothing to do.',
  });
});

test('migrations after 0.1 are applied to an upgraded database as to a new one', async () => {
  await upgrade();
  migrate(database, SINCE_0_1);
  database.exec(`INSERT INTO d1_migrations (name) VALUES ${values(SINCE_0_1)}`);
  expect(await examineDatabase(queryOf(database), MIGRATIONS, Date.now())).toEqual([]);
});

test('an upgrade that was interrupted between statements can be repeated', async () => {
  database.exec(`INSERT INTO d1_migrations (name) VALUES ${values(MIGRATIONS_OF_0_1)}`);
  await upgrade();
  expect(journal()).toEqual(MIGRATIONS_OF_0_1);
});

test.each([
  [
    'half of the migrations are applied',
    "DELETE FROM d1_migrations WHERE name > '0049_z'",
    'The migration 0050_erased-documents.sql is not applied: apply it with the version it came with.',
  ],
  [
    'the journal names a migration of another version',
    "INSERT INTO d1_migrations (name) VALUES ('0051_other.sql')",
    'The migration 0051_other.sql is of another version.',
  ],
  [
    'a trigger is gone',
    'DROP TRIGGER audit_heads_keep_delete',
    'The trigger audit_heads_keep_delete is missing.',
  ],
  [
    'a trigger says something else',
    `DROP TRIGGER audit_heads_keep_delete; ${ON_ONE_LINE.replace('never deleted', 'never  deleted')}`,
    'The trigger audit_heads_keep_delete is not what 0.1 has.',
  ],
  [
    'a table has a column more',
    'ALTER TABLE tenants ADD more text',
    'The table tenants is not what 0.1 has.',
  ],
  ['there is an index more', 'CREATE INDEX more ON tenants (name)', 'The index more is not ours.'],
  [
    'the search index forgets nothing at once',
    "INSERT INTO account_search (account_search, rank) VALUES ('secure-delete', 0)",
    'The search index is not what 0.1 has.',
  ],
  [
    'the journal names no migration',
    'DELETE FROM d1_migrations',
    'The database has tables, but its journal (d1_migrations) names no migration of ours.',
  ],
])('the upgrade is refused when %s', async (_where, change, fault) => {
  database.exec(change);
  expect(await plan()).toEqual({ kind: 'refused', faults: [fault] });
});

test('an empty database needs no upgrade, with or without a journal', async () => {
  const nothing = {
    kind: 'nothing',
    sentence: 'The database is empty: "npx wrangler d1 migrations apply agate" makes its tables.',
  };
  database = new DatabaseSync(':memory:');
  expect(await plan()).toEqual(nothing);
  database.exec(JOURNAL);
  expect(await plan()).toEqual(nothing);
});

test('applying migrations or examining the database before the upgrade fails with instructions', async () => {
  const [first = ''] = MIGRATIONS_OF_0_1;
  database.exec('BEGIN');
  expect(() => database.exec(readFileSync(`migrations/${first}`, 'utf8'))).toThrow(
    'CHECK constraint failed: this database is from before 0.1, so run: npm run upgrade:0.1',
  );
  database.exec('ROLLBACK');
  expect(await examineDatabase(queryOf(database), MIGRATIONS, Date.now())).toEqual([
    'The database is from before 0.1. Run "npm run upgrade:0.1" (docs/deploy.md).',
  ]);
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agate-upgrade-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Creates the local database as `npm start` did before 0.1. */
async function makeLocalDatabase(): Promise<void> {
  const { database: local, close } = await openLocalDatabase(folder);
  await applyMigrations(local, MIGRATIONS_OF_0_1);
  await local.exec('DELETE FROM d1_migrations');
  await local.exec(`INSERT INTO d1_migrations (name) VALUES ${values(MIGRATIONS_BEFORE_0_1)}`);
  await close();
}

async function localJournal(): Promise<string[]> {
  const { database: local, close } = await openLocalDatabase(folder);
  const { results } = await local.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  await close();
  return results.map(({ name }) => name);
}

test('npm run upgrade:0.1 upgrades the local database', async () => {
  await makeLocalDatabase();
  const { status } = spawnSync(process.execPath, ['scripts/upgrade-0-1.ts'], {
    env: { ...process.env, STATE_DIR: folder },
  });
  expect([status, await localJournal()]).toEqual([0, MIGRATIONS_OF_0_1]);
});

test('the demo starts with a new database and keeps the earlier one', async () => {
  await makeLocalDatabase();
  const said = vi.spyOn(console, 'log').mockReturnValue();
  const { database: fresh, close } = await openDemoDatabase(folder);
  expect(await applyMigrations(fresh)).toEqual(MIGRATIONS);
  await close();
  expect(said.mock.calls.flat().join()).toContain(
    'The local database is from before 0.1. It is kept in',
  );
  expect(existsSync(join(folder, 'v3-before-0.1', 'd1'))).toBe(true);

  const { database: same, close: closeAgain } = await openDemoDatabase(folder);
  expect(await applyMigrations(same)).toEqual([]);
  await closeAgain();
});
