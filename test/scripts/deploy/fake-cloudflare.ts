// A local fake of the parts of Cloudflare's API and of the deployed service that `npm run deploy`
// and wrangler call. It records every call; its database is SQLite.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  ACCOUNT,
  OTHER_ACCOUNT,
  refused,
  TOKEN,
  type Account,
  type Answer,
  type Call,
  type Zone,
} from './fake-account.ts';
import { answerApi } from './fake-api.ts';
import { FakeDatabase } from './fake-database.ts';
import { answerService } from './fake-service.ts';

/** How calls fail. */
export interface Failure {
  /** The index, counted from 0, of the first call that fails. */
  at: number;
  /**
   * `refused`: only that call is refused. `lost`: only that call gets no response, although it is
   * carried out. `outage`: neither that call nor any later one is carried out or gets a response.
   */
  how: 'refused' | 'lost' | 'outage';
}

export class FakeCloudflare {
  readonly calls: Call[] = [];
  /** The calls that failed. */
  readonly failed: Call[] = [];
  readonly account: Account = new EmptyAccount();
  failure: Failure | undefined;
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { status, body: answer } = this.#answer(request, body) ?? {};
        if (status === undefined) return response.destroy();
        return response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.account.content.close();
    if (this.#server === undefined) return;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /**
   * Answers a request to any host as the server does, but without a connection or a real Request
   * and Response: creating them for hundreds of thousands of calls would take a fifth of the time.
   */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const headers = lowerCased(init.headers as Record<string, string>);
    const request = { method: init.method ?? 'GET', url: pathname + search, headers };
    const answer = this.#answer(request, await bytesOf(init.body));
    if (answer === undefined) throw new TypeError('fetch failed');
    const { status, body } = answer;
    const text = JSON.stringify(body);
    const json = async () => JSON.parse(text) as unknown;
    return { ok: status < 400, status, json, text: async () => text } as Response;
  };

  /** Names of the calls that change something. */
  writes(): string[] {
    return this.calls
      .filter(({ what, body }) => !what.startsWith('GET ') && !isRead(what, body))
      .map(({ what }) => what);
  }

  /** @returns undefined when there is no response */
  #answer(
    request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    bytes: Buffer,
  ): Answer | undefined {
    const url = new URL(request.url ?? '/', 'http://fake');
    const call = {
      what: `${request.method} ${url.pathname}`,
      search: url.searchParams,
      body: bytes.toString('latin1'),
    };
    const number = this.calls.push(call) - 1;
    const { at, how } = this.failure ?? {};
    if (at === undefined || number < at || (number > at && how !== 'outage'))
      return this.#carryOut(call, url, request.headers);
    this.failed.push(call);
    if (how === 'refused') return { status: 500, body: refused(1101, 'Something failed') };
    if (how === 'lost') this.#carryOut(call, url, request.headers);
    return undefined;
  }

  #carryOut(call: Call, url: URL, headers: IncomingHttpHeaders): Answer {
    if (url.pathname.startsWith('/service/')) return answerService(this.account, call, headers);
    if (headers.authorization !== `Bearer ${TOKEN}` && !url.pathname.includes('/assets/upload'))
      return { status: 401, body: refused(10_000, 'Authentication error') };
    if (this.account.forbidden.some((part) => call.what.includes(part)))
      return { status: 403, body: refused(10_000, 'Authentication error') };
    return answerApi(this.account, call);
  }
}

class EmptyAccount implements Account {
  plan: Account['plan'] = 'paid';
  zones = [zone('example.com', ACCOUNT), zone('elsewhere.example', OTHER_ACCOUNT)];
  subdomain: Account['subdomain'] = 'quarry';
  domains = [];
  dnsRecords = [];
  databases = [];
  queues = [];
  workers: Account['workers'] = new Map();
  content = new FakeDatabase();
  forbidden = [];
  isUnwell = false;
  isStuck = false;
  isWrong = false;
  webhook: Account['webhook'] = 'received';
  deliveries: Account['deliveries'] = new Map();

  get database() {
    return this.content.sqlite;
  }
}

const lowerCased = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

async function bytesOf(body: RequestInit['body']): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  return body ? Buffer.from(await new Response(body).arrayBuffer()) : Buffer.alloc(0);
}

/** Copies the contents of one account into another. */
export function copyAccount(from: Account, to: Account): void {
  const { content, ...rest } = from;
  to.content.copyFrom(content);
  Object.assign(to, structuredClone(rest));
}

/**
 * Whether a database call only reads. Queries and changes are sent to the same path, so the SQL
 * decides.
 */
const isRead = (what: string, body: string): boolean =>
  what.endsWith('/query') && /^\{"sql":"\s*(SELECT|PRAGMA)/i.test(body);

function zone(name: string, account: string): Zone {
  return { id: `zone-${name}`, name, status: 'active', account: { id: account, name: 'Quarry' } };
}
