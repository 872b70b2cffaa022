// A local fake of the parts of Cloudflare's API and of the deployed service that `npm run deploy`
// and wrangler call. It records every call; its database is SQLite.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
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
import { answerService } from './fake-service.ts';

export class FakeCloudflare {
  readonly calls: Call[] = [];
  readonly account: Account = {
    plan: 'paid',
    zones: [zone('example.com', ACCOUNT), zone('elsewhere.example', OTHER_ACCOUNT)],
    subdomain: 'quarry',
    domains: [],
    dnsRecords: [],
    databases: [],
    queues: [],
    workers: new Map(),
    database: new DatabaseSync(':memory:'),
    forbidden: [],
    isUnwell: false,
    isStuck: false,
    isWrong: false,
    webhook: 'received',
    deliveries: new Map(),
  };
  /** The index, counted from 0, of the only call that fails. */
  failsAt: number | undefined;
  /** Whether the failing call is executed before its response is lost. */
  failsAfter = false;
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) =>
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(body)),
      );
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.account.database.close();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Names of the calls that change something. */
  writes(): string[] {
    return this.calls
      .filter(({ what, body }) => !what.startsWith('GET ') && !isRead(what, body))
      .map(({ what }) => what);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const body = (await buffer(request)).toString('latin1');
    const call = { what: `${request.method} ${url.pathname}`, search: url.searchParams, body };
    const number = this.calls.push(call) - 1;
    if (number !== this.failsAt) return this.#carryOut(call, url, request);
    if (this.failsAfter) this.#carryOut(call, url, request);
    return { status: 500, body: refused(1101, 'Something failed') };
  }

  #carryOut(call: Call, url: URL, request: IncomingMessage): Answer {
    if (url.pathname.startsWith('/service/'))
      return answerService(this.account, call, request.headers);
    if (
      request.headers.authorization !== `Bearer ${TOKEN}` &&
      !url.pathname.includes('/assets/upload')
    )
      return { status: 401, body: refused(10_000, 'Authentication error') };
    if (this.account.forbidden.some((part) => url.pathname.includes(part)))
      return { status: 403, body: refused(10_000, 'Authentication error') };
    return answerApi(this.account, call);
  }
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
