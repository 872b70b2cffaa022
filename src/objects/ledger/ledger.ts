// One volume of a customer's records in one mode (D-170, D-174): the lines of its request log, its
// events with their deliveries, its older sessions (session-volume.ts), figures (outcome-volume.ts)
// and audit entries (audit-volume.ts). An object belongs to one customer, so no query can read
// another customer's data, and heavy traffic from one customer does not slow down the others.
import type {
  AttemptOutcome,
  AttemptToMake,
  FinishedAttempt,
  WebhookMessage,
} from '../../domain/integration/webhooks/delivery.ts';
import { sendMessages } from '../../domain/integration/webhooks/send-messages.ts';
import {
  EVENTS_KEPT_MS,
  type DeliveryFile,
  type DeliveryFilter,
  type EarlierEvents,
  type EndpointChange,
  type NewEvents,
} from '../../domain/integration/webhooks/ledger-rows.ts';
import type { VolumeRef } from '../../domain/platform/ledgers/volume.ts';
import type { StoredLine, WantedLines } from '../../domain/platform/request-log/line.ts';
import type {
  CopiedPage,
  CopiedRow,
  RowsRestored,
} from '../../domain/platform/ledgers/copied-rows.ts';
import type { ReportedBacklog, VolumeBacklog } from '../../domain/platform/ledgers/volume.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/durations.ts';
import * as copies from './copies.ts';
import * as lists from './delivery-lists.ts';
import * as deliveries from './delivery-rows.ts';
import * as endpoints from './endpoint-rows.ts';
import * as events from './event-rows.ts';
import { RequestLines } from './request-lines.ts';
import { SessionVolume, type Written } from './session-volume.ts';
import { BEGUN_AFTER, createEventTables, hasEventTables, REF, REPORTED, SEALED } from './tables.ts';

/** The pause between two steps of a long queue of attempts: at most 100 attempts a second. */
const PAUSE_MS = 10_000;
/** How late an attempt must be to be reported to operators as overdue. */
const OVERDUE_MS = 10 * MINUTE_MS;
/** How often a backlog is reported again, in case a message was lost. */
const REPORTED_EVERY_MS = 10 * MINUTE_MS;
/** How often overdue attempts are counted while there are many. */
const COUNTED_EVERY_MS = MINUTE_MS;

const NOTHING_REPORTED: ReportedBacklog = { overdue: null, givenUp: null, atMs: 0 };

const isNothing = ({ overdue, givenUp }: VolumeBacklog): boolean =>
  overdue === null && givenUp === null;

interface Recording extends NewEvents {
  ref: VolumeRef;
  nowMs: number;
  /** The sequence number of the last event, of any customer, from before the ledgers existed. */
  begunAfter: number;
  /** The size in bytes at which the volume stops accepting events. */
  fullBytes: number;
}

export class Ledger extends SessionVolume {
  readonly #lines = new RequestLines(this.ctx.storage);
  #hasEvents = false;
  #countedMs = 0;

  /**
   * Adds lines to the request log. Existing lines are not changed, so that a caller may retry.
   * @param keptMs how long lines are kept, in milliseconds; the value of the latest call applies to
   *   all lines
   * @param fullBytes the size at which the volume stops accepting events
   */
  async noteRequests(
    lines: readonly StoredLine[],
    keptMs: number,
    fullBytes = Number.MAX_SAFE_INTEGER,
  ): Promise<Written> {
    this.#lines.add(lines);
    const isOther = this.#lines.keepFor(keptMs);
    if (isOther || (await this.ctx.storage.getAlarm()) === null) await this.#sleep(0);
    return this.seal(fullBytes);
  }

  /** @returns request-log lines, newest first; reads no more rows than it returns */
  async readRequests(wanted: WantedLines): Promise<StoredLine[]> {
    return this.#lines.read(wanted);
  }

