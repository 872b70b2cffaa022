// Queries of the busiest requests: making the text of a join takes as long as half a read, and it is the same each time.
import type { D1PreparedStatement } from '@cloudflare/workers-types';
import { fillPlaceholders } from 'drizzle-orm';
import type { Database } from './client.ts';

/** By the names of the placeholders. */
type Values = Record<string, unknown>;

/** A query of drizzle's, as far as it is used. */
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
  /** For a batch of D1's own. */
  bind: (db: Database, values: Values) => D1PreparedStatement;
}

/**
 * A query whose text is made once in an isolate, by its first use. Drizzle's own `prepare` keeps the database too, and a
 * session of D1 is another one for each request.
 * @param build with `sql.placeholder(name)` for every value that differs from use to use
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
