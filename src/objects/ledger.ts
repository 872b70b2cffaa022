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

/** The maximum number of lines that one run of the alarm deletes. */
const LINES_AT_ONCE = 20_000;

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
    const { sql } = this.ctx.storage;
    const fields = COLUMNS.map((_name, at) => `value ->> ${at}`).join(', ');
    const rows = lines.map((line) => COLUMNS.map((name) => line[name]));
    sql.exec(
      `INSERT OR IGNORE INTO requests SELECT ${fields} FROM json_each(?)`,
      JSON.stringify(rows),
    );
    await this.#keepFor(keptMs);
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

  /** @returns the size of the volume, in bytes */
  async size(): Promise<number> {
    return this.ctx.storage.sql.databaseSize;
  }

  /**
   * Keeps lines for another time from now on.
   * @param keptMs in milliseconds; 0 deletes them all
   */
  async keepRequests(keptMs: number): Promise<void> {
    if (this.#hasLines()) await this.#keepFor(keptMs);
  }

  /** Deletes everything, when the customer ends. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#isReady = false;
  }

  /** Deletes lines whose time has run out, and the whole volume once it is empty. */
  override async alarm(): Promise<void> {
    this.#prepare();
    const { sql, kv } = this.ctx.storage;
    // The platform gives an alarm up that fails too often; there is another one then.
    await this.ctx.storage.setAlarm(Date.now() + HOUR_MS);
    const until = firstIdAt(Date.now() - (kv.get<number>(KEPT_MS) ?? 0));
    const { rowsWritten } = sql.exec(
      'DELETE FROM requests WHERE id IN (SELECT id FROM requests WHERE id < ? ORDER BY id LIMIT ?)',
      until,
      LINES_AT_ONCE,
    );
    if (rowsWritten >= LINES_AT_ONCE) await this.ctx.storage.setAlarm(Date.now());
    else await this.#sweepLater(HOUR_MS);
  }

  async #keepFor(keptMs: number): Promise<void> {
    const { kv } = this.ctx.storage;
    const before = kv.get<number>(KEPT_MS);
    if (before !== keptMs) kv.put(KEPT_MS, keptMs);
    if (before !== keptMs || (await this.ctx.storage.getAlarm()) === null)
      await this.#sweepLater(0);
  }

  /**
   * The next sweep is when the time of the oldest line has run out.
   * @param leastMs at the earliest so many milliseconds from now
   */
  async #sweepLater(leastMs: number): Promise<void> {
    const [oldest] = this.ctx.storage.sql
      .exec<{ id: number }>('SELECT id FROM requests ORDER BY id LIMIT 1')
      .toArray();
    if (oldest === undefined) return this.erase();
    const keptMs = this.ctx.storage.kv.get<number>(KEPT_MS) ?? 0;
    await this.ctx.storage.setAlarm(
      Math.max(Date.now() + leastMs, timeOfId(oldest.id) + keptMs + 1),
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
