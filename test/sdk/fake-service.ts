// A small fake service with an event feed, a sandbox, and lists of sessions and requests, and a
// function that runs the command-line program against it.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { run } from '../../sdk/cli/run.ts';
import { sleepUntilStopped, type Terminal } from '../../sdk/cli/terminal.ts';

const KEY = 'sk_test_abc';
export const SECRET = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;

/**
 * Starts a server that runs until the test ends.
 * @returns the server's origin
 */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
};

class FakeSession {
  status = 'pending';
  readonly token: string;
  readonly userId: string | undefined;

  constructor(token: string, userId: string | undefined) {
    this.token = token;
    this.userId = userId;
  }

  settle(status: string): void {
    this.status = status;
  }
}

/**
 * Serves the routes that the command-line program calls, with responses like the real service's.
 */
export class FakeService {
  readonly events: object[] = [];
  /** How many of the oldest events the service has already deleted. */
  forgotten = 0;
  readonly sessions: FakeSession[] = [];
  readonly calls: string[] = [];
  /** The request log, newest first. */
  readonly lines: { id: number; at: string; status: number; path: string }[] = [];
  readiness: object = { status: 'ok', checks: { d1: 'ok' } };
  endpoints = 1;
  /** The error statuses that the next requests receive. */
  failing: number[] = [];
  url = '';

  async start(): Promise<this> {
    this.url = await serve((request, response) => void this.#answer(request, response));
    return this;
  }

  /** Creates a session as a backend would. */
  begin(userId?: string): string {
    const token = `xit_${this.sessions.length + 1}`;
    this.sessions.unshift(new FakeSession(token.replace('xit', 'xtk'), userId));
    return token;
  }

  happen(type: string): void {
    const id = `evt_${this.events.length + 1}`;
    this.events.push({ id, type, api_version: '2026-08-13', created: 1_786_613_441, data: {} });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a.example');
    const body = await readBody(request);
    const known = request.headers['x-api-key'] === KEY;
    this.calls.push(`${request.method} ${pathname}${body === '' ? '' : ` ${body}`}`);
    const respond = (status: number, content: object) =>
      void response.writeHead(status).end(JSON.stringify(content));
    const meta = { request_id: 'req_1', timestamp: new Date().toISOString() };
    const refuse = (status: number, code: string, details?: object[]) =>
      respond(status, { success: false, error: { code, message: 'No.', details }, meta });
    const succeed = (data: unknown) => respond(200, { success: true, data, meta });

    if (pathname === '/healthz') return respond(200, { status: 'ok' });
    if (pathname === '/readyz') return respond(200, this.readiness);
    const failure = this.failing.shift();
    if (failure !== undefined) return refuse(failure, 'INTERNAL_ERROR');
    if (!known) return refuse(401, 'UNAUTHORIZED');
    const after = searchParams.get('after');
    if (pathname === '/api/v1/events') {
      const from = after === null ? this.forgotten : Number(after.slice(4));
      if (after !== null && from <= this.forgotten)
        return refuse(400, 'VALIDATION_FAILED', [{ field: 'after', message: 'No.' }]);
      return succeed(this.events.slice(from, from + Number(searchParams.get('limit'))));
    }
    if (pathname === '/api/v1/sessions') return succeed(this.sessions.map(listed));
    if (pathname === '/api/v1/requests') return succeed(this.#linesOf(searchParams));
    const [, resent] = /^\/api\/v1\/events\/(\w+)\/resend$/.exec(pathname) ?? [];
    if (resent !== undefined && this.events.every((one) => (one as { id: string }).id !== resent))
      return refuse(404, 'NOT_FOUND');
    if (resent !== undefined) {
      const deliveries = Array.from({ length: this.endpoints }, (_, n) => ({
        id: `dlv_${n + 1}`,
        endpoint_id: `we_${n + 1}`,
      }));
      return succeed({ event_id: resent, deliveries });
    }
    const [, token, act] =
      /^\/(?:api|verify)\/v1\/sessions\/xtk_(\d+)(?:\/(cancel|retake))?$/.exec(pathname) ?? [];
    if (token !== undefined) {
      const session = this.sessions.find((one) => one.token === `xtk_${token}`);
      if (session === undefined) return refuse(404, 'NOT_FOUND');
      return this.#act(session, act, succeed, refuse);
    }
    if (pathname === '/verify/v1/2fa/verify')
      return succeed({ challenge_id: 'fch_1', status: 'processing' });
    if (pathname === '/verify/v1/2fa/status/fch_1')
      return succeed({ challenge_id: 'fch_1', status: 'completed', passed: true });
    if (pathname === '/verify/v1/init') {
      const { callback_url } = JSON.parse(body) as { callback_url: string };
      if (callback_url.includes('bad'))
        return refuse(400, 'INVALID_CALLBACK_URL', [{ field: 'callback_url', message: 'No.' }]);
      const token = this.begin();
      return succeed({ token, verify_url: `${this.url}/v/${token}` });
    }
    const settled = /^\/verify\/v1\/sandbox\/xit_(\d+)\/outcome$/.exec(pathname)?.[1];
    if (settled !== undefined) {
      const { status } = JSON.parse(body) as { status: string };
      this.happen(`session.${status}`);
      return succeed({ token: `xtk_${settled}`, status, verified: status === 'success' });
    }
    if (pathname === '/api/v1/webhooks/test')
      return succeed({
        event_id: 'evt_t',
        deliveries: Array.from({ length: this.endpoints }, () => ({})),
      });
    refuse(404, 'NOT_FOUND');
  }

  #act(
    session: FakeSession,
    act: string | undefined,
    succeed: (data: unknown) => void,
    refuse: (status: number, code: string) => void,
  ): void {
    const hasEnded = session.status !== 'pending';
    if (act === undefined) return succeed({ ...listed(session), ...DETAIL });
    if (act === 'retake') {
      if (session.status !== 'failed') return refuse(409, 'RETAKE_NOT_ALLOWED');
      const made = this.begin();
      return succeed({
        token: made,
        verify_url: `${this.url}/v/${made}`,
        previous: session.token,
      });
    }
    if (hasEnded) return refuse(409, 'CONFLICT');
    session.settle('canceled');
    succeed(listed(session));
  }

  #linesOf(query: URLSearchParams): object[] {
    const before = Number(query.get('before') ?? Infinity);
    return this.lines
      .filter(
        ({ id, status }) => id < before && (query.get('only_errors') !== 'true' || status > 399),
      )
      .slice(0, Number(query.get('limit')))
      .map((line) => ({ ...line, method: 'GET', request_id: 'req_7', duration_ms: 5 }));
  }
}

