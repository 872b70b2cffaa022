// A table of a Durable Object whose rows expire (column `until_ms`). The object's alarm deletes
// expired rows at intervals, and all of the object's storage once no rows remain.

interface Rows {
  name: string;
  /** Column definitions, without `until_ms`, which is always added. */
  columns: string;
  /** The interval of the alarm, and so the maximum time that an expired row remains stored. */
  everyMs: number;
}

export class EndingRows {
  readonly #storage: DurableObjectStorage;
  readonly #rows: Rows;
  #isReady = false;

  constructor({ storage }: Pick<DurableObjectState, 'storage'>, rows: Rows) {
    this.#storage = storage;
    this.#rows = rows;
  }

  /** The object's SQL storage, with the table created. */
  get sql(): SqlStorage {
    const { sql } = this.#storage;
    if (this.#isReady) return sql;
    const { name, columns } = this.#rows;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS ${name} (${columns}, until_ms INTEGER NOT NULL) WITHOUT ROWID`,
    );
    sql.exec(`CREATE INDEX IF NOT EXISTS ${name}_until ON ${name} (until_ms)`);
    this.#isReady = true;
    return sql;
  }

  /** Sets the alarm unless it is set. Must be called after a row has been written. */
  async sweepLater(nowMs: number): Promise<void> {
    if ((await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(nowMs + this.#rows.everyMs);
  }

  /** Deletes the expired rows. Must be called by the object's alarm. */
  async sweep(nowMs: number): Promise<void> {
    const { name } = this.#rows;
    this.sql.exec(`DELETE FROM ${name} WHERE until_ms <= ?`, nowMs);
    const [left] = this.sql.exec(`SELECT 1 FROM ${name} LIMIT 1`).toArray();
    this.#isReady = left !== undefined;
    if (this.#isReady) await this.#storage.setAlarm(nowMs + this.#rows.everyMs);
    else await this.#storage.deleteAll();
  }
}
