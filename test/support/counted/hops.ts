// An env that counts: calls of objects' methods, of D1 and of the assets (architecture 3).
import { env } from 'cloudflare:workers';

interface Hops {
  objects: number;
  d1: number;
  assets: number;
  /** Calls of the face Worker. */
  face: number;
}

/** Wraps an object so that every call of a method is reported. */
function countCalls<T extends object>(
  target: T,
  report: (name: string, values: readonly unknown[]) => void,
): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        report(String(name), values);
        return Reflect.apply(member, object, values) as unknown;
      };
    },
  });
}

function countObjects<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  hops: Hops,
): DurableObjectNamespace<T> {
  return new Proxy(namespace, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        const made = Reflect.apply(member, object, values) as object;
        return name === 'get' ? countCalls(made, () => void (hops.objects += 1)) : made;
      };
    },
  });
}

/** A statement is a round trip of its own, unless a batch takes it along. */
function tripsOf(name: string, [statements]: readonly unknown[]): number {
  return name === 'batch' && Array.isArray(statements) ? 1 - statements.length : 1;
}

/** Beginning a session is no trip; its statements are. */
function countDatabase<T extends D1Database | D1DatabaseSession>(database: T, hops: Hops): T {
  const counted = countCalls(database, (name, values) => {
    if (TRIPS.has(name)) hops.d1 += tripsOf(name, values);
  });
  return new Proxy(counted, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name !== 'withSession') return member;
      return (start: string) => countDatabase((target as D1Database).withSession(start), hops);
    },
  });
}

const TRIPS = new Set(['prepare', 'batch', 'exec', 'dump']);

/** @param face a face Worker to bind; by default none is */
export function countingEnv(hops: Hops, face?: Fetcher): Env {
  return {
    ...env,
    DB: countDatabase(env.DB, hops),
    ASSETS: countCalls(env.ASSETS, () => void (hops.assets += 1)),
    ...(face !== undefined && { FACE: countCalls(face, () => void (hops.face += 1)) }),
    VERIFICATION_SESSION: countObjects(env.VERIFICATION_SESSION, hops),
    IDEMPOTENCY_RECORD: countObjects(env.IDEMPOTENCY_RECORD, hops),
    RATE_LIMITER: countObjects(env.RATE_LIMITER, hops),
    ATTEMPT_COUNT: countObjects(env.ATTEMPT_COUNT, hops),
    GRANT: countObjects(env.GRANT, hops),
    BLOCK_LIST: countObjects(env.BLOCK_LIST, hops),
  };
}

export const noHops = (): Hops => ({ objects: 0, d1: 0, assets: 0, face: 0 });
