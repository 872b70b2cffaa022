// Ends of a session that were sent and are not known to be written; that it was retaken is an end
// of its own. A queue may lose what it took: each is sent again until it is confirmed, less often
// each time (D-76).
import { HOUR_MS } from '../../time/durations.ts';

interface Unconfirmed {
  remindAtMs: number;
  afterMs: number;
  /** Of the events. */
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

  /** Call it in the transaction of the end. @param version of its event */
  add(version: number, nowMs: number): void {
    this.#expect(nowMs, this.#firstReminderMs, [...(this.#unconfirmed?.versions ?? []), version]);
  }

  /** @returns whether it was awaited */
  confirm(version: number): boolean {
    const unconfirmed = this.#unconfirmed;
    if (unconfirmed === undefined) return false;
    const versions = unconfirmed.versions.filter((one) => one !== version);
    if (versions.length === 0) this.drop();
    else this.#kv.put(KEY, { ...unconfirmed, versions } satisfies Unconfirmed);
    return true;
  }

  /** By the alarm. @returns versions of which it is time to remind; the next time is later */
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

  /** Infinity when none is awaited. */
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
