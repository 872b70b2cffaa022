// Backup and restore in practice: a database with every kind of data is dumped, lost, restored, and
// compared.
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { dumpDatabase, type Query } from '../../../scripts/operations/dump.ts';
import { examineDatabase } from '../../../scripts/operations/examine.ts';
import { CHAIN_START, hashEntry, type AuditRow } from '../../../src/domain/platform/audit/chain.ts';
import { MIGRATIONS, newMigratedDatabase } from '../../contract/apply-migrations.ts';

const NOW = 1_800_000_000_000;

let database: DatabaseSync;

const queryOf =
  (of: DatabaseSync): Query =>
  async <Row>(sql: string) =>
    of.prepare(sql).all() as Row[];

/** The tables of this version, as `wrangler d1 migrations apply` makes them. */
function migrate(): DatabaseSync {
  const fresh = newMigratedDatabase();
  fresh.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)');
  for (const name of MIGRATIONS)
    fresh.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  return fresh;
}

/** Inserts a row with a value for every required column. */
function insert(table: string, row: Record<string, string | number | null>): void {
  const columns = database.prepare(`PRAGMA table_info(${table})`).all() as {
    name: string;
    type: string;
    notnull: number;
    dflt_value: unknown;
    pk: number;
  }[];
  const full = { ...row };
  for (const { name, type, notnull, dflt_value, pk } of columns) {
    const isRowId = pk === 1 && /integer/i.test(type);
    if (name in full || isRowId || notnull === 0 || dflt_value !== null) continue;
    full[name] = /int/i.test(type) ? 1 : '[]';
  }
  const names = Object.keys(full);
  database
    .prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    .run(...Object.values(full));
}

async function addAuditEntry(previous: string): Promise<string> {
  insert('audit_entries', { at_ms: NOW, audience: 'admin', action: 'auth.login', before: "it's" });
  const [row] = await queryOf(database)<AuditRow>(
    'SELECT * FROM audit_entries ORDER BY id DESC LIMIT 1',
  );
  if (row === undefined) throw new Error('The entry is not there.');
  const hash = await hashEntry(previous, row);
  insert('audit_links', { entry_id: row.id, hash });
  return hash;
}

beforeEach(async () => {
  database = migrate();
  insert('tenants', { id: 'ten_1', name: "Quotes ' and \n lines; -- and ü" });
  for (let n = 1; n <= 1_100; n += 1)
    insert('accounts', {
      id: n,
      subject: `xid_${n}`,
      email: `ada${n}@example.test`,
      email_normalized: `ada${n}@example.test`,
      status: 'active',
      created_at_ms: NOW,
    });
  insert('events', { id: 'evt_1', tenant_id: 'ten_1' });
  insert('webhook_endpoints', { id: 'whe_1', tenant_id: 'ten_1', state: 'enabled', mode: 'both' });
  insert('webhook_deliveries', {
    id: 'whd_1',
    event_id: 'evt_1',
    endpoint_id: 'whe_1',
    tenant_id: 'ten_1',
    state: 'delivered',
  });
  insert('verification_sessions', {
    id: 's1',
    tenant_id: 'ten_1',
    status: 'success',
    completed_at_ms: NOW,
    expires_at_ms: NOW,
  });
  let head = CHAIN_START;
  for (let n = 0; n < 3; n += 1) head = await addAuditEntry(head);
});

/** The contents of every table, and of the search index by what it finds. */
function contentOf(of: DatabaseSync): object {
  const tables = of
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'account_search%'",
    )
    .all() as { name: string }[];
  const rows = tables.map(({ name }) => [name, of.prepare(`SELECT * FROM ${name}`).all()]);
  const schema = of
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type, name",
    )
    .all();
  const found = of
    .prepare('SELECT rowid FROM account_search WHERE account_search MATCH ?')
    .all('"ada77@"');
  const numbers = of.prepare('SELECT * FROM sqlite_sequence ORDER BY name').all();
  return { rows: Object.fromEntries(rows) as object, schema, found, numbers };
}

