// A network proxy between the browser and the service that can throttle the traffic, break
// connections and drop responses. The browser's own throttling does not affect workers, but this
// proxy does.
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

interface Profile {
  /** Round-trip time in milliseconds. */
  roundTripMs: number;
  /** The rate that all downloads share; uploads share a separate, equal rate. */
  bytesPerSecond: number;
}

const KILOBIT = 1000 / 8;
/** Round-trip times and rates as in Lighthouse's throttling profiles. */
export const PROFILES = {
  slow4g: { roundTripMs: 150, bytesPerSecond: 1_638 * KILOBIT },
  regular3g: { roundTripMs: 300, bytesPerSecond: 700 * KILOBIT },
  slow3g: { roundTripMs: 400, bytesPerSecond: 400 * KILOBIT },
} as const satisfies Record<string, Profile>;

/** A response that passed through the proxy. */
export interface Passage {
  method: string;
  path: string;
  range: string | undefined;
  bytes: number;
}

interface Fault {
  path: RegExp;
  /**
   * The number of bytes of the response that arrive before the connection breaks. If undefined,
   * nothing arrives, not even the headers.
   */
  afterBytes: number | undefined;
}

/** TCP and TLS need a round trip each before the first request of a connection. */
const HANDSHAKES = 2;
const SLICE_BYTES = 4 * 1460;

export class Network {
  profile: Profile | undefined;
  /** Whether this proxy handles range requests, which the service's own server does not support. */
  knowsRanges = false;
  readonly passages: Passage[] = [];
  #server: Server;
  #target: URL;
  #sockets = new Set<Socket>();
  #faults: Fault[] = [];
  #isOffline = false;
  #isConnected = false;
  #down = new Lane();
  #up = new Lane();

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => request.socket.destroy());
    });
    this.#server.on('upgrade', (request, socket, head) => this.#tunnel(request, socket, head));
    this.#server.on('connection', (socket) => {
      if (this.#isOffline) return socket.destroy();
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** @param target base URL of the service */
  static async start(target: string): Promise<Network> {
    const network = new Network(target);
    await new Promise<void>((resolve) => {
      network.#server.listen(0, 'localhost', resolve);
    });
    return network;
  }

  /** Rewrites a URL of the service so that requests to it go through this proxy. */
  via(url: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return url.replace(this.#target.origin, `http://localhost:${port}`);
  }

  /** Breaks every connection and refuses new ones, or allows them again. */
  setOffline(offline: boolean): void {
    this.#isOffline = offline;
    if (!offline) return;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Breaks the connection in the middle of the next response to a matching path. */
  breakNext(path: RegExp, afterBytes: number): void {
    this.#faults.push({ path, afterBytes });
  }

  /** Lets the next request to a matching path reach the service and drops its response. */
  loseNextAnswer(path: RegExp): void {
    this.#faults.push({ path, afterBytes: undefined });
  }

  /** Makes the next visitor start with a new connection, and clears the recorded passages. */
  forget(): void {
    this.#isConnected = false;
    this.passages.length = 0;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    await this.#travel();
    const answer = await this.#forward(request);
    const fault = this.#faults.find((known) => known.path.test(path));
    this.#faults = this.#faults.filter((known) => known !== fault);
    const passage = { method: request.method ?? '', path, range: request.headers.range, bytes: 0 };
    this.passages.push(passage);
    if (fault && fault.afterBytes === undefined) return void request.socket.destroy();
    const first = this.knowsRanges ? firstByte(passage.range) : 0;
    writeHead(response, answer, first);
    let skip = first;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const body = chunk.subarray(Math.min(skip, chunk.length));
      skip -= chunk.length - body.length;
      for (let at = 0; at < body.length; at += SLICE_BYTES) {
        const slice = body.subarray(at, at + SLICE_BYTES);
        await this.#down.carry(slice.length, this.profile);
        passage.bytes += slice.length;
        if (response.destroyed) return;
        response.write(slice);
        if (fault?.afterBytes !== undefined && passage.bytes >= fault.afterBytes) {
          // Gives the data written so far time to arrive before the connection ends.
          await delay(50);
          return void request.socket.destroy();
        }
      }
    }
    response.end();
  }

  #forward(request: IncomingMessage): Promise<IncomingMessage> {
    const { range: _range, ...headers } = request.headers;
    return new Promise((resolve, reject) => {
      const onward = ask(
        new URL(request.url ?? '/', this.#target),
        { method: request.method, headers: { ...headers, host: this.#target.host } },
        resolve,
      );
      onward.on('error', reject);
      this.#carryUp(request, onward).catch(reject);
    });
  }

  async #carryUp(request: IncomingMessage, onward: ClientRequest): Promise<void> {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      await this.#up.carry(chunk.length, this.profile);
      onward.write(chunk);
    }
    onward.end();
  }

  /**
   * Waits for a request's round trip. All requests share one connection, as with HTTP/2, so only
   * the first one also waits for the handshakes.
   */
  async #travel(): Promise<void> {
    const roundTripMs = this.profile?.roundTripMs ?? 0;
    const trips = this.#isConnected ? 1 : 1 + HANDSHAKES;
    this.#isConnected = true;
    if (roundTripMs > 0) await delay(roundTripMs * trips);
  }

  #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const onward = connect(Number(this.#target.port), this.#target.hostname, () => {
      const headers = { ...request.headers, host: this.#target.host };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  }
}

/**
 * One direction of the connection, which carries one chunk of a request or response body at a time.
 */
class Lane {
  #freeAtMs = 0;

  /** Resolves when the bytes have passed. */
  async carry(bytes: number, profile: Profile | undefined): Promise<void> {
    if (!profile) return;
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + (bytes * 1000) / profile.bytesPerSecond;
    await delay(this.#freeAtMs - nowMs);
  }
}

function firstByte(range: string | undefined): number {
  return Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
}

function writeHead(response: ServerResponse, answer: IncomingMessage, first: number): void {
  const headers = { ...answer.headers };
  delete headers['transfer-encoding'];
  delete headers.connection;
  if (first === 0) return void response.writeHead(answer.statusCode ?? 502, headers);
  const size = Number(headers['content-length']);
  response.writeHead(206, {
    ...headers,
    'content-length': size - first,
    'content-range': `bytes ${first}-${size - 1}/${size}`,
  });
}
