// One volume of what a customer's use leaves behind in one mode (D-170): the lines of its request
// log. An object belongs to one customer, so no query of it can read another's, and a customer with
// much traffic slows down nobody else.
import { DurableObject } from 'cloudflare:workers';
import {
  firstIdAt,
  timeOfId,
  type StoredLine,
  type WantedLines,
} from '../domain/platform/request-log/line.ts';
import { HOUR_MS } from '../time/durations.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS requests (
  id INTEGER PRIMARY KEY, request_id TEXT NOT NULL, method TEXT NOT NULL, route TEXT NOT NULL,
  status INTEGER NOT NULL, code TEXT, duration_ms INTEGER NOT NULL
)`;
const INDEX =
  'CREATE INDEX IF NOT EXISTS requests_that_failed ON requests (id) WHERE status >= 400';
const COLUMNS = ['id', 'request_id', 'method', 'route', 'status', 'code', 'duration_ms'] as const;

/** Key of the time for which lines are kept, in milliseconds. */
const KEPT_MS = 'kept_ms';

export class Ledger extends DurableObject<Env> {
  #isReady = false;

  /**
   * Adds lines of the request log. A line that is already there is left as it is, so that a caller
   * may repeat what failed.
   * @param keptMs for how long lines are kept, in milliseconds; the latest call decides
   * @returns the size of the volume, in bytes
   */
  async noteRequests(lines: readonly StoredLine[], keptMs: number): Promise<number> {
    this.#prepare();
    const { sql, kv } = this.ctx.storage;
    const fields = COLUMNS.map((_name, at) => `value ->> ${at}`).join(', ');
    const rows = lines.map((line) => COLUMNS.map((name) => line[name]));
    sql.exec(
      `INSERT OR IGNORE INTO requests SELECT ${fields} FROM json_each(?)`,
      JSON.stringify(rows),
    );
    if (kv.get(KEPT_MS) !== keptMs) kv.put(KEPT_MS, keptMs);
    if ((await this.ctx.storage.getAlarm()) === null) await this.#sweepLater(keptMs);
    return sql.databaseSize;
  }

  /** @returns lines, latest first; reads no more rows than it returns */
  async readRequests({ onlyErrors, from, before, limit }: WantedLines): Promise<StoredLine[]> {
    // An empty volume stays without storage.
    if (!this.#hasLines()) return [];
    // Worded like the partial index's condition; otherwise SQLite would not use the index.
    const errors = onlyErrors ? 'AND status >= 400' : '';
    const query = `SELECT ${COLUMNS.join(', ')} FROM requests
      WHERE id >= ? AND id < ? ${errors} ORDER BY id DESC LIMIT ?`;
    const { sql } = this.ctx.storage;
    return sql
      .exec<StoredLine & Record<string, SqlStorageValue>>(
        query,
        from,
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      )
      .toArray();
  }

  /** Deletes everything, when the customer ends. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#isReady = false;
  }

  /** Deletes lines whose time is over, and the whole volume once it is empty. */
  override async alarm(): Promise<void> {
    this.#prepare();
    const keptMs = this.ctx.storage.kv.get<number>(KEPT_MS) ?? 0;
    this.ctx.storage.sql.exec('DELETE FROM requests WHERE id < ?', firstIdAt(Date.now() - keptMs));
    await this.#sweepLater(keptMs);
  }

  /** The next sweep is when the oldest line's time is over, at the earliest in an hour. */
  async #sweepLater(keptMs: number): Promise<void> {
    const [oldest] = this.ctx.storage.sql
      .exec<{ id: number }>('SELECT id FROM requests ORDER BY id LIMIT 1')
      .toArray();
    if (oldest === undefined) return this.erase();
    await this.ctx.storage.setAlarm(
      Math.max(Date.now() + HOUR_MS, timeOfId(oldest.id) + keptMs + 1),
    );
  }

  #hasLines(): boolean {
    const query = "SELECT 1 FROM sqlite_master WHERE name = 'requests'";
    return this.#isReady || this.ctx.storage.sql.exec(query).toArray().length > 0;
  }

  #prepare(): void {
    if (this.#isReady) return;
    this.ctx.storage.sql.exec(TABLE);
    this.ctx.storage.sql.exec(INDEX);
    this.#isReady = true;
  }
}
