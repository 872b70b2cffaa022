// Counts what the service and its objects have done in one isolate since the counts were last read.
// A client can advance the meter's clock, so that a run need not wait in real time for a person to
// act or for a month to pass.
import {
  lengthOf,
  noCounts,
  type Counts,
  type Span,
  type Taken,
} from '../../../../bench/cost/counts.ts';

/** How long the runtime keeps an idle object in memory. */
const LINGER_MS = 10_000;

interface Alarm {
  binding: string;
  id: string;
  atMs: number;
}

class Meter {
  #counts = noCounts();
  readonly #spans = new Map<string, Span[]>();
  readonly #written = new Map<string, number>();
  readonly alarms = new Map<string, Alarm>();
  /** The number of queue messages that no consumer has handled yet. */
  waiting = 0;
  /** The number of `waitUntil` promises that are still pending. */
  deferred = 0;
  #aheadMs = 0;

  add(name: keyof Counts, count = 1): void {
    this.#counts[name] += count;
  }

  /** @param where the object's binding and what it stores, such as `LEDGER alarm` */
  writeRows(where: string, rows: number): void {
    this.add('objectRowsWritten', rows);
    this.#written.set(where, (this.#written.get(where) ?? 0) + rows);
  }

  /** Returns the counts and resets them. */
  take(): Taken {
    const spans = [...this.#spans.values()];
    const sum = (lingerMs: number) =>
      spans.reduce((length, those) => length + lengthOf(those, lingerMs), 0);
    const counts = { ...this.#counts, activeMs: sum(0), residentMs: sum(LINGER_MS) };
    const written = Object.fromEntries([...this.#written].filter(([, rows]) => rows > 0));
    this.#counts = noCounts();
    this.#spans.clear();
    this.#written.clear();
    return { counts, written };
  }

  /**
   * Records how long an object works.
   * @param object the object's id
   */
  async during<T>(object: string, work: () => T | Promise<T>): Promise<T> {
    const beginMs = this.#time();
    try {
      return await work();
    } finally {
      const spans = this.#spans.get(object) ?? [];
      spans.push([beginMs, this.#time()]);
      this.#spans.set(object, spans);
    }
  }

  /** Counts work as deferred until it is done. */
  track(work: Promise<unknown>): Promise<unknown> {
    this.deferred += 1;
    return work.finally(() => {
      this.deferred -= 1;
    });
  }

  putForward(ms: number): void {
    this.#aheadMs += ms;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** The meter's time in ms. Like `Date`, it advances only when the isolate does I/O. */
  #time(): number {
    return performance.now() + this.#aheadMs;
  }
}

export const meter = new Meter();

/** Makes `Date` return the meter's time from now on. The runtime's own alarms keep real time. */
export function putDateForward(): void {
  const Real = Date;
  const now = Real.now.bind(Real);
  const Ahead = class extends Real {
    constructor(...values: [] | [number]) {
      if (values.length === 0) super(now() + meter.aheadMs);
      else super(...values);
    }
    static override now = () => now() + meter.aheadMs;
  };
  globalThis.Date = Ahead as unknown as DateConstructor;
}
