// Counts the calls that a request makes to bindings, and the length of the longest chain in which
// each call waits for the one before it (architecture 3).
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createContext, type Context } from '../../../src/context.ts';
import worker from '../../../src/index.ts';
import { faultyEnv, NAMESPACES, replaceMethods } from '../faults/faulty-env.ts';
import { Faults } from '../faults/faults.ts';

/** Calls by binding; a D1 batch counts as one call. */
export interface Trips {
  objects: number;
  d1: number;
  assets: number;
  /** Calls to the face Worker. */
  face: number;
}

const noTrips = (): Trips => ({ objects: 0, d1: 0, assets: 0, face: 0 });

/**
 * The kind of a call, from its name in faulty-env.ts, such as `GRANT.revoke`. Calls to queues and
 * mail are not counted by kind, but they do lengthen the chain (`inSeries`).
 */
function kindOf(name: string): keyof Trips | undefined {
  const [binding] = name.split('.');
  if (binding === 'D1') return 'd1';
  if (binding === 'ASSETS') return 'assets';
  if (binding === 'FACE') return 'face';
  return NAMESPACES.some((one) => one === binding) ? 'objects' : undefined;
}

/** Counts every call to the env that countingEnv returns, and injects no fault. */
export class TripCount extends Faults {
  #trips = noTrips();
  #answered = 0;
  #inSeries = 0;

  /** The calls since the last `restart`. */
  get trips(): Trips {
    return { ...this.#trips };
  }

  /** The longest chain of calls in which each call began after the previous call had returned. */
  get inSeries(): number {
    return this.#inSeries;
  }

  restart(): void {
    this.#trips = noTrips();
    this.#answered = 0;
    this.#inSeries = 0;
  }

  override async call<T>(name: string, perform: () => Promise<T>): Promise<T> {
    const kind = kindOf(name);
    if (kind !== undefined) this.#trips[kind] += 1;
    const place = this.#answered + 1;
    this.#inSeries = Math.max(this.#inSeries, place);
    try {
      return await super.call(name, perform);
    } finally {
      this.#answered = Math.max(this.#answered, place);
    }
  }
}

/** @param face a face Worker to bind; by default none is bound */
export function countingEnv(count: TripCount, face?: Fetcher): Env {
  const counted = (name: string, binding: Fetcher): Fetcher =>
    replaceMethods(
      binding,
      (method, call) =>
        (...values: unknown[]) =>
          count.call(`${name}.${method}`, async () => call(...values)),
    );
  return {
    ...faultyEnv(count, { queued: [], touched: new Map() }),
    ASSETS: counted('ASSETS', env.ASSETS),
    ...(face !== undefined && { FACE: counted('FACE', face) }),
  };
}

/** The counts of one request or use case. */
export interface Counted extends Trips {
  inSeries: number;
}

/**
 * @returns the response with all its trips, including background work, and the length of the
 *   longest chain of trips that the response waited for
 */
export async function countRequest(
  count: TripCount,
  bindings: Env,
  request: Request,
): Promise<{ response: Response; counted: Counted }> {
  const execution = createExecutionContext();
  count.restart();
  const response = await worker.fetch(request, bindings, execution);
  const { inSeries } = count;
  await waitOnExecutionContext(execution);
  return { response, counted: { ...count.trips, inSeries } };
}

/**
 * @returns the trips that had begun when the use case returned; its deferred work is awaited but
 *   not counted
 */
export async function countUseCase(
  count: TripCount,
  bindings: Env,
  perform: (ctx: Context) => Promise<unknown>,
): Promise<Counted> {
  const deferred: Promise<unknown>[] = [];
  const ctx = createContext(bindings, { waitUntil: (work) => void deferred.push(work) });
  count.restart();
  await perform(ctx);
  const counted = { ...count.trips, inSeries: count.inSeries };
  await Promise.all(deferred);
  return counted;
}
