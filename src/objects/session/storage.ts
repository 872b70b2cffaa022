// What a session's object stores: its record, the events that a change causes, and its one alarm. A record and its
// events are written together, sent to the queue afterwards, and deleted when the retention ends.
import {
  eventOf,
  sayChange,
  tombstoneOf,
  toSessionEvent,
  type SessionEvent,
  type SessionEventType,
  type Tombstone,
  eventsOfChange,
} from '../../domain/verification/rules/session/result.ts';
import { atTime } from '../../domain/verification/rules/session/at-time.ts';
import {
  erasureTimeMs,
  type SessionRecord,
  withoutPerson,
} from '../../domain/verification/rules/session/session.ts';
import {
  faceUntilMs,
  hasVerdict,
  type KeptDescriptor,
} from '../../domain/verification/rules/face/face-rules.ts';
import type { Evidence } from '../../domain/verification/rules/evidence/judge-pictures.ts';
import { needsEvidence } from '../../domain/verification/rules/session/machine.ts';
import { parseReason } from '../../domain/verification/rules/session/reasons.ts';
import { reminderTimeMs, remindReviewers } from '../../domain/verification/rules/review/review.ts';
import { asEnded, type RetakePlan } from '../../domain/verification/rules/retake/retake.ts';
import type { SealedFields } from '../../domain/verification/document-fields.ts';
import { mayHaveFields } from '../../domain/verification/rules/document/document-fields.ts';
import { logIncident } from '../../log.ts';
import { AttemptOutbox } from './attempt-outbox.ts';
import { KeptFace } from './kept-face.ts';
import { SealedPictures } from './sealed-pictures.ts';
import { Outbox } from './outbox.ts';

/** The queue tries by itself for longer than that; a reminder is for what it gave up. */
const ERASURE_REMINDER_MS = 60 * 60_000;

/** How long an end waits for its confirmation before it is sent again (D-76); then four times as long each time. */
const END_REMINDER_SECONDS = 600;
/** Where the face is kept (face-questions.ts). */
const FACE = 'blockable_face';
const LAST_REMINDER_MS = 6 * 60 * 60_000;

/** The end of a session was sent and is not known to be written; that it was retaken is an end of its own. */
interface UnconfirmedEnd {
  remindAtMs: number;
  afterMs: number;
  /** Of the events. Absent in objects from before there were two. */
  versions?: readonly number[];
}

/** What the result of a session is made of. */
export interface ReadResult {
  record: SessionRecord;
  fields: SealedFields | undefined;
}

/** Of any version of the service: the reason may be a text that this one does not list. */
type StoredSession = Omit<SessionRecord, 'reason'> & { reason?: string };

export class SessionStorage {
  /** For a human to look at, while one is awaited (D-95). */
  readonly pictures: SealedPictures;
  /** Of a face check that passed (D-97). */
  readonly face: KeptFace;
  readonly #ctx: DurableObjectState;
  readonly #outbox: Outbox;
  readonly #attempts: AttemptOutbox;
  readonly #onChange: () => void;
  readonly #firstReminderMs: number;

  /** @param onChange called after every write, for the pages that follow the session */
  constructor(
    ctx: DurableObjectState,
    env: Pick<Env, 'SESSION_EVENTS' | 'ATTEMPT_COUNT'> & { EVENT_REMINDER_SECONDS?: string },
    onChange: () => void,
  ) {
    this.#ctx = ctx;
    this.pictures = new SealedPictures(ctx);
    this.face = new KeptFace(ctx);
    this.#outbox = new Outbox(ctx.storage.sql, env.SESSION_EVENTS);
    this.#attempts = new AttemptOutbox(ctx, env.ATTEMPT_COUNT);
    this.#onChange = onChange;
    this.#firstReminderMs = 1000 * Number(env.EVENT_REMINDER_SECONDS ?? END_REMINDER_SECONDS);
  }

