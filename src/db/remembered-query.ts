// Caches the SQL text of the busiest queries: building the text of a join takes half as long as
// reading its rows, and the text is always the same.
import type { D1PreparedStatement } from '@cloudflare/workers-types';
import { fillPlaceholders } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Values by placeholder name. */
type Values = Record<string, unknown>;

/** The part of a drizzle query that this file uses. */
interface Query {
  prepare: () => {
    getQuery: () => { sql: string; params: unknown[] };
    mapAllResult: (rows: unknown) => unknown;
  };
  readonly _: { readonly result: unknown };
}

type RowOf<Q extends Query> = Q['_']['result'] extends readonly (infer Row)[] ? Row : never;

interface Remembered<Row> {
  /** @throws Error when a value is missing, and whatever D1 throws */
  all: (db: Database, values: Values) => Promise<Row[]>;
  /** Binds the values for use in D1's own `batch`. */
  bind: (db: Database, values: Values) => D1PreparedStatement;
}

/**
 * Returns a query whose text is built once per isolate, on first use. Drizzle's own `prepare` would
 * also bind the query to one database object, but each request has its own D1 session.
 * @param build uses `sql.placeholder(name)` for every value that varies
 */
export function rememberQuery<Q extends Query>(build: (db: Database) => Q): Remembered<RowOf<Q>> {
  let prepared: ReturnType<Query['prepare']> | undefined;
  const prepare = (db: Database) => (prepared ??= build(db).prepare());
  const bind = (db: Database, values: Values) => {
    const { sql, params } = prepare(db).getQuery();
    return db.$client.prepare(sql).bind(...fillPlaceholders(params, values));
  };
  return {
    all: async (db, values) => prepare(db).mapAllResult(await bind(db, values).raw()) as RowOf<Q>[],
    bind,
  };
}
