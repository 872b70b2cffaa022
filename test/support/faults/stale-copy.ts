// A replica of the database that lags behind. Sessions that may read from it see the database as it
// was when the replica froze. Local D1 has no replicas.
import { env } from 'cloudflare:workers';
import { replaceMethods } from './faulty-env.ts';

export class StaleCopy {
  /** The constraint or bookmark with which each database session began. */
  readonly begun: string[] = [];
  readonly env: Env;
  /** The last result of each statement before the replica froze. */
  readonly #answers = new Map<string, unknown>();
  /** The replica's bookmark; undefined while it follows the database. */
  #frozenAt: string | undefined;

  constructor() {
    this.env = { ...env, DB: this.#watch(env.DB) };
  }

  async freeze(): Promise<void> {
    const session = env.DB.withSession('first-primary');
    await session.prepare('SELECT 1').first();
    this.#frozenAt = session.getBookmark() ?? undefined;
  }

  #watch(database: D1Database): D1Database {
    return replaceMethods(database, (name, call) => {
      if (name !== 'withSession') return undefined;
      return (start: string) => {
        this.begun.push(start);
        return this.#session(call(start) as D1DatabaseSession, start);
      };
    });
  }

  #session(session: D1DatabaseSession, start: string): D1DatabaseSession {
    return replaceMethods(session, (name, call) => {
      if (name !== 'prepare') return undefined;
      return (sql: string) => this.#statement(call(sql) as D1PreparedStatement, sql, start);
    });
  }

  #statement(statement: D1PreparedStatement, sql: string, start: string): D1PreparedStatement {
    return replaceMethods(statement, (name, call) => {
      if (name === 'bind')
        return (...values: unknown[]) =>
          this.#statement(call(...values) as D1PreparedStatement, sql, start);
      if (name !== 'raw') return undefined;
      return async () => {
        if (this.#mayAnswer(start) && this.#answers.has(sql)) return this.#answers.get(sql);
        const answer = await (call() as Promise<unknown>);
        if (this.#frozenAt === undefined) this.#answers.set(sql, answer);
        return answer;
      };
    });
  }

  /**
   * Whether the replica may serve a session. A session whose bookmark is newer than the replica
   * would have to wait until the replica catches up.
   */
  #mayAnswer(start: string): boolean {
    return this.#frozenAt !== undefined && start !== 'first-primary' && start <= this.#frozenAt;
  }
}
