// The events of a session that have not been sent to the queue yet.
import type { SessionEvent } from '../../domain/verification/rules/session/result.ts';
import { logIncident } from '../../log.ts';
import { inTime } from '../../time/patience.ts';
import type { StoredSession, UnsentEvent } from './stored-session.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 5 * 60_000;
/**
 * How long events may stay unsent before the alarm sends them, in case the object was restarted
 * before its first attempt to send them.
 */
const UNTRIED_MS = 60_000;
/** Without a timeout, a queue that does not answer would block every later flush and the alarm. */
const PATIENCE_MS = 30_000;
const MAX_TOGETHER = 50;

/**
 * Keeps events in the session's row and sends them to the queue in order; after a failed send they
 * are kept for the next flush.
 */
export class Outbox {
  readonly #sessionId: string;
  readonly #row: StoredSession;
  readonly #queue: Queue;
  readonly #delayMs: (event: SessionEvent) => number;
  #flushing: Promise<void> | undefined;
  #failures = 0;

  /** @param delayMs how long an event waits for a later one that makes it unnecessary */
  constructor(
    sessionId: string,
    row: StoredSession,
    queue: Queue,
    delayMs: (event: SessionEvent) => number,
  ) {
    this.#sessionId = sessionId;
    this.#row = row;
    this.#queue = queue;
    this.#delayMs = delayMs;
  }

  /**
   * Stages an event, so that it is written in the same transaction as the state change. The event
   * replaces any events that are still held back, because its row contains all of their data
   * (D-165).
   */
  add(event: SessionEvent, nowMs: number): void {
    const held = this.#unsent.filter((one) => isHeld(one, nowMs));
    const kept = this.#unsent.filter((one) => !isHeld(one, nowMs));
    const delayMs = this.#delayMs(event);
    // The delay is counted from the first held event, so that a running session is listed a minute
    // after its creation, not after its last step.
    const heldUntilMs = Math.min(nowMs + delayMs, ...held.map(heldUntil));
    this.#row.stage({ events: [...kept, delayMs === 0 ? { event } : { event, heldUntilMs }] });
  }

  get isEmpty(): boolean {
    return this.#unsent.length === 0;
  }

  get events(): SessionEvent[] {
    return this.#unsent.map(({ event }) => event);
  }

  /**
   * Drops the event with this version if it is still unsent, because the end that it reports has
   * already been confirmed.
   */
  confirm(version: number): void {
    this.#row.stage({ events: this.#unsent.filter((one) => versionOf(one) !== version) });
  }

  /** Milliseconds until a flush should be tried again; grows with each failure. */
  get retryDelayMs(): number {
    return Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
  }

  /**
   * Returns when a flush should be tried, in milliseconds since the epoch; Infinity without events.
   */
  tryAtMs(nowMs: number): number {
    const delayMs = this.#failures === 0 ? UNTRIED_MS : this.retryDelayMs;
    return Math.min(
      ...this.#unsent.map((one) => (isHeld(one, nowMs) ? heldUntil(one) : nowMs + delayMs)),
      Infinity,
    );
  }

  /**
   * Sends the events that are due, one call at a time, and stages their removal. Never throws:
   * unsent events are kept, and the failure is logged.
   */
  async flush(): Promise<void> {
    this.#flushing ??= this.#send().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  async #send(): Promise<void> {
    try {
      for (let due = this.#readDue(); due.length > 0; due = this.#readDue()) {
        const sent = new Set(due.map(versionOf));
        await inTime(this.#queue.sendBatch(due.map(({ event: body }) => ({ body }))), PATIENCE_MS);
        this.#row.stage({ events: this.#unsent.filter((one) => !sent.has(versionOf(one))) });
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

  #readDue(): readonly UnsentEvent[] {
    const nowMs = Date.now();
    return this.#unsent.filter((one) => !isHeld(one, nowMs)).slice(0, MAX_TOGETHER);
  }

  get #unsent(): readonly UnsentEvent[] {
    return this.#row.pending.events;
  }
}

const heldUntil = ({ heldUntilMs = -Infinity }: UnsentEvent): number => heldUntilMs;
const isHeld = (one: UnsentEvent, nowMs: number): boolean => heldUntil(one) > nowMs;
const versionOf = ({ event }: UnsentEvent): number => event.row.version;
