// An env whose calls are counted. Its face and documents Workers are scripted; its wallet Worker
// runs the real code. Calls to the mail sender are not counted.
import { judge } from '../../../../src/workers/wallet/judge.ts';
import { makeOffer } from '../../../../src/workers/wallet/make-offer.ts';
import { readAnchor } from '../../../../src/workers/wallet/read-anchor.ts';
import { readStatusList } from '../../../../src/workers/wallet/read-status-list.ts';
import { NAMESPACES, replaceMethods } from '../../faults/faulty-env.ts';
import { ScriptedFace } from '../../visitor/scripted-face.ts';
import { meterDatabase } from './metered-database.ts';
import { meter } from './meter.ts';
import { scriptedDocuments } from './scripted-documents.ts';

const QUEUES = ['SESSION_EVENTS', 'MAIL', 'LOGOUTS', 'WEBHOOKS'] as const;
const PAGE = '<!doctype html><title>Check</title><script type="module">1</script>';

const known = new WeakMap<Env, Env>();

/** Returns the same metered env for the same env, since the service caches by env. */
export function meterEnv(env: Env): Env {
  const made = known.get(env) ?? makeEnv(env);
  known.set(env, made);
  return made;
}

function makeEnv(env: Env): Env {
  const objects = NAMESPACES.map((name) => [name, meterObjects(env[name])]);
  const queues = QUEUES.map((name) => [name, meterQueue(env[name])]);
  return {
    ...env,
    ASSETS: { fetch: async () => new Response(PAGE) },
    DB: meterDatabase(env.DB, ({ rows_read: read, rows_written: written }) => {
      meter.add('d1RowsRead', read);
      meter.add('d1RowsWritten', written);
    }),
    FACE: meterWorker('faceCalls', new ScriptedFace()),
    DOCUMENTS: meterWorker('documentCalls', scriptedDocuments()),
    WALLET: meterWorker('walletCalls', {
      makeOffer,
      judge,
      readAnchor,
      readStatusList,
      health: async () => ({ ok: true }),
    }),
    ...Object.fromEntries(objects),
    ...Object.fromEntries(queues),
  };
}

const meterObjects = (namespace: unknown): DurableObjectNamespace =>
  replaceMethods(namespace as DurableObjectNamespace, (name, call) => {
    if (name === 'jurisdiction') return (...values: unknown[]) => meterObjects(call(...values));
    if (name !== 'get') return undefined;
    return (id: DurableObjectId, ...options: unknown[]) =>
      replaceMethods(call(id, ...options) as object, (_, perform) => (...values: unknown[]) => {
        meter.add('objectCalls');
        return meter.during(id.toString(), () => perform(...values));
      });
  });

const meterQueue = (queue: Queue): Queue =>
  replaceMethods(queue, (name, call) => async (...values: unknown[]) => {
    const sent = name === 'sendBatch' ? [...(values[0] as Iterable<unknown>)].length : 1;
    meter.waiting += sent;
    meter.add('messages', sent);
    return call(...values);
  });

const meterWorker = <T extends object>(
  name: 'faceCalls' | 'documentCalls' | 'walletCalls',
  worker: T,
): T =>
  replaceMethods(worker, (_, call) => (...values: unknown[]) => {
    meter.add(name);
    return call(...values);
  });
