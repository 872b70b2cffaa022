// Reads a database and writes it as SQL that restores it into an empty one. `wrangler d1 export`
// cannot be used: it refuses databases with a search index. Triggers are written after the rows,
// because otherwise they would count the rows a second time.
import { createHash } from 'node:crypto';
import type { Query } from '../query.ts';
import { isVirtual, readSchema, readTables, type SchemaRow, type Table } from '../schema.ts';
import { id, insertRows, literal } from './literals.ts';

/**
 * The number of bytes per read. D1 returns at most 50 MB; a much smaller amount keeps a read well
 * below D1's limit of 30 seconds.
 */
const BYTES_PER_READ = 4_000_000;
const [FIRST_ROWS, MAX_ROWS] = [200, 20_000];

/**
 * The tables that a backup reads, and their schema, which must not change while the backup runs.
 */
interface DumpPlan {
  schema: SchemaRow[];
  tables: Table[];
  /** The SHA-256 of the schema, in hexadecimal digits. */
  fingerprint: string;
}

/**
 * The highest rowid of each table whose rows refer to other tables, as of the beginning of the
 * backup.
 */
export type LastRows = Readonly<Record<string, number>>;

/**
 * The position at which reading continues: the index of a table in the plan, and the value of its
 * order column after which to read.
 */
export interface Position {
  table: number;
  after: number | string;
}

/** A group of statements, and the position at which reading continues after them. */
export interface Slice {
  statements: string[];
  rows: number;
  /** The position at which reading continues; absent in the last slice. */
  next?: Position;
}

export async function planDump(query: Query): Promise<DumpPlan> {
  const schema = await readSchema(query);
  const tables = await readTables(query, schema);
  const fingerprint = createHash('sha256').update(JSON.stringify(schema)).digest('hex');
  return { schema, tables, fingerprint };
}

/**
 * Reads the highest rowid of each table whose rows refer to other tables. Rows that are added later
 * are left out, because they may refer to rows of a table that has already been read. Each part of
 * the backup can then be restored with foreign keys enforced.
 */
export async function readLastRows(query: Query, { tables }: DumpPlan): Promise<LastRows> {
  const children = tables.filter(({ isChild, order }) => isChild && order === 'rowid');
  if (children.length === 0) return {};
  const maxima = children.map(
    ({ name }, n) => `(SELECT COALESCE(max(rowid), -1) FROM ${id(name)}) AS t${n}`,
  );
  const [row] = await query<Record<string, number>>(`SELECT ${maxima.join(', ')}`);
  return Object.fromEntries(children.map(({ name }, n) => [name, row?.[`t${n}`] ?? -1]));
}

/**
 * @param from where to continue; by default, reading starts at the beginning, with the definitions
 *   of the tables
 * @returns statements for tables, rows, sequence numbers, search index, indexes and triggers; each
 *   statement ends with a semicolon
 */
export async function* dumpDatabase(
  query: Query,
  plan: DumpPlan,
  lastRows: LastRows,
  from?: Position,
): AsyncGenerator<Slice> {
  const { schema, tables } = plan;
  const startOf = (table: number): Position => ({ table, after: tables[table]?.first ?? '' });
  if (from === undefined)
    yield { statements: tables.map(({ sql }) => `${sql};`), rows: 0, next: startOf(0) };
  const { table: begin, after } = from ?? startOf(0);
  for (const [n, table] of tables.entries()) {
    if (n < begin) continue;
    const start = n === begin ? after : table.first;
    for await (const read of readRows(query, table, start, lastRows[table.name]))
      yield {
        statements: insertRows(table, read.rows),
        rows: read.rows.length,
        next: read.isLast ? startOf(n + 1) : { table: n, after: read.after },
      };
  }
  yield { statements: await endOf(query, schema), rows: 0 };
}

interface Read {
  rows: Record<string, unknown>[];
  after: number | string;
  isLast: boolean;
}

/**
 * Reads the rows of a table. The number of rows per read depends on the size of the rows in the
 * previous read.
 */
async function* readRows(
  query: Query,
  { name, order, first }: Table,
  start: number | string,
  last: number | undefined,
): AsyncGenerator<Read> {
  const column = order === 'rowid' ? order : id(order);
  const bound = last === undefined ? '' : ` AND ${column} <= ${last}`;
  let [after, limit] = [start ?? first, FIRST_ROWS];
  for (;;) {
    const found = await query<Record<string, unknown>>(
      `SELECT ${column} AS dump_order, * FROM ${id(name)} WHERE ${column} > ${literal(after)}${bound} ORDER BY ${column} LIMIT ${limit}`,
    );
    const isLast = found.length < limit;
    after = (found.at(-1)?.['dump_order'] as number | string | undefined) ?? after;
    yield { rows: found.map(({ dump_order: _order, ...row }) => row), after, isLast };
    if (isLast) return;
    const bytes = JSON.stringify(found).length;
    const fitting = Math.floor((found.length * BYTES_PER_READ) / bytes);
    limit = Math.max(1, Math.min(fitting, limit * 4, MAX_ROWS));
  }
}

async function endOf(query: Query, schema: readonly SchemaRow[]): Promise<string[]> {
  const search = schema.filter(isVirtual);
  const settings = await Promise.all(search.map(({ name }) => readSearchSettings(query, name)));
  return [
    ...(await readNumbers(query)),
    ...search.flatMap(({ name, sql }, n) => [
      `${sql};`,
      ...(settings[n] ?? []),
      `INSERT INTO ${id(name)} (${id(name)}) VALUES ('rebuild');`,
    ]),
    ...schema.filter(({ type }) => type === 'index').map(({ sql }) => `${sql};`),
    ...schema.filter(({ type }) => type === 'trigger').map(({ sql }) => `${sql};`),
  ];
}

/**
 * Reads the last sequence number of each table, so that a restored database does not reuse the
 * numbers of deleted rows.
 */
async function readNumbers(query: Query): Promise<string[]> {
  const rows = await query<{ name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence');
  return [
    'DELETE FROM sqlite_sequence;',
    ...rows.map(
      ({ name, seq }) =>
        `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${literal(seq)});`,
    ),
  ];
}

async function readSearchSettings(query: Query, table: string): Promise<string[]> {
  const settings = await query<{ k: string; v: unknown }>(
    `SELECT k, v FROM ${id(`${table}_config`)} WHERE k <> 'version'`,
  );
  return settings.map(
    ({ k, v }) =>
      `INSERT INTO ${id(table)} (${id(table)}, rank) VALUES (${literal(k)}, ${literal(v)});`,
  );
}
