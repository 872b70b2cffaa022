// Loads the engine's files: keeps every byte received, resumes where a connection broke, and caches
// whole files for the next visit. It runs in the worker and does not know what the files mean.
import type { ModelCache } from './model-cache.ts';

/** A file that never changes at its URL, and its size once decoded. */
export interface Asset {
  url: string;
  bytes: number;
}

export interface DownloadProgress {
  /** The number of bytes received, which never decreases. */
  receivedBytes: number;
  /** Whether a connection has broken and nothing has been received since. */
  isWaiting: boolean;
}

interface DownloadOptions {
  cache: ModelCache;
  onProgress: (progress: DownloadProgress) => void;
  /**
   * Resolves when it is time for another attempt.
   * @param failures the number of consecutive failed attempts; the count starts over at 1 when an
   *   attempt received data before it failed
   */
  waitBeforeRetry: (failures: number) => Promise<void>;
  /** A connection counts as broken after this long without a byte. */
  stallMs?: number;
}

/**
 * How many times a connection may break in a row without delivering a byte: about a minute of
 * attempts.
 */
const MAX_FAILURES = 9;
/**
 * A server that returns an error gets a few more attempts, because it may be in the middle of a
 * release.
 */
const MAX_REFUSALS = 3;
const STALL_MS = 12_000;

interface Part {
  data: Uint8Array<ArrayBuffer>;
  received: number;
}

class Refusal extends Error {}

export class Downloads {
  #options: DownloadOptions;
  #parts = new Map<string, Part>();
  #waiting = new Set<string>();

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  /**
   * Returns one file, from the cache or the network. Bytes that arrived before a failure are kept
   * for the next call.
   * @throws when the server refuses, or when the network fails for about a minute although the
   *   browser reports a connection
   */
  async get(asset: Asset): Promise<ArrayBuffer> {
    const part = this.#partOf(asset);
    if (part.received === 0) await this.#readCache(asset, part);
    if (part.received < asset.bytes) {
      await this.#download(asset, part);
      void this.#options.cache.write(asset.url, part.data.buffer);
    }
    return part.data.buffer;
  }

  #partOf({ url, bytes }: Asset): Part {
    const part = this.#parts.get(url) ?? { data: new Uint8Array(bytes), received: 0 };
    this.#parts.set(url, part);
    return part;
  }

  async #readCache({ url, bytes }: Asset, part: Part): Promise<void> {
    const cached = await this.#options.cache.read(url);
    if (cached?.byteLength === bytes) this.#add(url, part, 0, new Uint8Array(cached));
  }

  async #download(asset: Asset, part: Part): Promise<void> {
    for (let failures = 0; part.received < asset.bytes;) {
      const before = part.received;
      try {
        await this.#receive(asset, part);
      } catch (error) {
        failures = part.received > before ? 1 : failures + 1;
        if (failures >= (error instanceof Refusal ? MAX_REFUSALS : MAX_FAILURES)) throw error;
        if (!(error instanceof Refusal)) this.#waiting.add(asset.url);
        this.#report();
        await this.#options.waitBeforeRetry(failures);
      }
    }
  }

  /**
   * Makes one download attempt. A server without range requests sends the file from its start, so
   * the bytes that have already arrived are overwritten with the same bytes.
   */
  async #receive({ url, bytes }: Asset, part: Part): Promise<void> {
    const watchdog = startWatchdog(this.#options.stallMs ?? STALL_MS);
    try {
      const response = await fetch(url, {
        // The page's own requests have priority.
        priority: 'low',
        signal: watchdog.signal,
        ...(part.received > 0 && { headers: { Range: `bytes=${part.received}-` } }),
      });
      if (!response.ok || !response.body) throw new Refusal(`${url}: HTTP ${response.status}`);
      let at = response.status === 206 ? firstByte(response) : 0;
      if (!(at <= part.received)) throw new Refusal(`${url}: not the requested range`);
      for (const reader = response.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        watchdog.feed();
        if (at + value.length > bytes) throw new Refusal(`${url}: longer than ${bytes} bytes`);
        this.#add(url, part, at, value);
        at += value.length;
      }
    } finally {
      watchdog.stop();
    }
    if (part.received < bytes) throw new Error(`${url}: the connection ended early`);
  }

  #add(url: string, part: Part, at: number, bytes: Uint8Array): void {
    part.data.set(bytes, at);
    part.received = Math.max(part.received, at + bytes.length);
    this.#waiting.delete(url);
    this.#report();
  }

  #report(): void {
    const parts = [...this.#parts.values()];
    this.#options.onProgress({
      receivedBytes: parts.reduce((sum, part) => sum + part.received, 0),
      isWaiting: this.#waiting.size > 0,
    });
  }
}

function firstByte(response: Response): number {
  const range = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
  return range?.[1] === undefined ? Number.NaN : Number(range[1]);
}

function startWatchdog(stallMs: number) {
  const control = new AbortController();
  const abort = () => control.abort(new Error('Nothing was received for too long.'));
  let timer = setTimeout(abort, stallMs);
  return {
    signal: control.signal,
    feed() {
      clearTimeout(timer);
      timer = setTimeout(abort, stallMs);
    },
    stop: () => clearTimeout(timer),
  };
}