  /** The record as of now: expired past its end, absent past its retention. */
  read(nowMs: number): SessionRecord | undefined {
    const record = this.#stored;
    if (record === undefined || this.#isErased) return undefined;
    const current = this.#settleByTime(record, nowMs);
    const eraseAtMs = erasureTimeMs(current);
    return eraseAtMs !== undefined && nowMs >= eraseAtMs ? undefined : current;
  }

  /** What is known of the person's face and age between two steps; gone with the verdict. */
  get evidence(): Evidence | undefined {
    return this.#ctx.storage.kv.get<Evidence>('evidence');
  }

  /** Call it right before `save`, in the same transaction. */
  keepEvidence(evidence: Evidence): void {
    this.#ctx.storage.kv.put('evidence', evidence);
  }

  /** What the customer receives of a document: a key of this session's own, and what it sealed. */
  get fields(): SealedFields | undefined {
    const { kv } = this.#ctx.storage;
    const [key, sealed] = [kv.get<string>('fields_key'), kv.get<string>('fields')];
    return key === undefined || sealed === undefined ? undefined : { key, sealed };
  }

  /** As keepEvidence: of the document that was read last. @returns the record */
  keepFields(
    record: SessionRecord | undefined,
    fields: SealedFields | undefined,
  ): SessionRecord | undefined {
    this.#dropFields();
    if (fields === undefined || record === undefined || !mayHaveFields(record)) return record;
    this.#ctx.storage.kv.put('fields_key', fields.key);
    this.#ctx.storage.kv.put('fields', fields.sealed);
    return record;
  }

  #dropFields(): void {
    this.#ctx.storage.kv.delete('fields_key');
    this.#ctx.storage.kv.delete('fields');
  }

  /** The face that is kept for the customer to block it, sealed. */
  get blockableFace(): KeptDescriptor | undefined {
    return this.#ctx.storage.kv.get<KeptDescriptor>(FACE);
  }

  /** As keepEvidence. @param kept where the change is a verdict, or what may become one @returns the record as it is saved */
  keepBlockable(
    record: SessionRecord | undefined,
    kept: KeptDescriptor | undefined,
    nowMs: number,
  ): SessionRecord | undefined {
    if (record === undefined) return undefined;
    const { isBlocked: _found, ...decided } = record;
    if (kept === undefined || record.faces === undefined || !hasVerdict(record)) return decided;
    this.#ctx.storage.kv.put(FACE, kept);
    return { ...decided, faceUntilMs: faceUntilMs(record.faces, nowMs) };
  }

  /** A retake that was decided, and is not known to be done. */
  get retaking(): RetakePlan | undefined {
    return this.#ctx.storage.kv.get<RetakePlan>('retaking');
  }

  /** From now on the alarm sees to it, until the session was saved as retaken. */
  async keepRetaking(plan: RetakePlan): Promise<void> {
    this.#ctx.storage.kv.put('retaking', plan);
    const record = this.#stored;
    if (record !== undefined) await this.#schedule(record);
  }

  /** Writes the record together with the events it causes. @returns the record as written */
  async save(record: SessionRecord, ...events: SessionEventType[]): Promise<SessionRecord> {
    const next = this.#write(record, ...events);
    // Before the answer: whoever reads a verdict finds it counted.
    await this.#attempts.flush();
    await this.#schedule(next);
    if (events.length > 0) this.#ctx.waitUntil(this.#flush());
    return next;
  }

  /** This session, or what is left of it: then it must not begin again. */
  get taken(): { initHash: string } | undefined {
    return this.#stored ?? this.tombstone;
  }

  /** What stays of a session whose erasure is confirmed. */
  get tombstone(): Tombstone | undefined {
    return this.#ctx.storage.kv.get<Tombstone>('tombstone');
  }

  /** The record of a session that is erased here, and not yet everywhere. */
  get erasing(): SessionRecord | undefined {
    return this.#isErased ? this.#stored : undefined;
  }

