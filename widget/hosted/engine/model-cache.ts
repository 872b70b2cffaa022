// Keeps the engine's files between visits in the browser's Cache API: the HTTP cache drops a file
// whose download was interrupted, and browsers clear it sooner than the Cache API's files.

/**
 * The complete files from earlier visits. Neither `read` nor `write` ever rejects, because the page
 * also works without a cache.
 */
export interface ModelCache {
  read: (url: string) => Promise<ArrayBuffer | undefined>;
  write: (url: string, content: ArrayBuffer) => Promise<void>;
}

const NAME = 'agate-engine';

/**
 * Opens the browser's cache and removes the files of older releases.
 * @param urls the URLs of all files of this release
 * @returns a cache that keeps nothing if the browser has no Cache API (private windows, insecure
 *   URLs)
 */
export async function openModelCache(urls: readonly string[]): Promise<ModelCache> {
  try {
    const cache = await caches.open(NAME);
    void removeOld(cache, urls).catch(() => undefined);
    return {
      read: (url) =>
        cache
          .match(url)
          .then((response) => response?.arrayBuffer())
          .catch(() => undefined),
      write: (url, content) => cache.put(url, new Response(content)).catch(() => undefined),
    };
  } catch {
    return { read: () => Promise.resolve(undefined), write: () => Promise.resolve() };
  }
}

async function removeOld(cache: Cache, urls: readonly string[]): Promise<void> {
  const current = new Set(urls);
  for (const request of await cache.keys()) {
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
