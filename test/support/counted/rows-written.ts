// Counts the rows that D1 writes as they are billed, including index entries and rows written by
// triggers.
import { env } from 'cloudflare:workers';

const RUNS = new Set(['run', 'all']);

/** A binding that adds up the rows its statements write, under the current `name`. */
export class RowMeter {
  readonly written = new Map<string, number>();
  name = '';
  readonly db: D1Database = this.#meter(env.DB);

  #add({ rows_written: rows }: D1Meta): void {
    this.written.set(this.name, (this.written.get(this.name) ?? 0) + rows);
  }

  #statement(statement: D1PreparedStatement): D1PreparedStatement {
    return new Proxy(statement, {
      get: (target, name) => {
        if (name === 'bind')
          return (...values: unknown[]) => this.#statement(target.bind(...values));
        if (name === 'bare') return target;
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name === 'raw' || name === 'first')
          return async (...values: unknown[]): Promise<unknown> => {
            if (!/^\s*(select|with)\b/i.test(String(Reflect.get(target, 'statement'))))
              throw new Error(`What ${name}() writes is not metered.`);
            return Reflect.apply(member, target, values);
          };
        if (!RUNS.has(String(name))) return member.bind(target);
        return async (...values: unknown[]): Promise<unknown> => {
          const answer = (await Reflect.apply(member, target, values)) as D1Result;
          this.#add(answer.meta);
          return answer;
        };
      },
    });
  }

  #meter<T extends D1Database | D1DatabaseSession>(database: T): T {
    return new Proxy(database, {
      get: (target, name) => {
        if (name === 'withSession')
          return (start: string) => this.#meter((target as D1Database).withSession(start));
        if (name === 'prepare') return (sql: string) => this.#statement(target.prepare(sql));
        if (name === 'batch')
          return async (batch: (D1PreparedStatement & { bare: D1PreparedStatement })[]) => {
            const answers = await target.batch(batch.map(({ bare }) => bare));
            for (const { meta } of answers) this.#add(meta);
            return answers;
          };
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  }
}
