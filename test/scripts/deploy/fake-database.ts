// The fake's database: SQLite in memory. Applying all migrations takes SQLite longer than the rest
// of a deployment, so their results are remembered for the other deployments of the process.
import { DatabaseSync } from 'node:sqlite';

/** A database's content by the statements that led to it. */
const CONTENTS = new Map<string, Uint8Array>();

/** Whether every deployment executes the statements, as it does with migrations. */
const isShared = (sql: string): boolean => /d1_migrations/.test(sql);

export class FakeDatabase {
  readonly #database = new DatabaseSync(':memory:');
  /** The statements that led to the content; undefined once others than shared ones did. */
  #history: string | undefined = '';
  /** Whether the remembered content of the history still has to be loaded. */
  #isBehind = false;

  /** The database, for tests to read and change. */
  get sqlite(): DatabaseSync {
    this.#catchUp();
    this.#history = undefined;
    return this.#database;
  }

  /** Runs the statements of a call atomically, as D1 does. */
  run(sql: string): unknown[] {
    if (/^\s*(SELECT|PRAGMA)/i.test(sql)) {
      this.#catchUp();
      return this.#database.prepare(sql).all();
    }
    const history: string | undefined =
      this.#history === undefined || !isShared(sql) ? undefined : this.#history + sql;
    if (history !== undefined && CONTENTS.has(history)) {
      this.#history = history;
      this.#isBehind = true;
      return [];
    }
    this.#catchUp();
    this.#execute(sql);
    this.#history = history;
    if (history !== undefined) CONTENTS.set(history, this.#database.serialize());
    return [];
  }

  copyFrom(other: FakeDatabase): void {
    this.#history = other.#history;
    this.#isBehind = other.#isBehind;
    if (!other.#isBehind && other.#history !== '')
      this.#database.deserialize(other.#database.serialize());
  }

  close(): void {
    this.#database.close();
  }

  #execute(sql: string): void {
    this.#database.exec('BEGIN');
    try {
      this.#database.exec(sql);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #catchUp(): void {
    const content = this.#isBehind ? CONTENTS.get(this.#history ?? '') : undefined;
    if (content !== undefined) this.#database.deserialize(content);
    this.#isBehind = false;
  }
}
