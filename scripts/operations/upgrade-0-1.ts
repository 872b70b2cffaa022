// Decides whether a database that was created by the migrations from before 0.1 can be recorded as
// created by those of 0.1, and returns the SQL that records this in its journal. The database's
// tables do not change.
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Query } from './query.ts';
import { readSchema, type SchemaRow } from './schema.ts';
import { isBefore01, MIGRATIONS_BEFORE_0_1, MIGRATIONS_OF_0_1 } from './migrations-before-0-1.ts';

type UpgradePlan =
  | { kind: 'upgrade'; sql: string }
  | { kind: 'nothing'; sentence: string }
  | { kind: 'refused'; faults: string[] };

const JOURNAL = 'd1_migrations';
const SEARCH_INDEX = 'account_search';

/**
 * The new names are inserted before the old ones are deleted, so that the upgrade can be repeated
 * if it is interrupted in between.
 */
const UPGRADE = `INSERT OR IGNORE INTO ${JOURNAL} (name) VALUES ${quoted(MIGRATIONS_OF_0_1, (name) => `(${name})`)};
DELETE FROM ${JOURNAL} WHERE name IN (${quoted(MIGRATIONS_BEFORE_0_1)});
`;

/**
 * @param query reads the database without writing to it
 * @returns what to do, or why the upgrade is not possible
 */
export async function planUpgrade(query: Query): Promise<UpgradePlan> {
  const schema = await readSchema(query);
  const names = schema.map(({ name }) => name);
  const applied = names.includes(JOURNAL) ? await readJournal(query) : [];
  if (!isBefore01(applied))
    return judgeOther(
      names.some((name) => name !== JOURNAL),
      applied,
    );
  const faults = judgeJournal(applied);
  if (faults.length > 0) return { kind: 'refused', faults };
  const differences = compareObjects(await readObjects(query, schema), await readObjectsOf01());
  return differences.length > 0
    ? { kind: 'refused', faults: differences }
    : { kind: 'upgrade', sql: UPGRADE };
}

/** Decides what to do with a database whose journal contains no migration from before 0.1. */
function judgeOther(hasTables: boolean, applied: readonly string[]): UpgradePlan {
  if (MIGRATIONS_OF_0_1.some((name) => applied.includes(name)))
    return { kind: 'nothing', sentence: 'The database is at 0.1 already: nothing to do.' };
  if (!hasTables)
    return {
      kind: 'nothing',
      sentence: 'The database is empty: "npx wrangler d1 migrations apply agate" makes its tables.',
    };
  return {
    kind: 'refused',
    faults: [`The database has tables, but its journal (${JOURNAL}) names no migration of ours.`],
  };
}

async function readJournal(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(`SELECT name FROM ${JOURNAL} ORDER BY name`);
  return rows.map(({ name }) => name);
}

function judgeJournal(applied: readonly string[]): string[] {
  const missing = MIGRATIONS_BEFORE_0_1.filter((name) => !applied.includes(name));
  const known = [...MIGRATIONS_BEFORE_0_1, ...MIGRATIONS_OF_0_1];
  const unknown = applied.filter((name) => !known.includes(name));
  return [
    ...missing.map(
      (name) => `The migration ${name} is not applied: apply it with the version it came with.`,
    ),
    ...unknown.map((name) => `The migration ${name} is of another version.`),
  ];
}

/**
 * @returns the definitions of all tables, indexes and triggers, keyed by readable names, and the
 *   settings of the search index
 */
async function readObjects(
  query: Query,
  schema: readonly SchemaRow[],
): Promise<Map<string, string>> {
  const objects = new Map(
    schema
      .filter(({ name }) => name !== JOURNAL)
      .map(({ type, name, sql }) => [`${type} ${name}`, withoutLayout(sql)]),
  );
  if (objects.has(`table ${SEARCH_INDEX}`))
    objects.set('search index', JSON.stringify(await readSearchSettings(query)));
  return objects;
}

/** Reads the index's settings except its version, which SQLite increments on its own. */
const readSearchSettings = (query: Query): Promise<unknown[]> =>
  query(`SELECT k, v FROM ${SEARCH_INDEX}_config WHERE k <> 'version' ORDER BY k`);

/** Normalises the white space outside string literals, where SQL ignores differences in it. */
function withoutLayout(sql: string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(/\s+/g, ' ').replaceAll(/ ?([(),;]) ?/g, '$1'),
    )
    .join('')
    .trim();
}

/** Reads the schema of an empty in-memory database after applying the migrations of 0.1 to it. */
async function readObjectsOf01(): Promise<Map<string, string>> {
  const database = new DatabaseSync(':memory:');
  for (const name of MIGRATIONS_OF_0_1) database.exec(readFileSync(`migrations/${name}`, 'utf8'));
  const query: Query = async <Row>(sql: string) => database.prepare(sql).all() as Row[];
  return readObjects(query, await readSchema(query));
}

function compareObjects(
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] {
  return [
    ...[...expected.keys()]
      .filter((key) => found.get(key) !== expected.get(key))
      .map((key) => `The ${key} ${found.has(key) ? 'is not what 0.1 has' : 'is missing'}.`),
    ...[...found.keys()]
      .filter((key) => !expected.has(key))
      .map((key) => `The ${key} is not ours.`),
  ];
}

function quoted(names: readonly string[], wrap = (name: string): string => name): string {
  return names.map((name) => wrap(`'${name}'`)).join(', ');
}