test('what was backed up is restored: every row, index, trigger and search, and the doctor finds nothing', async () => {
  // The number is never reused, not even by the restored database.
  database.exec('DELETE FROM accounts WHERE id = 1100');
  // A table without row ids, with more rows than one read takes.
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
     INSERT INTO age_keys (id, public_key, counter, bracket, method, margin_years, difficulty, liveness_level, verified_at_ms, expires_at_ms)
     SELECT lower(hex(randomblob(32))), 'k', 0, 18, 'face', 7, 'medium', 'standard', 1, ${2 * NOW} FROM n`,
  );
  expect(await examineDatabase(queryOf(database), MIGRATIONS, NOW)).toEqual([]);
  const statements: string[] = [];
  for await (const statement of dumpDatabase(queryOf(database))) statements.push(statement);
  const restored = new DatabaseSync(':memory:');
  restored.exec(`BEGIN;\n${statements.join('\n')}\nCOMMIT;`);
  expect(contentOf(restored)).toEqual(contentOf(database));
  expect(await examineDatabase(queryOf(restored), MIGRATIONS, NOW)).toEqual([]);
  // The triggers are restored, too.
  expect(() => restored.exec('DELETE FROM audit_entries')).toThrow('never deleted');
});

test.each([
  [
    'a migration that is missing',
    "DELETE FROM d1_migrations WHERE name LIKE '0000%'",
    'is not applied',
  ],
  [
    'a migration of a newer version',
    "INSERT INTO d1_migrations (name) VALUES ('9999_x.sql')",
    'newer version',
  ],
  [
    'rows whose parents are gone',
    'PRAGMA foreign_keys = OFF; DELETE FROM events',
    '1 rows of webhook_deliveries',
  ],
  [
    'a session past its end',
    'UPDATE verification_sessions SET completed_at_ms = NULL, expires_at_ms = 1',
    '1 sessions are past their end',
  ],
  [
    'a delivery that is due',
    "UPDATE webhook_deliveries SET state = 'pending', next_attempt_ms = 1",
    '1 deliveries are due',
  ],
  [
    'a notice of a sign-out that waits',
    "INSERT INTO logout_notices (cause, client_id, subject, session_id, created_at_ms) VALUES ('c', 'x', 'y', 'z', 1)",
    '1 sites wait',
  ],
  [
    'a grant that still has to end',
    `PRAGMA foreign_keys = OFF; INSERT INTO grants (id, account_id, client_id, session_id, scope, created_at_ms, expires_at_ms, revoked_at_ms)
     VALUES ('g', 1, 'xoc_1', 's', 'openid', 1, ${NOW}, 1)`,
    '1 grants were revoked',
  ],
  ['counts that differ', 'UPDATE account_days SET value = value + 2', '2 accounts more or less'],
  ['a dead letter', "INSERT INTO dead_letters VALUES ('q', 's', NULL, 1, 1)", '1 dead letters'],
  [
    'an audit link that was changed',
    "DROP TRIGGER IF EXISTS audit_links_update; UPDATE audit_links SET hash = 'x' WHERE entry_id = 2",
    'audit entry 2',
  ],
])('the doctor finds %s', async (_name, damage, fault) => {
  for (const { name } of database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .all())
    if (/audit_(links|entries)/.test(String(name))) database.exec(`DROP TRIGGER "${String(name)}"`);
  database.exec(damage);
  const faults = await examineDatabase(queryOf(database), MIGRATIONS, NOW);
  expect(faults.join('\n')).toContain(fault);
});

test('a backup replaces no file: it says so before it reads anything', () => {
  const backup = ['scripts/backup.ts', '--output=package.json'];
  const { status, stderr } = spawnSync(process.execPath, backup, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "EEXIST: file already exists, open 'package.json'\n",
  });
});
