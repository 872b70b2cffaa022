// Adds a timeout to a database binding. Every D1 query goes through this wrapper, so that a request
// fails with our own error before Cloudflare or the caller gives up (D-71).
import type {
  D1Database,
  D1DatabaseSession,
  D1PreparedStatement,
  D1Result,
} from '@cloudflare/workers-types';
import { inTime } from '../time/patience.ts';

type Binding = D1Database | D1DatabaseSession;
type Member = (...values: unknown[]) => unknown;

/** The methods of a statement that run it; `bind` creates a new statement. */
const RUNNING = new Set(['first', 'run', 'all', 'raw']);

/** Maps each wrapped statement to D1's original, because D1's `batch` accepts only originals. */
const originals = new WeakMap<object, D1PreparedStatement>();

/**
 * @returns a wrapper of the binding whose queries reject with NoAnswer when they take longer than
 *   `ms`
 */
export function limitWaiting<T extends Binding>(binding: T, ms: number): T {
  return replaceMembers(binding, (name, call) => {
    if (name === 'prepare')
      return (...values) => limitStatement(call(...values) as D1PreparedStatement, ms);
    if (name === 'batch')
      return (statements) => {
        const own = (statements as object[]).map((one) => originals.get(one) ?? one);
        return inTime(call(own) as Promise<D1Result[]>, ms);
      };
    return name === 'exec' ? (query) => inTime(call(query) as Promise<unknown>, ms) : call;
  });
}

function limitStatement(statement: D1PreparedStatement, ms: number): D1PreparedStatement {
  const limited = replaceMembers(statement, (name, call) => {
    if (name === 'bind')
      return (...values) => limitStatement(call(...values) as D1PreparedStatement, ms);
    return RUNNING.has(name)
      ? (...values) => inTime(call(...values) as Promise<unknown>, ms)
      : call;
  });
  originals.set(limited, statement);
  return limited;
}

function replaceMembers<T extends object>(
  target: T,
  replace: (name: string, call: Member) => Member,
): T {
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object);
      if (typeof member !== 'function') return member;
      const call: Member = (...values) => Reflect.apply(member, object, values) as unknown;
      return replace(String(name), call);
    },
  });
}