  /** Cleans up and retries only: expiry and erasure are already true on read. */
  async wake(nowMs: number): Promise<void> {
    if (this.tombstone !== undefined) return this.#forgetTombstone(this.tombstone, nowMs);
    const record = this.#stored;
    if (record === undefined) return;
    this.face.dropOld(nowMs);
    const current = this.#settleByTime(record, nowMs);
    const eraseAtMs = erasureTimeMs(current);
    const isDue = eraseAtMs !== undefined && nowMs >= eraseAtMs;
    if (isDue || this.#isErased) await this.erase(current, nowMs);
    else {
      this.#remindOfEnd(current, nowMs);
      if (nowMs >= (current.faceUntilMs ?? Infinity)) this.#ctx.storage.kv.delete(FACE);
      const reminded = remindReviewers(current, nowMs);
      if (reminded !== undefined) this.#write(reminded, 'review_due');
    }
    await this.#attempts.flush();
    await this.#outbox.flush();
    // A queue that was quick may have confirmed it meanwhile.
    const left = this.#stored;
    if (left !== undefined) await this.#schedule(left);
  }

  /**
   * Erases personal data at once. What is left goes when the other copies are gone (confirmErasure); until then an alarm
   * sends the event that erases them, again and again.
   * @returns the events that did not leave yet, with the one that says so at the end
   */
  async erase(record: SessionRecord, nowMs: number): Promise<SessionEvent[]> {
    const { kv } = this.#ctx.storage;
    if (!this.#isErased) {
      const erased = { ...withoutPerson(record), version: record.version + 1 };
      kv.put('erased', nowMs);
      kv.put('session', erased);
      // The erasure is reminded of instead.
      kv.delete('unconfirmed');
      // They name the person.
      kv.delete('retaking');
      kv.delete(FACE);
      this.#dropFields();
      this.face.drop();
      this.#outbox.add(toSessionEvent(erased, 'erased', nowMs));
      this.#onChange();
    } else if (this.#outbox.isEmpty) {
      const erasedAtMs = kv.get<number>('erased') ?? nowMs;
      this.#outbox.add(toSessionEvent(record, 'erased', erasedAtMs));
    }
    await this.#schedule(record);
    return this.#outbox.events;
  }

  /** The end is in the list, the feed and the deliveries. @param version of its event */
  async confirmEnd(version: number): Promise<void> {
    const unconfirmed = this.#unconfirmed;
    const record = this.#stored;
    if (unconfirmed === undefined || record === undefined) return;
    const versions = versionsOf(unconfirmed, record).filter((one) => one !== version);
    const { kv } = this.#ctx.storage;
    if (versions.length === 0) kv.delete('unconfirmed');
    else kv.put('unconfirmed', { ...unconfirmed, versions } satisfies UnconfirmedEnd);
    await this.#schedule(record);
  }

  /** The last event again, with its version; `running` while its visitor is at it, `gone` when nothing is known. */
  repeatEvent(nowMs: number): SessionEvent | 'running' | 'gone' {
    if (this.erasing !== undefined) return toSessionEvent(this.erasing, 'erased', nowMs);
    const record = this.read(nowMs);
    if (record === undefined) return 'gone';
    const type = eventOf(record);
    return type === undefined ? 'running' : toSessionEvent(record, type, nowMs);
  }

  /** Every other copy is gone. A session that was not erased stays as it is. */
  async confirmErasure(nowMs: number): Promise<void> {
    if (!this.#attempts.isEmpty) await this.#attempts.flush();
    const record = this.erasing;
    // What could not be sent is sent by the alarm, and this is confirmed again after the reminder.
    if (record === undefined || !this.#attempts.isEmpty) return;
    const { kv } = this.#ctx.storage;
    const tombstone = tombstoneOf(record, nowMs);
    if (tombstone === undefined) return this.#deleteAll();
    this.#outbox.clear();
    kv.delete('session');
    kv.delete('erased');
    kv.put('tombstone', tombstone);
    await this.#ctx.storage.setAlarm(tombstone.untilMs);
  }

  async #forgetTombstone({ untilMs }: Tombstone, nowMs: number): Promise<void> {
    if (nowMs >= untilMs) await this.#deleteAll();
    else await this.#ctx.storage.setAlarm(untilMs);
  }

  async #deleteAll(): Promise<void> {
    await this.#ctx.storage.deleteAll();
    this.#outbox.forgetTable();
  }

  get #isAllSent(): boolean {
    return this.#outbox.isEmpty && this.#attempts.isEmpty && this.retaking === undefined;
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
      const said = sayChange(next, type, Date.now());
      next = said.record;
      this.#outbox.add(said.event);
    }
    const { kv } = this.#ctx.storage;
    if (events.includes('completed')) {
      this.#attempts.note(next);
      this.#expectConfirmation(Date.now(), this.#firstReminderMs, [next.version]);
    }
    if (events.includes('retaken')) {
      const before = this.#unconfirmed && versionsOf(this.#unconfirmed, record);
      const versions = [...(before ?? []), next.version];
      this.#expectConfirmation(Date.now(), this.#firstReminderMs, versions);
      kv.delete('retaking');
    }
    logRefusals(next, kv.get<StoredSession>('session')?.refusals?.length ?? 0);
    kv.put('session', next);
    if (!needsEvidence(next)) kv.delete('evidence');
    if (!hasVerdict(next)) kv.delete(FACE);
    if (!mayHaveFields(next)) this.#dropFields();
    if (next.state.status !== 'pending_tenant_review') this.pictures.drop();
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

