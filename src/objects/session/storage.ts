// The storage of a session's object: its record, the events that a change causes, and its one
// alarm. A record and its events are written together, and the events are then sent to the queue.
// The record is deleted when the retention period ends.
import {
  eventOf,
  issueEvent,
  tombstoneOf,
  toSessionEvent,
  type SessionEvent,
  type SessionEventType,
  type Tombstone,
  eventsOfChange,
  type Ownership,
} from '../../domain/verification/rules/session/result.ts';
import { atTime } from '../../domain/verification/rules/session/at-time.ts';
import {
  erasureTimeMs,
  type SessionRecord,
  withoutPerson,
} from '../../domain/verification/rules/session/session.ts';
import { reminderTimeMs, remindReviewers } from '../../domain/verification/rules/review/review.ts';
import { asEnded, type RetakePlan } from '../../domain/verification/rules/retake/retake.ts';
import type { SealedFields } from '../../domain/verification/document-fields.ts';
import { logIncident } from '../../log.ts';
import { residing, runsLocally } from '../residence.ts';
import { AttemptOutbox } from './attempt-outbox.ts';
import type { Counts } from './count-of.ts';
import { Outbox } from './outbox.ts';
import { PersonStorage } from './person-storage.ts';
import {
  parseNewSession,
  parseTombstone,
} from '../../domain/verification/rules/session/parse-record.ts';
import { StoredSession } from './stored-session.ts';
import { UnconfirmedEnds } from './unconfirmed-ends.ts';

/** How long to wait for the confirmation of an erasure before its event is sent again. */
const ERASURE_REMINDER_MS = 60 * 60_000;

/**
 * How long to wait for the confirmation of a session's end before its event is sent again (D-76).
 */
const END_REMINDER_SECONDS = 600;

/**
 * How long a running session may be missing from the list: most sessions have ended by then, and
 * are written only once, with their end (D-165). A test session is listed immediately.
 */
const LIST_DELAY_SECONDS = 60;
const RUNNING: readonly SessionEventType[] = ['created', 'opened'];
const isRunning = ({ type, row }: SessionEvent): boolean =>
  RUNNING.includes(type) && row.completedAtMs === null && !row.test;

/** The data of a session's result. */
export interface ReadResult {
  record: SessionRecord;
  fields: SealedFields | undefined;
}

export class SessionStorage {
  readonly person: PersonStorage;
  /** The counters of failed checks. */
  readonly counts: Counts;
  readonly #ctx: DurableObjectState;
  readonly #row: StoredSession;
  readonly #outbox: Outbox;
  readonly #attempts: AttemptOutbox;
  readonly #onChange: () => void;
  #revision = 0;
  /** When the alarm will fire, null for never; undefined until this instance has read it. */
  #alarmAtMs: number | null | undefined;
  readonly #ends: UnconfirmedEnds;

  /** @param onChange called after every write, for pages that follow the session */
  constructor(
    ctx: DurableObjectState,
    env: Pick<Env, 'SESSION_EVENTS' | 'ATTEMPT_COUNT'> & {
      EVENT_REMINDER_SECONDS?: string;
      LIST_DELAY_SECONDS?: string;
    },
    onChange: () => void,
  ) {
    this.#ctx = ctx;
    this.#row = new StoredSession(ctx);
    this.person = new PersonStorage(ctx, this.#row);
    const delayMs = 1000 * Number(env.LIST_DELAY_SECONDS ?? LIST_DELAY_SECONDS);
    this.#outbox = new Outbox(ctx.id.toString(), this.#row, env.SESSION_EVENTS, (event) =>
      isRunning(event) ? delayMs : 0,
    );
    this.counts = residing(env.ATTEMPT_COUNT, runsLocally(env));
    this.#attempts = new AttemptOutbox(this.#row, this.counts);
    this.#onChange = onChange;
    const reminderSeconds = Number(env.EVENT_REMINDER_SECONDS ?? END_REMINDER_SECONDS);
    this.#ends = new UnconfirmedEnds(this.#row, 1000 * reminderSeconds);
  }

