// Ends of a session that were sent but not confirmed as written; a retake counts as another end. A
// queue may lose accepted messages, so each is sent again until it is confirmed, at growing
// intervals (D-76).
import { HOUR_MS } from '../../time/durations.ts';

interface Unconfirmed {
  remindAtMs: number;
  afterMs: number;
  /** Versions of the unconfirmed events. */
  versions: readonly number[];
}

const KEY = 'unconfirmed';
const LAST_REMINDER_MS = 6 * HOUR_MS;

export class UnconfirmedEnds {
  readonly #kv: SyncKvStorage;
  readonly #firstReminderMs: number;

  constructor({ storage }: DurableObjectState, firstReminderMs: number) {
    this.#kv = storage.kv;
    this.#firstReminderMs = firstReminderMs;
  }

  /**
   * Must be called in the transaction that ends the session.
   * @param version the version of the event that reports the end
   */
  add(version: number, nowMs: number): void {
    this.#expect(nowMs, this.#firstReminderMs, [...(this.#unconfirmed?.versions ?? []), version]);
  }

  /** @returns whether a confirmation of this version was awaited */
  confirm(version: number): boolean {
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed === undefined) return false;
    const versions = unconfirmed.versions.filter((one) => one !== version);
    if (versions.length === 0) this.drop();
    else this.#kv.put(KEY, { ...unconfirmed, versions } satisfies Unconfirmed);
    return true;
  }

  /**
   * To be called by the alarm.
   * @returns versions whose reminder is due; the next reminder is scheduled later
   */
  takeDue(nowMs: number): readonly number[] {
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed === undefined || nowMs < unconfirmed.remindAtMs) return [];
    const { afterMs, versions } = unconfirmed;
    this.#expect(nowMs, Math.min(4 * afterMs, LAST_REMINDER_MS), versions);
    return versions;
  }

  drop(): void {
    this.#kv.delete(KEY);
  }

  /** Infinity when no confirmation is awaited. */
  get remindAtMs(): number {
    return this.#unconfirmed?.remindAtMs ?? Infinity;
  }

  get #unconfirmed(): Unconfirmed | undefined {
    return this.#kv.get<Unconfirmed>(KEY);
  }

  #expect(nowMs: number, afterMs: number, versions: readonly number[]): void {
    this.#kv.put(KEY, { remindAtMs: nowMs + afterMs, afterMs, versions } satisfies Unconfirmed);
  }
}
