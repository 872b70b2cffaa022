import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Asset,
  type DownloadProgress,
  Downloads,
} from '../../../../widget/hosted/engine/downloads.ts';
import type { ModelCache } from '../../../../widget/hosted/engine/model-cache.ts';

const SIZE = 200_000;
const FILE = Buffer.from(Uint8Array.from({ length: SIZE }, (_, i) => (i * 31) % 251));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let asset: Asset;
let answers: Answer[];
let ranges: (string | undefined)[];
let progress: DownloadProgress[];
let kept: Map<string, ArrayBuffer>;

beforeEach(async () => {
  answers = [];
  ranges = [];
  progress = [];
  kept = new Map();
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    (answers.shift() ?? whole)(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  asset = { url: `http://127.0.0.1:${port}/models/mesh-1234abcd.bin`, bytes: SIZE };
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const whole: Answer = (_, response) => response.end(FILE);
const failing: Answer = (_, response) => response.writeHead(500).end();
const gone: Answer = (request) => request.socket.destroy();

/**
 * Sends the given number of bytes of the file, then breaks the connection.
 * @param ranged whether the server honours the Range header
 */
const breakingAfter =
  (bytes: number, ranged = false): Answer =>
  (request, response) => {
    const first = ranged ? firstByte(request) : 0;
    head(request, response, first);
    response.write(FILE.subarray(first, first + bytes), () => {
      setTimeout(() => request.socket.destroy(), 20);
    });
  };

const rest: Answer = (request, response) => {
  const first = firstByte(request);
  head(request, response, first);
  response.end(FILE.subarray(first));
};

const silent: Answer = (request, response) => {
  head(request, response, 0);
  response.write(FILE.subarray(0, 1_000));
};

function head(request: IncomingMessage, response: ServerResponse, first: number): void {
  const range = { 'Content-Range': `bytes ${first}-${SIZE - 1}/${SIZE}` };
  const isPart = request.headers.range !== undefined && first > 0;
  response.writeHead(isPart ? 206 : 200, {
    'Content-Length': SIZE - first,
    ...(isPart && range),
  });
}

function firstByte(request: IncomingMessage): number {
  return Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
}

const cache: ModelCache = {
  read: (url) => Promise.resolve(kept.get(url)),
  write: async (url, content) => void kept.set(url, content),
};

const open = (stallMs = 5_000) =>
  new Downloads({
    cache,
    stallMs,
    onProgress: (now) => progress.push(now),
    waitBeforeRetry: () => Promise.resolve(),
  });

const isWhole = (content: ArrayBuffer) => Buffer.from(content).equals(FILE);

describe('downloads', () => {
  it('fetch a file, and count its bytes', async () => {
    expect(isWhole(await open().get(asset))).toBe(true);
    expect(progress.at(-1)).toEqual({ receivedBytes: SIZE, isWaiting: false });
    expect(ranges).toEqual([undefined]);
  });

  it('request only the missing part after a broken connection', async () => {
    answers = [breakingAfter(80_000), breakingAfter(50_000, true), rest];
    expect(isWhole(await open().get(asset))).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=80000-', 'bytes=130000-']);
  });

  it('keep their data when the server does not support ranges', async () => {
    answers = [breakingAfter(80_000), breakingAfter(20_000), whole];
    expect(isWhole(await open().get(asset))).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=80000-', 'bytes=80000-']);
  });

  it('never count backwards', async () => {
    answers = [breakingAfter(80_000), breakingAfter(20_000), whole];
    await open().get(asset);
    const bytes = progress.map((now) => now.receivedBytes);
    expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));
  });

  it('report that they wait while there is no connection, and that they continue', async () => {
    answers = [breakingAfter(80_000), gone, gone, whole];
    await open().get(asset);
    const changes = progress
      .map((now) => now.isWaiting)
      .filter((now, i, all) => now !== all[i - 1]);
    expect(changes).toEqual([false, true, false]);
  });

  it('treat a connection without data as broken', async () => {
    answers = [silent, rest];
    expect(isWhole(await open(150).get(asset))).toBe(true);
    expect(ranges[1]).toBe('bytes=1000-');
  });

  it('keep the received part for the next call when they give up', async () => {
    answers = [breakingAfter(80_000), ...Array.from({ length: 8 }, () => gone)];
    const downloads = open();
    await expect(downloads.get(asset)).rejects.toThrow('fetch failed');
    answers = [rest];
    ranges = [];
    expect(isWhole(await downloads.get(asset))).toBe(true);
    expect(ranges).toEqual(['bytes=80000-']);
  });

  it('stop soon when a server refuses', async () => {
    answers = [failing, failing, failing];
    await expect(open().get(asset)).rejects.toThrow('HTTP 500');
    expect(ranges).toHaveLength(3);
    expect(progress.some((now) => now.isWaiting)).toBe(false);
  });

  it('refuse a file that differs from the built one', async () => {
    const other = { ...asset, bytes: SIZE - 1 };
    await expect(open().get(other)).rejects.toThrow('longer than');
  });

  it('cache a whole file, and read it from the cache the next time', async () => {
    await open().get(asset);
    expect(isWhole(kept.get(asset.url) ?? new ArrayBuffer(0))).toBe(true);
    ranges = [];
    progress = [];
    expect(isWhole(await open().get(asset))).toBe(true);
    expect(ranges).toEqual([]);
    expect(progress).toEqual([{ receivedBytes: SIZE, isWaiting: false }]);
  });

  it('do not trust a cached file of another size', async () => {
    kept.set(asset.url, new ArrayBuffer(10));
    expect(isWhole(await open().get(asset))).toBe(true);
    expect(ranges).toEqual([undefined]);
  });
});