  /**
   * A number that changes with every write, which makes earlier verdict plans outdated. Like these
   * plans (verdicts.ts), the number is kept only in memory.
   */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Returns the record as it is at this time: expired if the session's end has passed, undefined if
   * its retention period is over.
   */
  read(nowMs: number): SessionRecord | undefined {
    const record = this.#stored;
    if (record === undefined || this.#isErased) return undefined;
    const current = this.#settleByTime(record, nowMs);
    const eraseAtMs = erasureTimeMs(current);
    return eraseAtMs !== undefined && nowMs >= eraseAtMs ? undefined : current;
  }

  /** A retake that has been decided on and is not known to be complete. */
  get retaking(): RetakePlan | undefined {
    const plan = this.#ctx.storage.kv.get<RetakePlan>('retaking');
    return plan && { ...plan, session: parseNewSession(plan.session) };
  }

  /**
   * Stores a retake plan. From now on, the alarm retries it until the session is saved as retaken.
   */
  async keepRetaking(plan: RetakePlan): Promise<void> {
    this.#ctx.storage.kv.put('retaking', plan);
    const record = this.#stored;
    if (record !== undefined) await this.#schedule(record);
  }

  /**
   * Writes the record together with the events that it causes.
   * @returns the record as written
   */
  async save(record: SessionRecord, ...events: SessionEventType[]): Promise<SessionRecord> {
    const next = this.#write(record, ...events);
    // The attempt is reported before the call returns, so that a verdict is counted before anyone
    // can read it.
    await this.#attempts.flush();
    await this.#schedule(next);
    if (events.length > 0) this.#ctx.waitUntil(this.#flush());
    return next;
  }

  /**
   * The session, or its tombstone after an erasure; either prevents the session from being created
   * again.
   */
  get taken(): Ownership | undefined {
    return this.#stored ?? this.tombstone;
  }

  /** The data that remains of a session whose erasure is confirmed. */
  get tombstone(): Tombstone | undefined {
    const stored = this.#ctx.storage.kv.get<Tombstone>('tombstone');
    return stored && parseTombstone(stored);
  }

  /** The record of a session that is erased in this object, but not yet in every other copy. */
  get erasing(): SessionRecord | undefined {
    return this.#isErased ? this.#stored : undefined;
  }

  /**
   * Cleans up, and retries failed work. Expiry and erasure do not depend on the alarm, because they
   * apply whenever the record is read.
   */
  async wake(nowMs: number): Promise<void> {
    // The alarm has fired, perhaps early, so none is set now.
    this.#alarmAtMs = null;
    if (this.tombstone !== undefined) return this.#forgetTombstone(this.tombstone, nowMs);
    const record = this.#stored;
    if (record === undefined) return;
    this.person.dropOld(record, nowMs);
    const current = this.#settleByTime(record, nowMs);
    const eraseAtMs = erasureTimeMs(current);
    const isDue = eraseAtMs !== undefined && nowMs >= eraseAtMs;
    if (isDue || this.#isErased) await this.erase(current, nowMs);
    else {
      this.#remindOfEnd(current, nowMs);
      const reminded = remindReviewers(current, nowMs);
      if (reminded !== undefined) this.#write(reminded, 'review_due');
    }
    await this.#attempts.flush();
    await this.#outbox.flush();
    this.#row.writeStaged();
    // The record is read again, because the queue may have been so fast that the erasure is already
    // confirmed.
    const left = this.#stored;
    // The alarm is set to the exact time, because erase() may have set an earlier one to send
    // events, which have been sent by now.
    if (left !== undefined) await this.#setAlarm(this.#nextAlarmMs(left));
  }

  /**
   * Erases personal data immediately. The remaining data is deleted once the other copies are gone
   * (confirmErasure); until then, an alarm resends the event that erases those copies.
   * @returns the unsent events, including the one about the erasure
   */
  async erase(record: SessionRecord, nowMs: number): Promise<SessionEvent[]> {
    const { kv } = this.#ctx.storage;
    if (!this.#isErased) {
      const erased = issueEvent(withoutPerson(record), 'erased', nowMs);
      kv.put('erased', nowMs);
      // From here on the alarm resends the erasure event, not the end event.
      this.#ends.drop();
      this.#row.stage({ evidence: undefined });
      this.#outbox.add(erased.event, nowMs);
      this.#put(erased.record);
      // The retake plan contains personal data.
      kv.delete('retaking');
      this.person.drop();
      this.#onChange();
    } else if (this.#outbox.isEmpty) {
      const erasedAtMs = kv.get<number>('erased') ?? nowMs;
      this.#outbox.add(toSessionEvent(record, 'erased', erasedAtMs), nowMs);
      this.#row.writeStaged();
    }
    await this.#schedule(record);
    return this.#outbox.events;
  }

  /**
   * Confirms that the session's end has been written to the list, the feed and the deliveries.
   * @param version the version of the event that reports the end
   */
  async confirmEnd(version: number): Promise<void> {
    const record = this.#stored;
    if (record === undefined || !this.#ends.confirm(version)) return;
    this.#outbox.confirm(version);
    this.#row.writeStaged();
    // Usually nothing is left to do until the erasure, so setting the alarm for the exact time of
    // its next task avoids a needless wake-up.
    await this.#setAlarm(this.#nextAlarmMs(record));
  }

  /**
   * Recreates the session's last event, with its version.
   * @returns the event; `running` while the visitor is active; `gone` when there is no session
   */
  repeatEvent(nowMs: number): SessionEvent | 'running' | 'gone' {
    if (this.erasing !== undefined) return toSessionEvent(this.erasing, 'erased', nowMs);
    const record = this.read(nowMs);
    if (record === undefined) return 'gone';
    const type = eventOf(record);
    return type === undefined ? 'running' : toSessionEvent(record, type, nowMs);
  }

  /**
   * Confirms that every other copy of the session is gone. A session that was not erased stays
   * unchanged.
   */
  async confirmErasure(nowMs: number): Promise<void> {
    if (!this.#attempts.isEmpty) await this.#attempts.flush();
    const record = this.erasing;
    // The alarm will send the unsent report. After the next erasure reminder, the erasure is
    // confirmed again, and that call deletes the data.
    if (record === undefined || !this.#attempts.isEmpty) return;
    const { kv } = this.#ctx.storage;
    const tombstone = tombstoneOf(record, nowMs);
    if (tombstone === undefined) return this.#deleteAll();
    this.#row.delete();
    kv.delete('erased');
    kv.put('tombstone', tombstone);
    await this.#setAlarm(tombstone.untilMs);
  }

  async #forgetTombstone({ untilMs }: Tombstone, nowMs: number): Promise<void> {
    if (nowMs >= untilMs) await this.#deleteAll();
    else await this.#setAlarm(untilMs);
  }

  async #deleteAll(): Promise<void> {
    await this.#ctx.storage.deleteAll();
    this.#row.forget();
    this.#alarmAtMs = null;
  }

  get #isErased(): boolean {
    return this.#ctx.storage.kv.get('erased') !== undefined;
  }

  get #stored(): SessionRecord | undefined {
    return this.#row.record;
  }

  #put(record: SessionRecord): void {
    this.#revision += 1;
    this.#row.put(record);
  }

