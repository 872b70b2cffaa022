// The fake's database: SQLite in memory. Applying all migrations takes longer than the rest of a
// deployment, so the resulting contents are cached for the other deployments in this process.
import { DatabaseSync } from 'node:sqlite';

/** Cached database contents, keyed by the statements that produced them. */
const CONTENTS = new Map<string, Uint8Array>();

/** Whether the statements are the same in every deployment, as those of migrations are. */
const isShared = (sql: string): boolean => /d1_migrations/.test(sql);

export class FakeDatabase {
  readonly #database = new DatabaseSync(':memory:');
  /**
   * The shared statements that produced the content; undefined once other statements have changed
   * it or a test has accessed the database.
   */
  #history: string | undefined = '';
  /** Whether the cached content for `#history` still has to be loaded. */
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
