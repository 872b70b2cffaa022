// The passes in this browser's own storage; the service stores none. Frames of other sites have no
// access to this storage.
import { choosePass, isGood, type KeptPass, type PassRequirement } from './kept-pass.ts';

const NAME = 'agate-passes';
const STORE = 'passes';
/** How long a pass that is being presented is reserved for the page that presents it. */
const HELD_MS = 60_000;

/** Returns the valid passes, or none when storage is unavailable. Expired passes are deleted. */
export async function listPasses(nowMs = Date.now()): Promise<KeptPass[]> {
  return inStore('readwrite', async (store) => {
    const all = await settled(store.getAll() as IDBRequest<KeptPass[]>);
    for (const pass of all) if (!isGood(pass, nowMs)) store.delete(pass.token);
    return all.filter((pass) => isGood(pass, nowMs));
  }).catch(() => []);
}

/** Whether this page can store passes. */
export const canKeep = (): Promise<boolean> =>
  inStore('readwrite', async (store) => {
    await settled(store.count());
    return true;
  }).catch(() => false);

/** @throws DOMException when there is no space */
export const keepPasses = (passes: readonly KeptPass[]): Promise<void> =>
  inStore('readwrite', async (store) => {
    await Promise.all(passes.map((pass) => settled(store.put(pass))));
  });

/**
 * Reserves the best pass, so that no other page of this browser presents it in the meantime. A
 * reserved pass that is not deleted is available again after a minute.
 * @param isShowable whether a pass may be presented (crowd.ts)
 */
export const holdPass = (
  demand: PassRequirement,
  nowMs = Date.now(),
  isShowable: (pass: KeptPass) => boolean = () => true,
): Promise<KeptPass | undefined> =>
  inStore('readwrite', async (store) => {
    const all = (await settled(store.getAll() as IDBRequest<KeptPass[]>)).filter(isShowable);
    const pass = choosePass(all, demand, nowMs);
    if (pass) store.put({ ...pass, heldUntilMs: nowMs + HELD_MS });
    return pass;
  }).catch(() => undefined);

/** Deletes a pass that has been presented. */
export const dropPass = ({ token }: KeptPass): Promise<void> =>
  inStore('readwrite', async (store) => {
    await settled(store.delete(token));
  }).catch(() => undefined);

export const dropAllPasses = (): Promise<void> =>
  inStore('readwrite', async (store) => {
    await settled(store.clear());
  });

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('abort')));
    });
    const result = await act(transaction.objectStore(STORE));
    await done;
    return result;
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () =>
    request.result.createObjectStore(STORE, { keyPath: 'token' }),
  );
  return settled(request);
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('storage')));
    request.addEventListener('blocked', () => reject(new Error('storage')));
  });
