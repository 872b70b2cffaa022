// Every rule that is implemented as a trigger still exists: a migration that rebuilds a table must
// not drop the table's triggers (docs/architecture.md, section 3).
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { newMigratedDatabase } from './apply-migrations.ts';
import { LIVE_TRIGGERS } from './live-triggers.ts';

function triggersOf(database: DatabaseSync): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const rows = database
    .prepare("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger' ORDER BY 1, 2")
    .all() as { tbl_name: string; name: string }[];
  for (const { tbl_name: table, name } of rows) (found[table] ??= []).push(name);
  return found;
}

test('the migrations leave exactly the listed triggers', () => {
  expect(triggersOf(newMigratedDatabase())).toEqual(LIVE_TRIGGERS);
});

/**
 * Rebuilds a table as drizzle-kit does: creates a new table, copies the rows, drops the old table
 * and renames the new one.
 */
function rebuild(database: DatabaseSync, table: string): void {
  const row = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table);
  database.exec(`
    ${String(row?.['sql']).replace(`\`${table}\``, `\`__new_${table}\``)};
    INSERT INTO \`__new_${table}\` SELECT * FROM \`${table}\`;
    DROP TABLE \`${table}\`;
    ALTER TABLE \`__new_${table}\` RENAME TO \`${table}\`;`);
}

test.each(['accounts', 'audit_entries', 'login_attempts', 'oauth_clients'])(
  'a rebuild of %s that does not recreate its triggers is noticed',
  (table) => {
    const database = newMigratedDatabase();
    rebuild(database, table);
    const { [table]: lost, ...others } = LIVE_TRIGGERS;
    expect(lost).not.toEqual([]);
    expect(triggersOf(database)).toEqual(others);
  },
);

test('a rebuild of a table that other triggers write to fails until those are dropped first', () => {
  const database = newMigratedDatabase();
  expect(() => rebuild(database, 'oauth_client_days')).toThrow(
    'error in trigger oauth_clients_count_insert: no such table: main.oauth_client_days',
  );
});

/**
 * The migrations that create triggers. They may also contain other SQL that drizzle-kit does not
 * generate.
 */
const FILES = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(`migrations/${name}`, 'utf8'))
  .filter((file) => file.includes('CREATE TRIGGER'));
const STATEMENTS = FILES.flatMap((file) => file.split('--> statement-breakpoint'));

test('each trigger has a comment of whole sentences above it that states its rule', () => {
  const rules = STATEMENTS.filter((statement) =>
    /^(CREATE (TRIGGER|VIRTUAL)|INSERT)/m.test(statement),
  );
  const bare = rules.filter(
    (statement) => !/^-- [A-Z](?:.|\n-- )*\.\n(?:CREATE|INSERT) /m.test(statement),
  );
  expect(bare).toEqual([]);
  expect(rules.length).toBeGreaterThan(Object.values(LIVE_TRIGGERS).flat().length);
});

/**
 * @param sql SQL without comments
 * @returns whether the position `index` is inside parentheses
 */
function isEnclosed(sql: string, index: number): boolean {
  const before = sql.slice(0, index).replaceAll(/'[^']*'/g, '');
  return before.split('(').length > before.split(')').length;
}

// cloudflare/workers-sdk#4727, #4713 and #14991: the deployed D1 splits a file into statements by
// its own rules.
test('the trigger files contain nothing that the deployed D1 is known to split wrongly', () => {
  const comments = FILES.flatMap((file) => file.match(/^--(?!>).*$/gm) ?? []);
  expect(comments.filter((line) => /[;'"`]/.test(line))).toEqual([]);
  const sql = STATEMENTS.map((statement) => statement.replaceAll(/^--.*$/gm, ''));
  const conditions = sql.flatMap((statement) =>
    [...statement.matchAll(/\bCASE\b/gi)].map(({ index }) => isEnclosed(statement, index)),
  );
  expect(conditions.length).toBeGreaterThan(10);
  expect(conditions).not.toContain(false);
  expect(FILES.join('')).not.toContain('\r');
  expect(sql.filter((statement) => /\b(?:begin|end|case)\b/.test(statement))).toEqual([]);
});
