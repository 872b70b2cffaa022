// A D1 binding that counts the rows of every statement the way D1 bills them.
import { replaceMethods } from '../../faults/faulty-env.ts';

/**
 * Matches a statement that writes. D1 reports no row counts for `raw()`, so `all()` is run to get
 * them. A read is then run again with `raw()`. A write must run only once, so its rows are built
 * from the objects that `all()` returns. This works because a write returns columns of a single
 * table, whose names are unique.
 */
const WRITES = /\b(insert|update|delete|replace into)\b/i;

interface Known {
  bare: D1PreparedStatement;
  sql: string;
}

/** A function that receives the metadata that D1 returns for every statement. */
type NoteMeta = (meta: D1Meta) => void;

const known = new WeakMap<object, Known>();

export function meterDatabase<T extends D1Database | D1DatabaseSession>(
  database: T,
  note: NoteMeta,
): T {
  return replaceMethods(database, (name, call) => {
    if (name === 'withSession')
      return (start: unknown) => meterDatabase(call(start) as D1DatabaseSession, note);
    if (name === 'prepare')
      return (sql: string) => meterStatement({ bare: call(sql) as D1PreparedStatement, sql }, note);
    if (name !== 'batch') return undefined;
    return async (statements: readonly D1PreparedStatement[]) => {
      const bare = statements.map((one) => known.get(one)?.bare ?? one);
      const answers = (await call(bare)) as D1Result[];
      for (const { meta } of answers) note(meta);
      return answers;
    };
  });
}

function meterStatement({ bare, sql }: Known, note: NoteMeta): D1PreparedStatement {
  const metered = replaceMethods(bare, (name, call) => {
    if (name === 'bind')
      return (...values: unknown[]) =>
        meterStatement({ bare: call(...values) as D1PreparedStatement, sql }, note);
    if (name === 'run' || name === 'all')
      return async () => {
        const answer = (await call()) as D1Result;
        note(answer.meta);
        return answer;
      };
    if (name === 'raw')
      return async (options: unknown) => {
        const answer = await bare.all();
        note(answer.meta);
        return WRITES.test(sql) ? answer.results.map(Object.values) : call(options);
      };
    if (name === 'first') throw new Error('What first() reads is not metered.');
    return undefined;
  });
  known.set(metered, { bare, sql });
  return metered;
}
