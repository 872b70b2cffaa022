// Writes a database as SQL that restores it into an empty one. `wrangler d1 export` refuses
// databases with a search index, and rows must come before triggers, which would count them twice.

/** Runs one SELECT. */
export type Query = <Row>(sql: string) => Promise<Row[]>;

const ROWS_PER_READ = 500;

export interface SchemaRow {
  type: 'table' | 'index' | 'trigger';
  name: string;
  sql: string;
}

/**
 * @returns statements in order: tables, rows, sequence numbers, search index, indexes, triggers;
 *   each ends with a semicolon
 */
export async function* dumpDatabase(query: Query): AsyncGenerator<string> {
  const schema = await readSchema(query);
  const virtual = schema.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql));
  const tables = schema.filter((row) => row.type === 'table' && !virtual.includes(row));
  yield 'PRAGMA defer_foreign_keys = TRUE;';
  for (const { sql } of tables) yield `${sql};`;
  for (const { name, sql } of tables) yield* dumpRows(query, name, await orderOf(query, name, sql));
  yield* dumpNumbers(query);
  for (const { name, sql } of virtual) {
    yield `${sql};`;
    yield* dumpSearchSettings(query, name);
    yield `INSERT INTO ${id(name)} (${id(name)}) VALUES ('rebuild');`;
  }
  for (const { sql } of schema.filter(({ type }) => type === 'index')) yield `${sql};`;
  for (const { sql } of schema.filter(({ type }) => type === 'trigger')) yield `${sql};`;
}

/**
 * Reads the schema without the tables that SQLite and the platform create, and without those behind
 * a search index.
 */
export async function readSchema(query: Query): Promise<SchemaRow[]> {
  const rows = await query<SchemaRow>(
    'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid',
  );
  const virtual = rows.filter(({ sql }) => /^CREATE VIRTUAL TABLE/i.test(sql));
  return rows.filter(
    ({ name }) =>
      !/^(sqlite_|_cf_)/.test(name) &&
      !virtual.some((one) => name.startsWith(`${one.name}_`) && isShadow(name)),
  );
}

const isShadow = (name: string): boolean => /_(data|idx|content|docsize|config)$/.test(name);

/** The column by which a table's rows are read, and a value before all of them. */
interface Order {
  column: string;
  first: number | string;
}

/** A table `WITHOUT ROWID` is ordered by its key, which in our tables is one text column. */
async function orderOf(query: Query, table: string, sql: string): Promise<Order> {
  if (!/\bWITHOUT ROWID\b/i.test(sql)) return { column: 'rowid', first: -1 };
  const [key] = await query<{ name: string }>(
    `SELECT name FROM pragma_table_info(${literal(table)}) WHERE pk = 1`,
  );
  if (key === undefined) throw new Error(`The table ${table} has no key.`);
  return { column: id(key.name), first: '' };
}

async function* dumpRows(
  query: Query,
  table: string,
  { column, first }: Order,
): AsyncGenerator<string> {
  for (let after: unknown = first; ;) {
    const rows = await query<Record<string, unknown>>(
      `SELECT ${column} AS dump_order, * FROM ${id(table)} WHERE ${column} > ${literal(after)} ORDER BY ${column} LIMIT ${ROWS_PER_READ}`,
    );
    for (const { dump_order: _order, ...row } of rows) {
      const columns = Object.keys(row).map(id).join(', ');
      yield `INSERT INTO ${id(table)} (${columns}) VALUES (${Object.values(row).map(literal).join(', ')});`;
    }
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)?.['dump_order'];
  }
}

/**
 * The last sequence number of each table, so that the number of a deleted row is not used again.
 */
async function* dumpNumbers(query: Query): AsyncGenerator<string> {
  yield 'DELETE FROM sqlite_sequence;';
  for (const { name, seq } of await query<{ name: string; seq: number }>(
    'SELECT name, seq FROM sqlite_sequence',
  ))
    yield `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${literal(seq)});`;
}

async function* dumpSearchSettings(query: Query, table: string): AsyncGenerator<string> {
  const settings = await query<{ k: string; v: unknown }>(
    `SELECT k, v FROM ${id(`${table}_config`)} WHERE k <> 'version'`,
  );
  for (const { k, v } of settings)
    yield `INSERT INTO ${id(table)} (${id(table)}, rank) VALUES (${literal(k)}, ${literal(v)});`;
}

const id = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** @throws Error for a value that no column of ours contains */
function literal(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`A column holds a ${typeof value}, which a dump cannot write.`);
}