  #write(record: SessionRecord, ...events: SessionEventType[]): SessionRecord {
    let next = record;
    for (const type of events) {
      const said = issueEvent(next, type, Date.now());
      next = said.record;
      this.#outbox.add(said.event, Date.now());
    }
    if (events.includes('completed')) {
      this.#attempts.note(next);
      this.#ends.add(next.notices.version, Date.now());
    }
    if (events.includes('retaken')) {
      this.#ends.add(next.notices.version, Date.now());
      this.#ctx.storage.kv.delete('retaking');
    }
    logRefusals(next, this.#stored?.signals.refusals.length ?? 0);
    this.person.keepNeeded(next);
    this.#put(next);
    this.#onChange();
    return next;
  }

  #settleByTime(record: SessionRecord, nowMs: number): SessionRecord {
    const current = atTime(record, nowMs);
    if (current === record) return record;
    const settled = this.#write(current, ...eventsOfChange(record, current));
    this.#ctx.waitUntil(this.#flush());
    return settled;
  }

  #remindOfEnd(record: SessionRecord, nowMs: number): void {
    const versions = this.#ends.takeDue(nowMs);
    if (this.#outbox.isEmpty)
      for (const version of versions) this.#outbox.add(endEvent(record, version, nowMs), nowMs);
  }

  async #flush(): Promise<void> {
    await this.#attempts.flush();
    await this.#outbox.flush();
    // While an end is unconfirmed, this write can wait: the confirmation writes the row anyway, and
    // sending an event twice changes nothing.
    if (this.#row.pending.ends === undefined) this.#row.writeStaged();
    const record = this.#stored;
    if (record !== undefined) await this.#schedule(record);
  }

  /**
   * Ensures that the object's only alarm fires in time. An earlier alarm is not moved, because
   * setting an alarm is billed as a written row; when it fires, wake() sets the next one.
   */
  async #schedule(record: SessionRecord): Promise<void> {
    const atMs = this.#nextAlarmMs(record);
    this.#alarmAtMs ??= await this.#ctx.storage.getAlarm();
    if (this.#alarmAtMs === null || this.#alarmAtMs > atMs) await this.#setAlarm(atMs);
  }

  /**
   * @returns the earliest of these times: a retry, the deadline for pictures, the session's end,
   *   the expiry of a face that has not been collected, the erasure, and the reminders about ends,
   *   the erasure and the review
   */
  #nextAlarmMs(record: SessionRecord): number {
    const nowMs = Date.now();
    const endsAtMs = this.#isErased
      ? nowMs + ERASURE_REMINDER_MS
      : Math.min(
          erasureTimeMs(record) ?? record.times.expiresAtMs,
          this.#ends.remindAtMs,
          record.current.reveal?.untilMs ?? Infinity,
          reminderTimeMs(record) ?? Infinity,
          this.person.endsAtMs(record),
        );
    const retryAtMs = nowMs + this.#outbox.retryDelayMs;
    const isRetried = !this.#attempts.isEmpty || this.retaking !== undefined;
    const soonest = Math.min(
      endsAtMs,
      this.#outbox.tryAtMs(nowMs),
      isRetried ? retryAtMs : Infinity,
    );
    return soonest > nowMs ? soonest : retryAtMs;
  }

  async #setAlarm(atMs: number): Promise<void> {
    if (atMs === this.#alarmAtMs) return;
    this.#alarmAtMs = atMs;
    await this.#ctx.storage.setAlarm(atMs);
  }
}

/**
 * Returns the event that reports a session's end. A retaken session has two ends, and the version
 * identifies which of them to report.
 */
function endEvent(record: SessionRecord, version: number, nowMs: number): SessionEvent {
  const isLast = record.state.status === 'retaken' && version === record.notices.version;
  return isLast
    ? toSessionEvent(record, 'retaken', nowMs)
    : toSessionEvent(asEnded(record), 'completed', nowMs);
}

/**
 * Logs refusals for operators only: a page that received the reasons could use them to find a way
 * to cheat.
 */
function logRefusals({ id, signals }: SessionRecord, known: number): void {
  for (const { step, reason } of signals.refusals.slice(known))
    logIncident('evidence_refused', { session: id, step, reason });
}
