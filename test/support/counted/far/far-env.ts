// An env whose calls to the database or a replica, to objects and to queues take as long as they
// would over the network. Calls to the mail sender are not delayed.
import type { Distances, Home } from '../../../../bench/far/places.ts';
import { NAMESPACES, replaceMethods } from '../../faults/faulty-env.ts';

/**
 * The jitter: how much longer a trip may take than its distance alone would require, as a share.
 */
const SPREAD = 0.1;
const RUNS = new Set(['run', 'all', 'raw', 'first']);
const QUEUES = ['SESSION_EVENTS', 'MAIL', 'LOGOUTS', 'WEBHOOKS'] as const;

/** The trips so far: the times at which each began and at which it should end. */
export type Ways = [beginMs: number, endMs: number][];

/**
 * @param env the bindings; the database, the objects and the queues are replaced
 * @param homes maps the id of each object without a name to the place where the object was created;
 *   calls add entries. A named object is always treated as if its current caller had created it,
 *   since it belongs to one visitor or caller.
 */
export function farEnv(env: Env, far: Distances, homes: Map<string, Home>, ways: Ways): Env {
  const travel: Travel = async (ms, perform) => {
    const wayMs = ms * (1 + Math.random() * SPREAD);
    ways.push([performance.now(), performance.now() + wayMs]);
    if (wayMs > 0) await new Promise((done) => setTimeout(done, wayMs));
    return perform();
  };
  const objects = NAMESPACES.map((name) => [name, farObjects(env[name], far, homes, travel)]);
  const queues = QUEUES.map((name) => [name, farQueue(env[name], far, travel)]);
  const DB = farDatabase(env.DB, far, travel);
  return { ...env, DB, ...Object.fromEntries([...objects, ...queues]) };
}

/**
 * The time during which at least one trip was under way. This is how long a request waited, without
 * the machine's own work.
 * @param untilMs the time of the response; a trip that lasts longer did not delay it
 */
export function lengthOf(ways: Ways, untilMs: number): number {
  let [length, reachedMs] = [0, -Infinity];
  for (const [beginMs, endMs] of ways.toSorted(([a], [b]) => a - b)) {
    const fromMs = Math.max(beginMs, reachedMs);
    const toMs = Math.min(endMs, untilMs);
    if (toMs <= fromMs) continue;
    length += toMs - fromMs;
    reachedMs = toMs;
  }
  return length;
}

type Travel = <T>(ms: number, perform: () => T | Promise<T>) => Promise<T>;

function farDatabase(database: D1Database, far: Distances, travel: Travel): D1Database {
  return replaceMethods(database, (name, call) => {
    if (name === 'withSession')
      return (start: unknown) => {
        const nearMs = start === 'first-primary' ? far.databaseMs : far.replicaMs;
        return farQueries(call(start) as D1DatabaseSession, far.databaseMs, nearMs, travel);
      };
    return name === 'prepare' || name === 'batch'
      ? Reflect.get(farQueries(database, far.databaseMs, far.databaseMs, travel), name)
      : undefined;
  });
}

/** @param readMs latency of read statements; a replica forwards all others to the database */
function farQueries<T extends D1Database | D1DatabaseSession>(
  queries: T,
  writeMs: number,
  readMs: number,
  travel: Travel,
): T {
  const known = new WeakMap<object, { bare: D1PreparedStatement; ms: number }>();
  const wrap = (bare: D1PreparedStatement, ms: number): D1PreparedStatement => {
    const wrapped = replaceMethods(bare, (name, call) => {
      if (name === 'bind')
        return (...values: unknown[]) => wrap(call(...values) as D1PreparedStatement, ms);
      return RUNS.has(name)
        ? (...values: unknown[]) => travel(ms, () => call(...values))
        : undefined;
    });
    known.set(wrapped, { bare, ms });
    return wrapped;
  };
  return replaceMethods(queries, (name, call) => {
    if (name === 'prepare')
      return (sql: string) =>
        wrap(call(sql) as D1PreparedStatement, /^\s*(select|with)\b/i.test(sql) ? readMs : writeMs);
    if (name !== 'batch') return undefined;
    return (statements: readonly D1PreparedStatement[]) => {
      const found = statements.map((one) => known.get(one) ?? { bare: one, ms: writeMs });
      const ms = Math.max(...found.map((one) => one.ms));
      return travel(ms, () => call(found.map(({ bare }) => bare)));
    };
  });
}

function farObjects(
  namespace: unknown,
  far: Distances,
  homes: Map<string, Home>,
  travel: Travel,
): DurableObjectNamespace {
  return replaceMethods(namespace as DurableObjectNamespace, (name, call) => {
    if (name === 'jurisdiction')
      return (...values: unknown[]) => farObjects(call(...values), far, homes, travel);
    if (name !== 'get') return undefined;
    return (id: DurableObjectId, options?: DurableObjectNamespaceGetDurableObjectOptions) =>
      replaceMethods(call(id, options) as object, (_, perform) => (...values: unknown[]) => {
        const key = id.toString();
        const { hinted } = far;
        const isHinted = hinted !== undefined && hinted.region === options?.locationHint;
        const home = (id.name === undefined && homes.get(key)) || (isHinted ? hinted : far);
        homes.set(key, home);
        const awayMs = Math.max(far.databaseMs, home.databaseMs);
        return travel(home.place === far.place ? far.objectMs : awayMs, () => perform(...values));
      });
  });
}

const farQueue = (queue: Queue, far: Distances, travel: Travel): Queue =>
  replaceMethods(
    queue,
    (_, call) =>
      (...values: unknown[]) =>
        travel(far.objectMs, () => call(...values)),
  );
