// An env whose binding calls can fail: to D1, Durable Objects, queues and email.
// support/counted/round-trips.ts uses it to count calls.
import { env } from 'cloudflare:workers';
import type { Faults } from './faults.ts';

type Binding = (typeof NAMESPACES)[number];

/** A message that a fake queue holds until a test delivers it (find-partial-states.ts). */
export interface QueuedMessage {
  queue: string;
  body: unknown;
}

export interface Surroundings {
  queued: QueuedMessage[];
  /** The binding of each Durable Object that was called, keyed by the object's id. */
  touched: Map<string, Binding>;
}

export const NAMESPACES = [
  'VERIFICATION_SESSION',
  'IDEMPOTENCY_RECORD',
  'LEDGER',
  'ONE_TIME_TOKEN',
  'GRANT',
  'RATE_LIMITER',
  'ATTEMPT_COUNT',
  'BLOCK_LIST',
  'PICTURE_LEDGER',
  'SHOWN_CREDENTIALS',
  'SPENT_PASSES',
] as const;
const RUNS = new Set(['run', 'all', 'raw', 'first']);

export function faultyEnv(faults: Faults, around: Surroundings): Env {
  const namespaces = NAMESPACES.map((name) => [
    name,
    faultyObjects(name, env[name], faults, around),
  ]);
  return {
    ...env,
    DB: faultyDatabase(env.DB, faults),
    EMAIL: faultyEmail(faults),
    MAIL: faultyQueue('agate-mail', faults, around),
    LOGOUTS: faultyQueue('agate-logouts', faults, around),
    WEBHOOKS: faultyQueue('agate-webhooks', faults, around),
    ...(Object.fromEntries(namespaces) as Pick<Env, Binding>),
  };
}

/**
 * Returns a proxy whose methods are replaced by name; if `replace` returns nothing for a name, the
 * target's own method is called.
 */
export function replaceMethods<T extends object>(
  target: T,
  replace: (name: string, call: (...values: unknown[]) => unknown) => unknown,
): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      const call = (...values: unknown[]): unknown =>
        Reflect.apply(member, object, values) as unknown;
      return replace(String(name), call) ?? call;
    },
  });
}

function faultyDatabase<T extends D1Database | D1DatabaseSession>(database: T, faults: Faults): T {
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = replaceMethods(statement, (name, call) => {
      if (name === 'bind')
        return (...values: unknown[]) => wrap(call(...values) as D1PreparedStatement);
      if (!RUNS.has(name)) return undefined;
      return (...values: unknown[]) =>
        faults.call(`D1.${name}`, () => call(...values) as Promise<unknown>);
    });
    originals.set(wrapped, statement);
    return wrapped;
  };
  return replaceMethods(database, (name, call) => {
    if (name === 'prepare') return (query: unknown) => wrap(call(query) as D1PreparedStatement);
    if (name === 'withSession')
      return (start: unknown) => faultyDatabase(call(start) as D1DatabaseSession, faults);
    if (name !== 'batch') return undefined;
    return (statements: readonly D1PreparedStatement[]) => {
      const bare = statements.map((one) => originals.get(one) ?? one);
      return faults.call('D1.batch', () => call(bare) as Promise<unknown>);
    };
  });
}

function faultyObjects(
  binding: Binding,
  namespace: unknown,
  faults: Faults,
  around: Surroundings,
): DurableObjectNamespace {
  const { touched } = around;
  return replaceMethods(namespace as DurableObjectNamespace, (name, call) => {
    if (name === 'jurisdiction')
      return (...values: unknown[]) => faultyObjects(binding, call(...values), faults, around);
    if (name !== 'get') return undefined;
    return (id: DurableObjectId) => {
      const stub = call(id) as object;
      return replaceMethods(stub, (method, perform) => (...values: unknown[]) => {
        touched.set(id.toString(), binding);
        return faults.call(`${binding}.${method}`, () => perform(...values) as Promise<unknown>);
      });
    };
  });
}

/** Returns a new stub for the object, since restarting an object breaks its existing stubs. */
export const findObject = (binding: Binding, id: string): DurableObjectStub => {
  const namespace = env[binding] as DurableObjectNamespace;
  return namespace.get(namespace.idFromString(id));
};

/** Returns a fake queue that adds the messages sent to it to `queued`. */
export function heldQueue(queue: string, queued: QueuedMessage[]): Queue {
  const metadata = { metrics: { backlogCount: 0, backlogBytes: 0 } };
  return {
    send: async (body: unknown) => {
      queued.push({ queue, body });
      return { metadata };
    },
    sendBatch: async (messages: Iterable<{ body: unknown }>) => {
      for (const { body } of messages) queued.push({ queue, body });
      return { metadata };
    },
  } as unknown as Queue;
}

function faultyQueue(queue: string, faults: Faults, { queued }: Surroundings): Queue {
  return replaceMethods(
    heldQueue(queue, queued),
    (name, call) =>
      (...values: unknown[]) =>
        faults.call(`${queue}.${name}`, () => call(...values) as Promise<unknown>),
  );
}

function faultyEmail(faults: Faults): SendEmail {
  return replaceMethods(
    env.EMAIL,
    (name, call) =>
      (...values: unknown[]) =>
        faults.call(`EMAIL.${name}`, () => call(...values) as Promise<unknown>),
  );
}