  /**
   * Changes how long request-log lines are kept.
   * @param keptMs in milliseconds; 0 deletes all lines
   */
  async keepRequests(keptMs: number): Promise<void> {
    if (this.#lines.endsAtMs === undefined) return;
    this.#lines.keepFor(keptMs);
    await this.#sleep(0);
  }

  /**
   * Records events with their deliveries, in one transaction. Existing rows are not changed, so
   * that a caller may retry.
   */
  async record(recording: Recording): Promise<Written> {
    const { sql, kv } = this.ctx.storage;
    if (kv.get(SEALED) === true)
      return { bytes: sql.databaseSize, isSealed: true, isWritten: false };
    this.#prepareEvents(recording);
    const { nowMs } = recording;
    events.addEvents(sql, recording.events, kv.get<number>(BEGUN_AFTER) ?? 0);
    events.addDeliveries(sql, recording.deliveries, nowMs + deliveries.GRACE_MS);
    await this.wakeBy(nowMs + (recording.deliveries.length > 0 ? deliveries.GRACE_MS : DAY_MS));
    return this.seal(recording.fullBytes);
  }

  /** Imports events from before the ledgers existed. Repeating the call changes nothing. */
  async adopt(
    earlier: EarlierEvents,
    recording: Pick<Recording, 'ref' | 'nowMs' | 'begunAfter'>,
  ): Promise<void> {
    this.#prepareEvents(recording);
    const { sql, kv } = this.ctx.storage;
    events.adoptEvents(sql, earlier, kv.get<number>(BEGUN_AFTER) ?? 0, recording.nowMs);
    await this.wakeBy(recording.nowMs);
  }

  /** @returns the ids of the given events that the volume already contains */
  async knownEvents(ids: readonly string[]): Promise<string[]> {
    return this.#has() ? events.knownEvents(this.ctx.storage.sql, ids) : [];
  }

  /**
   * Reads a part of the feed.
   * @returns the events, and the last sequence number from before the ledgers existed
   */
  async readFeed(
    from: { after: number } | { before: number },
    limit: number,
  ): Promise<{ events: events.FedEvent[]; begunAfter: number }> {
    const { sql, kv } = this.ctx.storage;
    return {
      events: this.#has() ? events.readFeed(sql, from, limit) : [],
      begunAfter: kv.get<number>(BEGUN_AFTER) ?? Number.MAX_SAFE_INTEGER,
    };
  }

  /** @returns the sequence number of an event of this volume */
  async sequenceOf(id: string): Promise<number | undefined> {
    return this.#has() ? events.sequenceOf(this.ctx.storage.sql, id) : undefined;
  }

  async claim(message: AttemptToMake, nowMs: number, leaseMs: number): Promise<deliveries.Claim> {
    if (!this.#has()) return { outcome: 'nothing' };
    const { sql } = this.ctx.storage;
    // The caller has seen that the endpoint is enabled, so its deliveries are no longer held back.
    if (endpoints.releaseEndpoint(sql, message.endpointId)) await this.wakeBy(nowMs);
    return deliveries.claimAttempt(sql, message, nowMs, leaseMs);
  }

  /** Records an attempt and the new state of its delivery. */
  async finishAttempt(outcome: AttemptOutcome): Promise<FinishedAttempt> {
    if (!this.#has()) return {};
    const finished = deliveries.finishAttempt(this.ctx.storage.sql, outcome);
    const { outcome: end } = outcome;
    if (end.state === 'pending') await this.wakeBy(end.nextAttemptMs);
    return finished;
  }

  /**
   * Applies an endpoint's change of state to its deliveries. Idempotent.
   * @param nowMs when the change was observed; later deliveries and replays are not ended
   * @returns the attempts to queue now
   */
  async changeEndpoint(
    endpointId: string,
    change: EndpointChange,
    nowMs: number,
  ): Promise<AttemptToMake[]> {
    if (!this.#has()) return [];
    const areMore = endpoints.changeEndpoint(this.ctx.storage.sql, endpointId, change, nowMs);
    if (areMore) await this.wakeBy(nowMs);
    return change === 'enabled' ? this.takeDue(nowMs) : [];
  }

  async countByDay(filter: DeliveryFilter): Promise<{ day: string; value: number }[]> {
    return this.#has() ? lists.countByDay(this.ctx.storage.sql, filter) : [];
  }

  async listTimes(filter: DeliveryFilter, part: lists.ListPart): Promise<number[]> {
    return this.#has() ? lists.listTimes(this.ctx.storage.sql, filter, part) : [];
  }

  async listDeliveries(filter: DeliveryFilter, part: lists.ListPart): Promise<DeliveryFile[]> {
    return this.#has() ? lists.listDeliveries(this.ctx.storage.sql, filter, part) : [];
  }

  async findDelivery(id: string): Promise<DeliveryFile | undefined> {
    return this.#has() ? lists.findDelivery(this.ctx.storage.sql, id) : undefined;
  }

  async listOfSession(sessionId: string): Promise<DeliveryFile[]> {
    return this.#has() ? lists.listOfSession(this.ctx.storage.sql, sessionId) : [];
  }

  /**
   * Starts a new round of attempts for deliveries. Repeating the call changes nothing.
   * @param atMs the time of the request
   * @returns the attempts to queue now
   */
  async reopen(which: lists.ToReopen, atMs: number): Promise<AttemptToMake[]> {
    if (!this.#has()) return [];
    const reopened = lists.reopen(this.ctx.storage.sql, which, atMs);
    if (reopened.length > 0) await this.wakeBy(atMs + deliveries.GRACE_MS);
    return reopened;
  }

  /**
   * Takes a share of the attempts that are due; the alarm takes the rest.
   * @param leadMs attempts that become due within this time, in milliseconds, are taken as well
   * @returns the attempts to queue now
   */
  async takeDue(nowMs: number, leadMs = 0): Promise<AttemptToMake[]> {
    if (!this.#has()) return [];
    const { sql } = this.ctx.storage;
    const taken = deliveries.takeDue(sql, nowMs, leadMs);
    const nextMs = deliveries.nextDueMs(sql);
    if (nextMs !== undefined) await this.wakeBy(Math.max(nextMs, nowMs + PAUSE_MS));
    return taken;
  }

  /**
   * Reads one page of the volume for a backup.
   * @param after the value `next` of the previous page; undefined for the first page
   */
  async copyPage(after?: string): Promise<CopiedPage> {
    const { sql, kv } = this.ctx.storage;
    const keepers = this.#keepers;
    const has = { events: this.#has(), ...copies.keptIn(keepers) };
    if (!Object.values(has).includes(true)) return { rows: [], next: null };
    const page = copies.readPage(sql, has, after);
    return after === undefined
      ? { ...page, rows: [copies.readState(kv, keepers), ...page.rows] }
      : page;
  }

  /**
   * Restores rows from a backup, in one transaction. Existing rows and values are not changed, so
   * repeating the call changes nothing. Even a sealed volume accepts the rows, because they were
   * written before it was sealed.
   */
  async restoreRows(
    ref: VolumeRef,
    rows: readonly CopiedRow[],
    nowMs: number,
  ): Promise<RowsRestored> {
    const { storage } = this.ctx;
    const state = rows.filter(({ table }) => table === 'state');
    const others = rows.filter(({ table }) => table !== 'state');
    const keepers = this.#keepers;
    // Tables are created outside the transaction: each store remembers that its tables exist, which
    // a rollback would not undo.
    if (copies.prepareFor(others, keepers)) this.#prepareEvents({ ref });
    const restored = storage.transactionSync(() => {
      for (const { row } of state) copies.restoreState(storage.kv, keepers, row);
      return copies.addRows(storage.sql, others);
    });
    await this.wakeBy(nowMs + deliveries.GRACE_MS);
    return restored;
  }

  /** Deletes all data of the volume. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#lines.reset();
    this.sessions.reset();
    this.outcomes.reset();
    this.audit.reset();
    this.#hasEvents = false;
  }

  /**
   * Queues the attempts that are due, deletes expired data, and deletes the whole volume once it is
   * empty.
   */
  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    // The platform gives up on an alarm that fails too often, so the next alarm is set before the
    // work starts.
    await this.ctx.storage.setAlarm(nowMs + 10 * MINUTE_MS);
    const areMore = [
      this.#lines.forget(nowMs),
      await this.#work(nowMs),
      // This step is last: deleting sessions is never urgent, and deliveries must not wait for it.
      await this.workOnSessions(nowMs),
    ];
    await this.#sleep(areMore.includes(true) ? 0 : PAUSE_MS);
  }

  /** @returns whether there may be more deliveries to end or events to delete */
  async #work(nowMs: number): Promise<boolean> {
    const ref = this.ctx.storage.kv.get<VolumeRef>(REF);
    if (!this.#has() || ref === undefined) return false;
    const { sql } = this.ctx.storage;
    const taken = deliveries.takeDue(sql, nowMs);
    await this.#send(taken.map((attempt) => ({ ...attempt, volume: ref })));
    // Counting may read a thousand rows per endpoint, so it is not done on every step of a long
    // queue.
    if (taken.length === 0 || nowMs - this.#countedMs >= COUNTED_EVERY_MS)
      await this.#report(ref, nowMs);
    const areMore = endpoints.endDeliveries(sql);
    return events.forgetEvents(sql, nowMs - EVENTS_KEPT_MS) || areMore;
  }

  /** @throws any error from the queue; the attempts become due again later */
  async #send(messages: readonly WebhookMessage[]): Promise<void> {
    await sendMessages(this.env.WEBHOOKS, messages);
  }

  /** Reports the backlog when it has changed, and every ten minutes while there is one. */
  async #report(volume: VolumeRef, nowMs: number): Promise<void> {
    this.#countedMs = nowMs;
    const { sql, kv } = this.ctx.storage;
    const backlog: VolumeBacklog = deliveries.readBacklog(sql, nowMs - OVERDUE_MS, nowMs);
    const { atMs, ...last } = kv.get<ReportedBacklog>(REPORTED) ?? NOTHING_REPORTED;
    const isRecent = isNothing(backlog) || nowMs - atMs < REPORTED_EVERY_MS;
    if (isRecent && JSON.stringify(backlog) === JSON.stringify(last)) return;
    await this.#send([{ volume, backlog }]);
    kv.put(REPORTED, { ...backlog, atMs: nowMs } satisfies ReportedBacklog);
  }

  /** Whether a backlog has been reported. It is then recounted at intervals until it is gone. */
  get #isReported(): boolean {
    return !isNothing(this.ctx.storage.kv.get<ReportedBacklog>(REPORTED) ?? NOTHING_REPORTED);
  }

  protected override redactEvents(sessionIds: readonly string[]): void {
    if (this.#has()) events.redactEvents(this.ctx.storage.sql, sessionIds);
  }

  /**
   * Seals the volume once it is full. A sealed volume stays sealed, because the order of the feed
   * depends on it.
   */
  protected override seal(fullBytes: number): Written {
    const { sql, kv } = this.ctx.storage;
    const bytes = sql.databaseSize;
    const isSealed = bytes >= fullBytes;
    if (isSealed && kv.get(SEALED) !== true) kv.put(SEALED, true);
    return { bytes, isSealed, isWritten: true };
  }

  /** Sets the alarm, unless it is already set for that time or earlier. */
  protected override async wakeBy(atMs: number): Promise<void> {
    const setMs = await this.ctx.storage.getAlarm();
    if (setMs === null || setMs > atMs) await this.ctx.storage.setAlarm(atMs);
  }

  /**
   * Sets the alarm for the next task; an empty volume is deleted.
   * @param leastMs the minimum delay, in milliseconds
   */
  async #sleep(leastMs: number): Promise<void> {
    const { sql } = this.ctx.storage;
    const nowMs = Date.now();
    const oldestMs = this.#has() ? events.oldestEventMs(sql) : undefined;
    const dueMs = this.#has() ? deliveries.nextDueMs(sql) : undefined;
    const lines = this.#lines.endsAtMs;
    const times = [
      // Deleting request-log lines is never urgent, and many expire in the same hour.
      ...(lines === undefined ? [] : [Math.max(lines, nowMs + (leastMs === 0 ? 0 : HOUR_MS))]),
      ...(oldestMs === undefined ? [] : [oldestMs + EVENTS_KEPT_MS + 1]),
      ...(dueMs === undefined ? [] : [dueMs]),
    ];
    const sessionsMs = this.sessionsWakeMs(nowMs, leastMs);
    if (sessionsMs !== undefined) times.push(sessionsMs);
    // Counts and audit entries need no alarm, but must not be deleted.
    if (times.length === 0)
      return this.hasLastingRows ? this.ctx.storage.deleteAlarm() : this.erase();
    if (this.#isReported) times.push(nowMs + REPORTED_EVERY_MS);
    await this.ctx.storage.setAlarm(Math.max(nowMs + leastMs, Math.min(...times)));
  }

  get #keepers(): copies.Keepers {
    const { sessions, outcomes, audit } = this;
    return { lines: this.#lines, sessions, outcomes, audit };
  }

  #has(): boolean {
    this.#hasEvents ||= hasEventTables(this.ctx.storage.sql);
    return this.#hasEvents;
  }

  #prepareEvents({ ref, begunAfter }: { ref: VolumeRef; begunAfter?: number }): void {
    const { sql, kv } = this.ctx.storage;
    if (!this.#has()) createEventTables(sql);
    this.#hasEvents = true;
    if (kv.get(REF) === undefined) kv.put(REF, ref);
    if (begunAfter !== undefined && kv.get(BEGUN_AFTER) === undefined)
      kv.put(BEGUN_AFTER, begunAfter);
  }
}