  get #unconfirmed(): UnconfirmedEnd | undefined {
    return this.#ctx.storage.kv.get<UnconfirmedEnd>('unconfirmed');
  }

  #expectConfirmation(nowMs: number, afterMs: number, versions: readonly number[]): void {
    const unconfirmed: UnconfirmedEnd = { remindAtMs: nowMs + afterMs, afterMs, versions };
    this.#ctx.storage.kv.put('unconfirmed', unconfirmed);
  }

  /** A queue may lose what it took: the same event again changes nothing where it did arrive. */
  #remindOfEnd(record: SessionRecord, nowMs: number): void {
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed === undefined || nowMs < unconfirmed.remindAtMs) return;
    const versions = versionsOf(unconfirmed, record);
    if (this.#outbox.isEmpty)
      for (const version of versions) this.#outbox.add(endEvent(record, version, nowMs));
    this.#expectConfirmation(nowMs, Math.min(4 * unconfirmed.afterMs, LAST_REMINDER_MS), versions);
  }

  async #flush(): Promise<void> {
    await this.#attempts.flush();
    await this.#outbox.flush();
    const record = this.#stored;
    if (record !== undefined) await this.#schedule(record);
  }

  /**
   * The one alarm: whichever comes first of a retry, late pictures, the session's end, a face that nobody took, the erasure, and the
   * reminders of either and of a review.
   */
  async #schedule(record: SessionRecord): Promise<void> {
    const nowMs = Date.now();
    const endsAtMs = this.#isErased
      ? nowMs + ERASURE_REMINDER_MS
      : Math.min(
          erasureTimeMs(record) ?? record.expiresAtMs,
          this.#unconfirmed?.remindAtMs ?? Infinity,
          record.reveal?.untilMs ?? Infinity,
          reminderTimeMs(record) ?? Infinity,
          this.face.endsAtMs,
          this.blockableFace === undefined ? Infinity : (record.faceUntilMs ?? Infinity),
        );
    const retryAtMs = nowMs + this.#outbox.retryDelayMs;
    const soonest = this.#isAllSent ? endsAtMs : Math.min(endsAtMs, retryAtMs);
    await this.#ctx.storage.setAlarm(soonest > nowMs ? soonest : retryAtMs);
  }
}

const versionsOf = ({ versions }: UnconfirmedEnd, { version }: SessionRecord): readonly number[] =>
  versions ?? [version];

/** Of a session that was retaken, either of its two ends. */
function endEvent(record: SessionRecord, version: number, nowMs: number): SessionEvent {
  const isLast = record.state.status === 'retaken' && version === record.version;
  return isLast
    ? toSessionEvent(record, 'retaken', nowMs)
    : toSessionEvent(asEnded(record), 'completed', nowMs);
}

/** Why movements or pictures did not count is for operators alone: the page would learn what to do better. */
function logRefusals({ id, refusals = [] }: SessionRecord, known: number): void {
  for (const { step, reason } of refusals.slice(known))
    logIncident('evidence_refused', { session: id, step, reason });
}
