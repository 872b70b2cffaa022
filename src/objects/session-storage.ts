// What a session's object stores: its record, the events that a change causes, and its one alarm. A record and its
// events are written together, sent to the queue afterwards, and deleted when the retention ends.
import { toSessionEvent, type SessionEventType } from '../domain/verification/rules/result.ts';
import {
  atTime,
  erasureTimeMs,
  withoutPerson,
  type SessionRecord,
} from '../domain/verification/rules/session.ts';
import { parseReason } from '../domain/verification/rules/reasons.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;

/** Of any version of the service: the reason may be a text that this one does not list. */
type StoredSession = Omit<SessionRecord, 'reason'> & { reason?: string };

export class SessionStorage {
  readonly #ctx: DurableObjectState;
  readonly #outbox: Outbox;
  readonly #onChange: () => void;

  /** @param onChange called after every write, for the pages that follow the session */
  constructor(ctx: DurableObjectState, queue: Queue, onChange: () => void) {
    this.#ctx = ctx;
    this.#outbox = new Outbox(ctx.storage.sql, queue);
    this.#onChange = onChange;
  }

  /** The record as of now: expired past its end, absent past its retention. */
  read(nowMs: number): SessionRecord | undefined {
    const record = this.#stored;
    if (record === undefined || this.#isErased) return undefined;
    const current = this.#settleByTime(record, nowMs);
    const eraseAtMs = erasureTimeMs(current);
    return eraseAtMs !== undefined && nowMs >= eraseAtMs ? undefined : current;
  }

  /** Writes the record together with the events it causes. @returns the record as written */
  async save(record: SessionRecord, ...events: SessionEventType[]): Promise<SessionRecord> {
    const next = this.#write(record, ...events);
    await this.#schedule(next);
    if (events.length > 0) this.#ctx.waitUntil(this.#flush());
    return next;
  }

  /** Cleans up and retries only: expiry and erasure are already true on read. */
  async wake(nowMs: number): Promise<void> {
    const record = this.#stored;
    if (record === undefined) return;
    const current = this.#settleByTime(record, nowMs);
    const eraseAtMs = erasureTimeMs(current);
    const isDue = eraseAtMs !== undefined && nowMs >= eraseAtMs;
    if (isDue || this.#isErased) return this.erase(current, nowMs);
    await this.#outbox.flush();
    await this.#schedule(current);
  }

  /** Erases personal data at once, and everything as soon as the event that says so is sent. */
  async erase(record: SessionRecord, nowMs: number): Promise<void> {
    if (!this.#isErased) {
      const erased = { ...withoutPerson(record), version: record.version + 1 };
      this.#ctx.storage.kv.put('erased', nowMs);
      this.#outbox.add(toSessionEvent(erased, 'erased', nowMs));
      this.#ctx.storage.kv.put('session', erased);
      this.#onChange();
    }
    await this.#outbox.flush();
    if (this.#outbox.isEmpty) await this.#ctx.storage.deleteAll();
    else await this.#schedule(record);
  }

  get #isErased(): boolean {
    return this.#ctx.storage.kv.get('erased') !== undefined;
  }

  get #stored(): SessionRecord | undefined {
    const stored = this.#ctx.storage.kv.get<StoredSession>('session');
    if (stored?.reason === undefined) return stored as SessionRecord | undefined;
    return { ...stored, reason: parseReason(stored.reason) };
  }

  #write(record: SessionRecord, ...events: SessionEventType[]): SessionRecord {
    let next = record;
    for (const type of events) {
      next = { ...next, version: next.version + 1 };
      this.#outbox.add(toSessionEvent(next, type, Date.now()));
    }
    this.#ctx.storage.kv.put('session', next);
    this.#onChange();
    return next;
  }

  #settleByTime(record: SessionRecord, nowMs: number): SessionRecord {
    const current = atTime(record, nowMs);
    if (current === record) return record;
    const settled = this.#write(current, 'completed');
    this.#ctx.waitUntil(this.#flush());
    return settled;
  }

  async #flush(): Promise<void> {
    await this.#outbox.flush();
    const record = this.#stored;
    if (record !== undefined) await this.#schedule(record);
  }

  /** The one alarm: whichever comes first of a retry, the session's end and its erasure. */
  async #schedule(record: SessionRecord): Promise<void> {
    const nowMs = Date.now();
    const endsAtMs = erasureTimeMs(record) ?? record.expiresAtMs;
    const retryAtMs = nowMs + this.#outbox.retryDelayMs;
    const soonest = this.#outbox.isEmpty ? endsAtMs : Math.min(endsAtMs, retryAtMs);
    await this.#ctx.storage.setAlarm(soonest > nowMs ? soonest : retryAtMs);
  }
}

interface OutboxRow extends Record<string, SqlStorageValue> {
  seq: number;
  body: string;
}

/** Events in the object's own SQL, sent to the queue in order; a send that fails leaves them for the next flush. */
class Outbox {
  readonly #sql: SqlStorage;
  readonly #queue: Queue;
  #flushing: Promise<void> | undefined;
  #failures = 0;

  constructor(sql: SqlStorage, queue: Queue) {
    this.#sql = sql;
    this.#queue = queue;
  }

  /** Adds an event in the transaction of the state change: call it with no await in between. */
  add(event: unknown): void {
    this.#ensureTable();
    this.#sql.exec('INSERT INTO outbox (body) VALUES (?)', JSON.stringify(event));
  }

  get isEmpty(): boolean {
    return this.#read().length === 0;
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
        await this.#queue.sendBatch(rows.map((row) => ({ body: JSON.parse(row.body) as unknown })));
        this.#sql.exec('DELETE FROM outbox WHERE seq <= ?', rows.at(-1)?.seq ?? 0);
        this.#failures = 0;
      }
    } catch {
      this.#failures += 1;
    }
  }

  #read(): OutboxRow[] {
    this.#ensureTable();
    return this.#sql
      .exec<OutboxRow>('SELECT seq, body FROM outbox ORDER BY seq LIMIT 50')
      .toArray();
  }

  /** The table goes with deleteAll(), so every method makes sure of it. */
  #ensureTable(): void {
    this.#sql.exec(
      'CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL)',
    );
  }
}