const DETAIL = {
  checks: {
    liveness: { performed: true, passed: true },
    age: { performed: true, passed: false, gate: 18 },
    aml: { performed: false, passed: false },
  },
  timeline: [
    { name: 'opened', at: '2026-08-13T09:30:02Z' },
    { name: 'consent', step: 'consent', at: '2026-08-13T09:30:09Z' },
  ],
};

const listed = ({ token, status, userId }: FakeSession) => ({
  token,
  ...(userId !== undefined && { external_user_id: userId }),
  status,
  gate: 18,
  created_at: '2026-08-13T09:30:00Z',
});

/** Runs a command with shortened waits, and stops it once `until` returns true. */
export async function agate(
  args: string[],
  service?: FakeService,
  {
    env = {},
    until,
    skewMs = 0,
    typed = '',
  }: {
    env?: Record<string, string | undefined>;
    until?: (lines: string[]) => boolean;
    skewMs?: number;
    /** The input that is typed at a prompt. */
    typed?: string;
  } = {},
) {
  const stop = new AbortController();
  const [out, notes]: [string[], string[]] = [[], []];
  const write = (lines: string[]) => (line: string) => {
    lines.push(line);
    if (until?.([...out, ...notes]) === true) stop.abort();
  };
  const terminal: Terminal = {
    env: { AGATE_SECRET_KEY: KEY, AGATE_URL: service?.url, XDG_CONFIG_HOME: '/nowhere', ...env },
    json: false,
    readSecret: () => Promise.resolve(typed),
    print: write(out),
    note: write(notes),
    stopped: stop.signal,
    now: () => Date.now() + skewMs,
    sleep: (ms) => sleepUntilStopped(Math.min(ms, 20), stop.signal),
  };
  const code = await run(args, terminal);
  return { code, out, notes, said: [...out, ...notes].join('\n') };
}

/** A request with a signed event, as the service sends it. */
export function signedEvent(body: string, secret = SECRET) {
  const at = new Date();
  return {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    },
  };
}
