// A per-isolate cache of values that nearly every request reads from D1 and that may be a few
// seconds stale. While D1 fails, a cached value is used for another ten minutes (D-71). An isolate
// that has never read a value cannot serve it.
import { LIFETIMES, type Config } from '../../config/config.ts';
import { logIncident } from '../../log.ts';
import { inTime } from '../../time/patience.ts';

interface MemoryRules<V> {
  /** The cache's name in the log. */
  name: string;
  /** How long a value is used before it is read again. */
  freshMs: number;
  /** The maximum number of values that an isolate keeps; beyond this, the oldest is dropped. */
  most: number;
  /** Whether a value can still be used; otherwise it is read again, even if it is still fresh. */
  serves?: (value: V, nowMs: number) => boolean;
}

/** The result of a read. */
interface Found<V> {
  value: V;
  /** The time after which the value must not be used. */
  endsMs?: number;
}

interface Kept<V> {
  value: V;
  renewFromMs: number;
  isRenewing: boolean;
  freshUntilMs: number;
  staleUntilMs: number;
}

interface Shelf<V> {
  kept: Map<string, Kept<V>>;
  loggedAtMs: number;
}

type MemoryContext = {
  config: Config;
  now: () => number;
  /** Runs work after the response has been sent; without it, values are not renewed in advance. */
  defer?: (work: Promise<unknown>) => void;
};

/**
 * The minimum interval between log lines: while D1 fails, each isolate logs at most one line a
 * minute for each cache.
 */
const LOGGED_EVERY_MS = 60_000;

export class Memory<V> {
  readonly #rules: MemoryRules<V>;
  /**
   * The cached values, keyed by configuration, so that two deployments in one process do not share
   * any.
   */
  readonly #shelves = new WeakMap<Config, Shelf<V>>();

  constructor(rules: MemoryRules<V>) {
    this.#rules = rules;
  }

  /**
   * Reads a value from the cache or, if it is not cached, from D1.
   * @param load reads D1; undefined means that there is no value, and this is not cached
   * @throws any error from `load`, unless a cached value may still be used
   */
  async read(
    ctx: MemoryContext,
    key: string,
    load: () => Promise<Found<V> | undefined>,
  ): Promise<V | undefined> {
    const shelf = this.#shelfOf(ctx);
    const known = this.#usable(shelf.kept.get(key), ctx.now());
    if (known !== undefined && ctx.now() < known.freshUntilMs) {
      this.#renewAhead(ctx, key, known, load);
      return known.value;
    }
    let found: Found<V> | undefined;
    try {
      found = await (known === undefined ? load() : inTime(load(), LIFETIMES.patienceMs));
    } catch (error) {
      if (known === undefined) throw error;
      this.#logStale(shelf, ctx.now());
      return known.value;
    }
    shelf.kept.delete(key);
    if (found !== undefined) this.#keep(shelf, key, found, ctx.now());
    return found?.value;
  }

  /** Whether a usable value is cached; does not read D1. */
  knows(ctx: MemoryContext, key: string): boolean {
    return this.#usable(this.#shelfOf(ctx).kept.get(key), ctx.now()) !== undefined;
  }

  /**
   * Forgets a value after a change: this isolate reads it again the next time, and other isolates
   * do so when their copies are no longer fresh.
   */
  forget(ctx: Pick<MemoryContext, 'config'>, key: string): void {
    this.#shelves.get(ctx.config)?.kept.delete(key);
  }

  /**
   * Renews a value in the background when it is read in the second half of its fresh time, so that
   * no request waits for a round trip to a distant database. A failure changes nothing: the value
   * is read again once it is no longer fresh.
   */
  #renewAhead(
    ctx: MemoryContext,
    key: string,
    known: Kept<V>,
    load: () => Promise<Found<V> | undefined>,
  ): void {
    if (ctx.defer === undefined || known.isRenewing || ctx.now() < known.renewFromMs) return;
    known.isRenewing = true;
    const shelf = this.#shelfOf(ctx);
    const renew = async (): Promise<void> => {
      const found = await load();
      // The value was forgotten in the meantime, after a change that this read may not include.
      if (shelf.kept.get(key) !== known) return;
      shelf.kept.delete(key);
      if (found !== undefined) this.#keep(shelf, key, found, ctx.now());
    };
    ctx.defer(renew().catch(() => undefined));
  }

  #usable(known: Kept<V> | undefined, nowMs: number): Kept<V> | undefined {
    if (known === undefined || nowMs >= known.staleUntilMs) return undefined;
    return this.#rules.serves?.(known.value, nowMs) === false ? undefined : known;
  }

  #keep({ kept }: Shelf<V>, key: string, found: Found<V>, nowMs: number): void {
    const [oldest] = kept.keys();
    if (kept.size >= this.#rules.most && oldest !== undefined) kept.delete(oldest);
    const endsMs = found.endsMs ?? Infinity;
    const freshUntilMs = Math.min(nowMs + this.#rules.freshMs, endsMs);
    const staleUntilMs = Math.min(freshUntilMs + LIFETIMES.staleMs, endsMs);
    const renewFromMs = nowMs + this.#rules.freshMs / 2;
    kept.set(key, {
      value: found.value,
      renewFromMs,
      isRenewing: false,
      freshUntilMs,
      staleUntilMs,
    });
  }

  #logStale(shelf: Shelf<V>, nowMs: number): void {
    if (nowMs < shelf.loggedAtMs + LOGGED_EVERY_MS) return;
    shelf.loggedAtMs = nowMs;
    logIncident('stale_read', { memory: this.#rules.name });
  }

  #shelfOf({ config }: MemoryContext): Shelf<V> {
    const shelf = this.#shelves.get(config) ?? { kept: new Map(), loggedAtMs: -Infinity };
    this.#shelves.set(config, shelf);
    return shelf;
  }
}
