// Durable Objects whose stored rows, alarms and working time are counted.
import type { DurableObject } from 'cloudflare:workers';
import { replaceMethods } from '../../faults/faulty-env.ts';
import { meter } from './meter.ts';
import { meterEnv } from './metered-env.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- TypeScript requires this of a mixin
type Maker = new (...values: any[]) => DurableObject<Env>;

/** The method that the bench uses to run an object's alarm before it is due. */
export interface Ringing {
  ring(): Promise<void>;
}

/**
 * @param binding the name of the object's binding, such as `LEDGER`
 * @returns a subclass whose calls are metered
 */
export function meterClass<T extends Maker>(binding: string, base: T) {
  return class extends base {
    // oxlint-disable-next-line typescript/no-explicit-any -- as above
    constructor(...[state, env]: any[]) {
      super(meterState(state as DurableObjectState, binding), meterEnv(env as Env));
    }

    /** Deletes the alarm that is set in the runtime, and runs the alarm handler now. */
    async ring(): Promise<void> {
      await this.ctx.storage.deleteAlarm();
      await this.alarm();
    }

    override async alarm(): Promise<void> {
      const id = this.ctx.id.toString();
      meter.alarms.delete(id);
      meter.add('alarmsRun');
      await meter.during(id, async () => super.alarm?.());
    }
  };
}

/**
 * Replaces the storage and `waitUntil` of the state with metered ones. The state itself is changed,
 * because the runtime accepts no other object in its place.
 */
function meterState(state: DurableObjectState, binding: string): DurableObjectState {
  const id = state.id.toString();
  const defer = state.waitUntil.bind(state);
  const waitUntil = (work: Promise<unknown>) =>
    defer(meter.track(meter.during(id, () => work)).catch(() => undefined));
  Object.defineProperties(state, {
    storage: { value: meterStorage(state.storage, binding, id) },
    waitUntil: { value: waitUntil },
  });
  return state;
}

function meterStorage(storage: DurableObjectStorage, binding: string, id: string) {
  const parts = { sql: meterSql(storage.sql, binding), kv: meterPairs(storage.kv, binding) };
  const metered = replaceMethods(storage, (name, call) => {
    if (name === 'setAlarm')
      return (atMs: number) => {
        meter.alarms.set(id, { binding, id, atMs });
        meter.add('alarmsSet');
        meter.writeRows(`${binding} alarm`, 1);
        return call(atMs);
      };
    // `deleteAll` counts as one written row, regardless of how many rows it deletes; `deleteAlarm`
    // counts as none.
    if (name === 'deleteAll' || name === 'deleteAlarm')
      return () => {
        meter.alarms.delete(id);
        if (name === 'deleteAll') meter.writeRows(`${binding} everything`, 1);
        return call();
      };
    return undefined;
  });
  return new Proxy(metered, {
    get: (target, name) =>
      name === 'sql' || name === 'kv' ? parts[name] : (Reflect.get(target, name) as unknown),
  });
}

/**
 * Counts the rows that statements read and write. A cursor's counts are complete once its rows have
 * been read, which every caller does synchronously, so they are read in a microtask.
 */
const meterSql = (sql: SqlStorage, binding: string): SqlStorage =>
  replaceMethods(sql, (name, call) => {
    if (name !== 'exec') return undefined;
    return (...values: unknown[]) => {
      const cursor = call(...values) as SqlStorageCursor<Record<string, SqlStorageValue>>;
      queueMicrotask(() => {
        meter.add('objectRowsRead', cursor.rowsRead);
        meter.writeRows(`${binding} ${firstWords(String(values[0]))}`, cursor.rowsWritten);
      });
      return cursor;
    };
  });

const firstWords = (statement: string): string => statement.trim().split(/\s+/, 3).join(' ');

const meterPairs = (pairs: SyncKvStorage, binding: string): SyncKvStorage =>
  replaceMethods(pairs, (name, call) => {
    if (name === 'list')
      return (...values: unknown[]) => {
        const listed = [...(call(...values) as Iterable<unknown>)];
        meter.add('objectRowsRead', Math.max(1, listed.length));
        return listed;
      };
    return (...values: unknown[]) => {
      const answer = call(...values);
      if (name === 'get') meter.add('objectRowsRead');
      else if (answer !== false) meter.writeRows(`${binding} ${String(values[0])}`, 1);
      return answer;
    };
  });
