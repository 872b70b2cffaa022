// A D1 binding over node:sqlite that counts statements and measures their time. Statements behave
// as on D1: a batch is one transaction, its rows are objects, and booleans are integers.
import type { D1Database } from '@cloudflare/workers-types';
import type { DatabaseSync } from 'node:sqlite';

/** The totals of the calls since the meter was created. */
export interface Meter {
  /** The CPU time of this process that was spent in SQLite. */
  sqlCpuMs: number;
  /**
   * The duration of the longest call. A batch is one call, and D1's limit on a query's duration
   * applies to it as a whole.
   */
  longestCallMs: number;
  longestCall: string;
  statements: number;
}

export const newMeter = (): Meter => ({
  sqlCpuMs: 0,
  longestCallMs: 0,
  longestCall: '',
  statements: 0,
});

type Param = null | number | bigint | string | Uint8Array;

interface Result {
  results: unknown[];
  success: true;
  meta: { changes: number };
}

/** @param meter returns the current meter */
export function openLocalD1(database: DatabaseSync, meter: () => Meter): D1Database {
  const execute = ({ sql, params }: Prepared, asArrays = false): Result => {
    meter().statements += 1;
    const statement = database.prepare(sql);
    if (statement.columns().length === 0) {
      const { changes } = statement.run(...params);
      return { results: [], success: true, meta: { changes: Number(changes) } };
    }
    statement.setReturnArrays(asArrays);
    const results = statement.all(...params);
    return { results, success: true, meta: { changes: results.length } };
  };
  const measure = <T>(sql: string, call: () => T): T => {
    const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
    try {
      return call();
    } finally {
      const tookMs = performance.now() - startedMs;
      const { user, system } = process.cpuUsage(cpu);
      const now = meter();
      now.sqlCpuMs += (user + system) / 1000;
      if (tookMs > now.longestCallMs)
        Object.assign(now, { longestCallMs: tookMs, longestCall: sql });
    }
  };

  class Prepared {
    readonly sql: string;
    readonly params: Param[];
    constructor(sql: string, params: Param[] = []) {
      this.sql = sql;
      this.params = params;
    }
    bind(...values: (Param | boolean)[]): Prepared {
      return new Prepared(
        this.sql,
        values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      );
    }
    all = async (): Promise<Result> => measure(this.sql, () => execute(this));
    run = this.all;
    raw = async (): Promise<unknown[]> => measure(this.sql, () => execute(this, true).results);
    first = async (): Promise<unknown> => (await this.all()).results[0] ?? null;
  }

  const batch = async (statements: readonly Prepared[]): Promise<Result[]> =>
    measure(statements.map(({ sql }) => sql).join('; '), () => {
      database.exec('BEGIN');
      try {
        const results = statements.map((statement) => execute(statement));
        database.exec('COMMIT');
        return results;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    });
  return { prepare: (sql: string) => new Prepared(sql), batch } as unknown as D1Database;
}
