// Keeps the engine's files between visits, in the browser's Cache API: its HTTP cache drops a file whose
// download broke, and is emptied sooner.

/** Where whole files wait for the next visit. Neither method ever rejects: a shelf is a convenience. */
export interface Shelf {
  read: (url: string) => Promise<ArrayBuffer | undefined>;
  keep: (url: string, content: ArrayBuffer) => Promise<void>;
}

const NAME = 'agate-engine';

/**
 * Opens the browser's shelf and clears away the files of older releases.
 * @param urls of all files that are still of use
 * @returns a shelf that keeps nothing where the browser has none (private windows, insecure addresses)
 */
export async function openShelf(urls: readonly string[]): Promise<Shelf> {
  try {
    const cache = await caches.open(NAME);
    void clearOld(cache, urls).catch(() => undefined);
    return {
      read: (url) =>
        cache
          .match(url)
          .then((response) => response?.arrayBuffer())
          .catch(() => undefined),
      keep: (url, content) => cache.put(url, new Response(content)).catch(() => undefined),
    };
  } catch {
    return { read: () => Promise.resolve(undefined), keep: () => Promise.resolve() };
  }
}

async function clearOld(cache: Cache, urls: readonly string[]): Promise<void> {
  const wanted = new Set(urls);
  for (const request of await cache.keys()) {
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
