// A customer's server on a bad day: for about one in three events, it fails the first attempt,
// either with a 503 or by resetting the connection. It checks every signature and records what
// arrives.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Arrival {
  id: string;
  body: string;
  /** Whether the attempt was answered with a 2xx. */
  accepted: boolean;
}

export class StormReceiver {
  readonly arrivals: Arrival[] = [];
  /** The number of requests with a wrong signature or id. */
  forged = 0;
  readonly #server: Server;
  readonly #secret: string;
  readonly #failed = new Set<string>();

  private constructor(secret: string) {
    this.#secret = secret;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(secret: string): Promise<StormReceiver> {
    const receiver = new StormReceiver(secret);
    await new Promise<void>((resolve) => {
      receiver.#server.listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get accepted(): Arrival[] {
    return this.arrivals.filter(({ accepted }) => accepted);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    } catch {
      // The request broke off because the service was killed while sending it.
      return;
    }
    const id = this.#verify(request, body);
    if (id === undefined) {
      this.forged += 1;
      response.writeHead(400).end();
      return;
    }
    const fails = !this.#failed.has(id) && digit(id) % 3 === 0;
    this.arrivals.push({ id, body, accepted: !fails });
    if (!fails) {
      response.writeHead(200).end('thank you');
      return;
    }
    this.#failed.add(id);
    if (digit(id) % 2 === 0) response.writeHead(503).end('later');
    else request.socket.resetAndDestroy();
  }

  /** @returns the event's id; undefined when headers and body do not match */
  #verify(request: IncomingMessage, body: string): string | undefined {
    try {
      const headers = request.headers as Record<string, string>;
      const { id } = new Webhook(this.#secret).verify(body, headers) as { id: string };
      return id === headers['webhook-id'] ? id : undefined;
    } catch {
      return undefined;
    }
  }
}

/** A number derived from the event's id, so that it is the same for every attempt. */
const digit = (id: string): number => createHash('sha256').update(id).digest()[0] ?? 0;
