// Ends of a session that have been sent but not yet confirmed as written; a retake counts as
// another end. A queue may lose accepted messages, so each end is sent again until it is confirmed,
// at growing intervals (D-76).
import { HOUR_MS } from '../../time/durations.ts';
import type { StoredSession, UnconfirmedVersions } from './stored-session.ts';

const LAST_REMINDER_MS = 6 * HOUR_MS;

/** Keeps the ends in the session's row. Every change is staged for the row's next write. */
export class UnconfirmedEnds {
  readonly #row: StoredSession;
  readonly #firstReminderMs: number;

  constructor(row: StoredSession, firstReminderMs: number) {
    this.#row = row;
    this.#firstReminderMs = firstReminderMs;
  }

  /**
   * Adds an end. Call this in the transaction that ends the session.
   * @param version the version of the event that reports the end
   */
  add(version: number, nowMs: number): void {
    this.#expect(nowMs, this.#firstReminderMs, [...(this.#unconfirmed?.versions ?? []), version]);
  }

  /** @returns whether any end was still unconfirmed before this call */
  confirm(version: number): boolean {
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed === undefined) return false;
    const versions = unconfirmed.versions.filter((one) => one !== version);
    this.#row.stage({ ends: versions.length === 0 ? undefined : { ...unconfirmed, versions } });
    return true;
  }

  /**
   * Takes the reminders that are due. Must be called by the session's alarm.
   * @returns the versions whose reminder is due; their next reminder follows after a longer
   *   interval
   */
  takeDue(nowMs: number): readonly number[] {
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed === undefined || nowMs < unconfirmed.remindAtMs) return [];
    const { afterMs, versions } = unconfirmed;
    this.#expect(nowMs, Math.min(4 * afterMs, LAST_REMINDER_MS), versions);
    return versions;
  }

  drop(): void {
    this.#row.stage({ ends: undefined });
  }

  /** When the next reminder is due; Infinity when no confirmation is awaited. */
  get remindAtMs(): number {
    return this.#unconfirmed?.remindAtMs ?? Infinity;
  }

  get #unconfirmed(): UnconfirmedVersions | undefined {
    return this.#row.pending.ends;
  }

  #expect(nowMs: number, afterMs: number, versions: readonly number[]): void {
    this.#row.stage({ ends: { remindAtMs: nowMs + afterMs, afterMs, versions } });
  }
}
