// The events of a session that wait for the queue.
import type { SessionEvent } from '../../domain/verification/rules/session/result.ts';
import { inTime } from '../../time/patience.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;
/** A queue that does not answer would keep every later flush waiting, and the alarm with them. */
const PATIENCE_MS = 30_000;

interface OutboxRow extends Record<string, SqlStorageValue> {
  seq: number;
  body: string;
}

/** Events in the object's own SQL, sent to the queue in order; a send that fails leaves them for the next flush. */
export class Outbox {
  readonly #sql: SqlStorage;
  readonly #queue: Queue;
  readonly #delaySeconds: (event: SessionEvent) => number;
  #flushing: Promise<void> | undefined;
  #failures = 0;
  /** As far as this instance knows. */
  #hasTable = false;

  /** @param delaySeconds how long the queue keeps an event before it hands it out */
  constructor(sql: SqlStorage, queue: Queue, delaySeconds: (event: SessionEvent) => number) {
    this.#sql = sql;
    this.#queue = queue;
    this.#delaySeconds = delaySeconds;
  }

  /** Adds an event in the transaction of the state change: call it with no await in between. */
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

  /** Sends what is queued, one call at a time. Never throws: what was not sent stays. */
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
    } catch {
      this.#failures += 1;
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

  /** After deleteAll(), with which the table goes. */
  forgetTable(): void {
    this.#hasTable = false;
  }

  /** A number is given again once no row is left: while rows are sent, those that come meanwhile have higher ones. */
  #ensureTable(): void {
    if (this.#hasTable) return;
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)',
    );
    this.#hasTable = true;
  }
}
