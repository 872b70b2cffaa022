// The tables of a database with their indexes and triggers, as SQLite describes them.
import type { Query } from './query.ts';

export interface SchemaRow {
  type: 'table' | 'index' | 'trigger';
  name: string;
  sql: string;
}

/** A table, and how its rows are read in slices. */
export interface Table {
  name: string;
  sql: string;
  /** The columns of the primary key. */
  key: string[];
  /** The column by which rows are sorted when they are read. */
  order: string;
  /** A value of `order` that sorts before every row. */
  first: number | string;
  /** Whether rows of the table refer to rows of a different table. */
  isChild: boolean;
}

/**
 * Reads the schema, except for the tables that SQLite and the platform create and the internal
 * tables of a search index.
 */
export async function readSchema(query: Query): Promise<SchemaRow[]> {
  const rows = await query<SchemaRow>(
    'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid',
  );
  const virtual = rows.filter(isVirtual);
  return rows.filter(
    ({ name }) =>
      !/^(sqlite_|_cf_)/.test(name) &&
      !virtual.some((one) => name.startsWith(`${one.name}_`) && isShadow(name)),
  );
}

export const isVirtual = ({ sql }: SchemaRow): boolean => /^CREATE VIRTUAL TABLE/i.test(sql);

const isShadow = (name: string): boolean => /_(data|idx|content|docsize|config)$/.test(name);

/**
 * @returns all tables except virtual ones, each after the tables that its rows refer to
 * @throws Error when the references between tables form a cycle
 */
export async function readTables(query: Query, schema: readonly SchemaRow[]): Promise<Table[]> {
  const keys = await query<{ of: string; name: string }>(
    `SELECT m.name AS "of", c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
     WHERE ${OURS} AND c.pk > 0 ORDER BY m.rowid, c.pk`,
  );
  const references = await query<{ of: string; to: string }>(
    `SELECT DISTINCT m.name AS "of", f."table" AS "to"
     FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f WHERE ${OURS}`,
  );
  const tables = schema
    .filter((row) => row.type === 'table' && !isVirtual(row))
    .map(({ name, sql }): Table => {
      const key = keys.filter(({ of }) => of === name).map((column) => column.name);
      const isChild = references.some(({ of, to }) => of === name && to !== name);
      return { name, sql, key, isChild, ...orderOf(name, sql, key) };
    });
  return parentsFirst(tables, references);
}

const OURS = `m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`;

/**
 * Returns the order in which a table is read: by rowid or, in a `WITHOUT ROWID` table, by the key,
 * which in our tables is one text column.
 */
function orderOf(name: string, sql: string, key: string[]): Pick<Table, 'order' | 'first'> {
  if (!/\bWITHOUT ROWID\b/i.test(sql)) return { order: 'rowid', first: -1 };
  const [column] = key;
  if (column === undefined || key.length > 1)
    throw new Error(`The table ${name} has no key of one column.`);
  return { order: column, first: '' };
}

function parentsFirst(
  tables: readonly Table[],
  references: readonly { of: string; to: string }[],
): Table[] {
  const ordered: Table[] = [];
  const rest = new Set(tables);
  while (rest.size > 0) {
    const waits = (table: Table) =>
      references.some(
        ({ of, to }) => of === table.name && to !== of && [...rest].some(({ name }) => name === to),
      );
    const next = [...rest].filter((table) => !waits(table));
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const table of next) {
      ordered.push(table);
      rest.delete(table);
    }
  }
  return ordered;
}
