// The request log of a volume: a line for each call made with one of the customer's API keys.
import {
  firstIdAt,
  timeOfId,
  type StoredLine,
  type WantedLines,
} from '../../domain/platform/request-log/line.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS requests (
  id INTEGER PRIMARY KEY, request_id TEXT NOT NULL, method TEXT NOT NULL, route TEXT NOT NULL,
  status INTEGER NOT NULL, code TEXT, duration_ms INTEGER NOT NULL
)`;
const INDEX =
  'CREATE INDEX IF NOT EXISTS requests_that_failed ON requests (id) WHERE status >= 400';
const COLUMNS = ['id', 'request_id', 'method', 'route', 'status', 'code', 'duration_ms'] as const;

/** The maximum number of lines that one run of the alarm deletes. */
const LINES_AT_ONCE = 20_000;

/** Storage key for how long lines are kept, in milliseconds. */
const KEPT_MS = 'kept_ms';

export class RequestLines {
  readonly #sql: SqlStorage;
  readonly #kv: SyncKvStorage;
  #isReady = false;

  constructor({ sql, kv }: Pick<DurableObjectStorage, 'sql' | 'kv'>) {
    this.#sql = sql;
    this.#kv = kv;
  }

  /** Creates the table and its index if they do not exist. */
  prepare(): void {
    if (!this.#isReady) this.#sql.exec(TABLE);
    if (!this.#isReady) this.#sql.exec(INDEX);
    this.#isReady = true;
  }

  /** Adds lines. Existing lines are not changed. */
  add(lines: readonly StoredLine[]): void {
    this.prepare();
    const fields = COLUMNS.map((_name, at) => `value ->> ${at}`).join(', ');
    const rows = lines.map((line) => COLUMNS.map((name) => line[name]));
    this.#sql.exec(
      `INSERT OR IGNORE INTO requests SELECT ${fields} FROM json_each(?)`,
      JSON.stringify(rows),
    );
  }

  /** @returns lines, newest first; reads no more rows than it returns */
  read({ onlyErrors, from, before, limit }: WantedLines): StoredLine[] {
    if (!this.exists) return [];
    // The condition is worded like the condition of the partial index; otherwise SQLite would not
    // use the index.
    const errors = onlyErrors ? 'AND status >= 400' : '';
    const query = `SELECT ${COLUMNS.join(', ')} FROM requests
      WHERE id >= ? AND id < ? ${errors} ORDER BY id DESC LIMIT ?`;
    return this.#sql
      .exec<StoredLine & Record<string, SqlStorageValue>>(
        query,
        from,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .toArray();
  }

  /** How long lines are kept, in milliseconds; undefined before the first call to keepFor. */
  get keptMs(): number | undefined {
    return this.#kv.get<number>(KEPT_MS);
  }

  /** @returns whether this changes how long lines are kept */
  keepFor(keptMs: number): boolean {
    const isOther = this.keptMs !== keptMs;
    if (isOther) this.#kv.put(KEPT_MS, keptMs);
    return isOther;
  }

  /**
   * Deletes expired lines, oldest first.
   * @returns whether there may be more lines to delete
   */
  forget(nowMs: number): boolean {
    if (!this.exists) return false;
    const { rowsWritten } = this.#sql.exec(
      'DELETE FROM requests WHERE id IN (SELECT id FROM requests WHERE id < ? ORDER BY id LIMIT ?)',
      firstIdAt(nowMs - (this.keptMs ?? 0)),
      LINES_AT_ONCE,
    );
    return rowsWritten >= LINES_AT_ONCE;
  }

  /** When the oldest line expires; undefined when there are no lines. */
  get endsAtMs(): number | undefined {
    if (!this.exists) return undefined;
    const [oldest] = this.#sql
      .exec<{ id: number }>('SELECT id FROM requests ORDER BY id LIMIT 1')
      .toArray();
    return oldest && timeOfId(oldest.id) + (this.keptMs ?? 0) + 1;
  }

  /** Forgets that the table exists. Call this after the whole volume has been deleted. */
  reset(): void {
    this.#isReady = false;
  }

  /**
   * Whether the table exists. It is not created for a read, so that an empty volume uses no
   * storage.
   */
  get exists(): boolean {
    const query = "SELECT 1 FROM sqlite_master WHERE name = 'requests'";
    this.#isReady ||= this.#sql.exec(query).toArray().length > 0;
    return this.#isReady;
  }
}
