// A node:sqlite database with every kind of data, and the content that is compared after a restore.
import type { DatabaseSync } from 'node:sqlite';
import type { Query } from '../../../scripts/operations/query.ts';
import {
  CHAIN_START,
  digestEntry,
  hashEntry,
  type AuditRow,
} from '../../../src/domain/platform/audit/chain.ts';
import { MIGRATIONS, newMigratedDatabase } from '../../contract/apply-migrations.ts';

/** A time in the future, in milliseconds since the epoch. */
export const NOW = 1_800_000_000_000;

/** Reads a node:sqlite database as scripts read D1. */
export const queryOf =
  (of: DatabaseSync): Query =>
  async <Row>(sql: string) =>
    of.prepare(sql).all() as Row[];

/** Creates tables and the journal, as `wrangler d1 migrations apply` does. */
function newDatabase(migrations: readonly string[]): DatabaseSync {
  const fresh = newMigratedDatabase(migrations);
  fresh.exec('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)');
  for (const name of migrations)
    fresh.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
  return fresh;
}

/** Inserts a row with a value for every required column. */
export function insert(
  database: DatabaseSync,
  table: string,
  row: Record<string, string | number | null>,
): void {
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

/** @returns the entry, with the hash of its link */
async function addAuditEntry(
  database: DatabaseSync,
  previous: string,
  changes: Partial<AuditRow> = {},
): Promise<{ row: AuditRow; hash: string }> {
  insert(database, 'audit_entries', {
    at_ms: NOW,
    audience: 'admin',
    action: 'auth.login',
    before: "it's",
    ...changes,
  });
  const [row] = await queryOf(database)<AuditRow>(
    'SELECT * FROM audit_entries ORDER BY id DESC LIMIT 1',
  );
  if (row === undefined) throw new Error('The entry is not there.');
  const hash = await hashEntry(previous, row);
  insert(database, 'audit_links', { entry_id: row.id, hash });
  return { row, hash };
}

/** Adds an entry of a customer, and moves it to the customer's ledger. */
async function addMovedEntry(database: DatabaseSync, previous: string): Promise<string> {
  const of = { audience: 'dashboard', tenant_id: 'ten_1' };
  const { row, hash } = await addAuditEntry(database, previous, of);
  insert(database, 'audit_digests', { entry_id: row.id, digest: await digestEntry(row) });
  insert(database, 'audit_moved', { tenant_id: 'ten_1', entries: 1 });
  database.prepare('DELETE FROM audit_entries WHERE id = ?').run(row.id);
  return hash;
}

/**
 * Creates a database with rows of every kind that the doctor examines.
 * @param migrations the names of the migrations that create the tables
 */
export async function fill(migrations = MIGRATIONS): Promise<DatabaseSync> {
  const database = newDatabase(migrations);
  insert(database, 'tenants', { id: 'ten_1', name: "Quotes ' and \n lines; -- and ü" });
  for (let n = 1; n <= 1_100; n += 1)
    insert(database, 'accounts', {
      id: n,
      subject: `xid_${n}`,
      email: `ada${n}@example.test`,
      email_normalized: `ada${n}@example.test`,
      status: 'active',
      created_at_ms: NOW,
    });
  // Events and deliveries are as an earlier version left them, not yet moved into a ledger.
  insert(database, 'events', { id: 'evt_1', tenant_id: 'ten_1' });
  insert(database, 'ledger_volumes', { tenant_id: 'ten_1', test: 0, number: 1 });
  insert(database, 'ledger_work', { id: 'w1', tenant_id: 'ten_1', created_at_ms: NOW });
  insert(database, 'webhook_endpoints', {
    id: 'whe_1',
    tenant_id: 'ten_1',
    state: 'enabled',
    mode: 'both',
  });
  insert(database, 'webhook_deliveries', {
    id: 'whd_1',
    event_id: 'evt_1',
    endpoint_id: 'whe_1',
    tenant_id: 'ten_1',
    state: 'delivered',
  });
  insert(database, 'verification_sessions', {
    id: 's1',
    tenant_id: 'ten_1',
    status: 'success',
    completed_at_ms: NOW,
    expires_at_ms: NOW,
  });
  let head = CHAIN_START;
  for (let n = 0; n < 3; n += 1) ({ hash: head } = await addAuditEntry(database, head));
  head = await addMovedEntry(database, head);
  await addAuditEntry(database, head);
  return database;
}

/**
 * The contents of every table, the schema, the highest ids used, and the results of the search
 * index.
 */
export function contentOf(of: DatabaseSync): object {
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
