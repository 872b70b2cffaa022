// The events of a session that wait for the queue.
import type { SessionEvent } from '../../domain/verification/rules/session/result.ts';
import { logIncident } from '../../log.ts';
import { inTime } from '../../time/patience.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;
/** Without a timeout, a queue that does not answer would block every later flush and the alarm. */
const PATIENCE_MS = 30_000;

interface OutboxRow extends Record<string, SqlStorageValue> {
  seq: number;
  body: string;
}

/**
 * Events in the object's own SQL, sent to the queue in order; after a failed send they are kept for
 * the next flush.
 */
export class Outbox {
  readonly #sessionId: string;
  readonly #sql: SqlStorage;
  readonly #queue: Queue;
  readonly #delaySeconds: (event: SessionEvent) => number;
  #flushing: Promise<void> | undefined;
  #failures = 0;
  /** Whether the table exists, as far as this instance knows. */
  #hasTable = false;

  /** @param delaySeconds how long the queue keeps an event before it hands it out */
  constructor(
    { id, storage }: Pick<DurableObjectState, 'id' | 'storage'>,
    queue: Queue,
    delaySeconds: (event: SessionEvent) => number,
  ) {
    this.#sessionId = id.toString();
    this.#sql = storage.sql;
    this.#queue = queue;
    this.#delaySeconds = delaySeconds;
  }

  /**
   * Adds an event in the transaction of the state change; must be called without an await in
   * between.
   */
  add(event: unknown): void {
    this.#ensureTable();
    this.#sql.exec('INSERT INTO outbox (body) VALUES (?)', JSON.stringify(event));
  }

  get isEmpty(): boolean {
    return this.#read().length === 0;
  }

  get events(): SessionEvent[] {
    return this.#read().map(({ body }) => JSON.parse(body) as SessionEvent);
  }

  clear(): void {
    this.#ensureTable();
    this.#sql.exec('DELETE FROM outbox');
  }

  /** Milliseconds until flush should be tried again; grows with each failure. */
  get retryDelayMs(): number {
    return Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
  }

  /**
   * Sends the queued events, one call at a time. Never throws: unsent events stay, and are logged.
   */
  async flush(): Promise<void> {
    this.#flushing ??= this.#send().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  async #send(): Promise<void> {
    try {
      for (let rows = this.#read(); rows.length > 0; rows = this.#read()) {
        const messages = rows.map((row) => this.#toMessage(JSON.parse(row.body) as SessionEvent));
        await inTime(this.#queue.sendBatch(messages), PATIENCE_MS);
        this.#sql.exec('DELETE FROM outbox WHERE seq <= ?', rows.at(-1)?.seq ?? 0);
        this.#failures = 0;
      }
    } catch (error) {
      this.#failures += 1;
      logIncident('events_not_queued', {
        session: this.#sessionId,
        error: error instanceof Error ? error.name : 'unknown',
        failures: this.#failures,
      });
    }
  }

  #toMessage(body: SessionEvent): MessageSendRequest<SessionEvent> {
    const delaySeconds = this.#delaySeconds(body);
    return delaySeconds > 0 ? { body, delaySeconds } : { body };
  }

  #read(): OutboxRow[] {
    this.#ensureTable();
    return this.#sql
      .exec<OutboxRow>('SELECT seq, body FROM outbox ORDER BY seq LIMIT 50')
      .toArray();
  }

  /** Must be called after deleteAll(), which deletes the table too. */
  forgetTable(): void {
    this.#hasTable = false;
  }

  /**
   * SQLite reuses a number only when no row is left, so events that arrive while others are sent
   * get higher ones.
   */
  #ensureTable(): void {
    if (this.#hasTable) return;
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)',
    );
    this.#hasTable = true;
  }
}
