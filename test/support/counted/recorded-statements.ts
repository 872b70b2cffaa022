// Records every D1 statement that is run through a binding, with its parameters.
import { env } from 'cloudflare:workers';

interface Statement {
  sql: string;
  params: unknown[];
}

/** Returns a D1 binding that runs every statement and appends it to `statements`. */
export function recordStatements(): { db: D1Database; statements: Statement[] } {
  const statements: Statement[] = [];
  const remember = (sql: string, params: unknown[], statement: D1PreparedStatement) =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind')
          return (...values: unknown[]) => remember(sql, values, target.bind(...values));
        if (name === 'take') {
          statements.push({ sql, params });
          return target;
        }
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]): unknown => {
          statements.push({ sql, params });
          return Reflect.apply(member, target, values);
        };
      },
    });
  const record = <T extends D1Database | D1DatabaseSession>(database: T): T =>
    new Proxy(database, {
      get(target, name) {
        if (name === 'withSession')
          return (start: string) => record((target as D1Database).withSession(start));
        if (name === 'prepare') return (sql: string) => remember(sql, [], target.prepare(sql));
        if (name === 'batch')
          return (batch: (D1PreparedStatement & { take: D1PreparedStatement })[]) =>
            target.batch(batch.map(({ take }) => take));
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  return { db: record(env.DB), statements };
}
