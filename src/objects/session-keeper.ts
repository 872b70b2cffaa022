// Keeps one session's record, the events it causes and its one alarm. The rules of change are elsewhere; here
// a record and its events are written together, sent later, and forgotten when the retention ends.
import { describeSession, type SessionEventType } from '../domain/verification/session-event.ts';
import {
  atTime,
  erasureTimeMs,
  withoutPerson,
  type SessionRecord,
} from '../domain/verification/rules/session.ts';
import { parseReason } from '../domain/verification/rules/reasons.ts';
import { Outbox } from './outbox.ts';

/** Of any version of the service: the reason may be a text that this one does not list. */
type StoredSession = Omit<SessionRecord, 'reason'> & { reason?: string };

export class SessionKeeper {
  readonly #ctx: DurableObjectState;
  readonly #outbox: Outbox;
  readonly #onChange: () => void;

  /** @param onChange told after every write, to wake whoever follows the session live */
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

  /** Keeps the record together with the events it causes. @returns the record as kept */
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

  /** Forgets the person at once, and everything as soon as the outside was told so. */
  async erase(record: SessionRecord, nowMs: number): Promise<void> {
    if (!this.#isErased) {
      const gone = { ...withoutPerson(record), version: record.version + 1 };
      this.#ctx.storage.kv.put('erased', nowMs);
      this.#outbox.add(describeSession(gone, 'erased', nowMs));
      this.#ctx.storage.kv.put('session', gone);
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
      this.#outbox.add(describeSession(next, type, Date.now()));
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
