import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  Agate,
  AgateConnectionError,
  AgateError,
  WebhookVerificationError,
} from '../../sdk/src/index.ts';

interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A service that returns the given responses in turn; the last one is repeated. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
  const asked: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      asked.push({ method, path, headers, body });
      answers[Math.min(asked.length, answers.length) - 1]?.(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { asked, agate: new Agate({ secretKey: 'sk_test_a', baseUrl, timeoutMs: 500 }) };
}

const META = { request_id: 'req_1', timestamp: '2026-08-13T09:30:00Z' };
const good = (data: unknown) => (response: ServerResponse) => {
  response.end(JSON.stringify({ success: true, data, meta: META }));
};
const bad = (status: number, code: string) => (response: ServerResponse) => {
  const error = { code, message: 'No.', details: [{ field: 'min_age', message: 'No.' }] };
  response.writeHead(status).end(JSON.stringify({ success: false, error, meta: META }));
};
const cut = (response: ServerResponse) => void response.socket?.destroy();
const silent = () => undefined;

/** A row that has the fields of both a session and a blocked face, so that it fits either list. */
const rowOf = (id: number) => ({
  id,
  token: `xtk_${id}`,
  created_at: new Date(Date.UTC(2026, 7, 13) + Math.floor(id / 3) * 1_000).toISOString(),
});

const VISITOR = { callback_url: 'https://shop.example/return', min_age: 18 };
const MADE = { token: 'xit_1', verify_url: 'https://verify.example/v/xit_1' };

describe('calls', () => {
  test('carry the key, and one idempotency key over all retries after 5xx, dropped connections and timeouts', async () => {
    const { agate, asked } = await serve(bad(503, 'INTERNAL_ERROR'), cut, good(MADE));
    expect(await agate.verifications.init(VISITOR)).toEqual(MADE);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: 3 }, () => 'POST /verify/v1/init'),
    );
    expect(asked[0]?.headers['x-api-key']).toBe('sk_test_a');
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[\w-]{36}$/);
    const slow = await serve(silent, good({ token: 'xtk_1' }));
    expect(await slow.agate.verifications.result('xtk_1')).toEqual({ token: 'xtk_1' });
  });

  test('use the given idempotency key, and describe how the check is made', async () => {
    const { agate, asked } = await serve(good(MADE));
    const request = { ...VISITOR, verification_mode: 'facial' } as const;
    await agate.verifications.init(request, { idempotencyKey: 'order-1' });
    expect(asked[0]?.headers['idempotency-key']).toBe('order-1');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(request);
  });

  test('that are invalid locally fail with a TypeError, not as a connection error', async () => {
    const { agate, asked } = await serve(good(MADE));
    const named = agate.verifications.init(VISITOR, { idempotencyKey: 'Bestellung № 5' });
    await expect(named).rejects.toBeInstanceOf(TypeError);
    const odd = { ...VISITOR, min_age: 18n as unknown as number };
    await expect(agate.verifications.init(odd)).rejects.toBeInstanceOf(TypeError);
    expect(asked).toEqual([]);
  });

  test.each([400, 401, 404, 409, 422, 429])('are not retried after status %i', async (status) => {
    const { agate, asked } = await serve(bad(status, 'INVALID_MIN_AGE'));
    const refused = await agate.verifications.init(VISITOR).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AgateError);
    expect(refused).toMatchObject({
      code: 'INVALID_MIN_AGE',
      status,
      requestId: 'req_1',
      details: [{ field: 'min_age', message: 'No.' }],
    });
    expect(asked).toHaveLength(1);
  });

  test('report what an endpoint did instead of returning the challenge', async () => {
    const receiver = { reason: 'wrong_status', status: 404 };
    const { agate } = await serve((response) => {
      const error = { code: 'ENDPOINT_NOT_VERIFIED', message: 'No.', receiver };
      response.writeHead(422).end(JSON.stringify({ success: false, error, meta: META }));
    });
    const refused = await agate.verifications.init(VISITOR).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'ENDPOINT_NOT_VERIFIED', details: [], receiver });
  });

  test('wait as long as the response asks for, and at most ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = (seconds: string) => {
      const refused = {
        success: false,
        error: { code: 'TOO_MANY_REQUESTS', message: 'No.' },
        meta: META,
      };
      const fetch = vi
        .fn<typeof globalThis.fetch>()
        .mockResolvedValueOnce(
          Response.json(refused, { status: 429, headers: { 'Retry-After': seconds } }),
        )
        .mockResolvedValueOnce(Response.json({ success: true, data: 'read', meta: META }));
      return {
        fetch,
        read: new Agate({ secretKey: 'sk_test_a', fetch }).verifications.result('a'),
      };
    };
    const busy = call('3');
    await vi.advanceTimersByTimeAsync(3000);
    expect(busy.fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(375);
    expect(await busy.read).toBe('read');
    const full = call('11');
    await expect(full.read).rejects.toMatchObject({ status: 429 });
    expect(full.fetch).toHaveBeenCalledTimes(1);
  });

  test('give up after two retries', async () => {
    const broken = await serve(cut);
    await expect(broken.agate.verifications.result('xtk_1')).rejects.toBeInstanceOf(
      AgateConnectionError,
    );
    expect(broken.asked).toHaveLength(3);
    const odd = await serve((response) => response.writeHead(502).end('<html>'));
    await expect(odd.agate.verifications.result('xtk_1')).rejects.toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 502,
    });
    // A response from a proxy in front of the service.
    const foreign = await serve((response) =>
      response.writeHead(403).end('{"success":false,"errors":[{"code":1020}]}'),
    );
    await expect(foreign.agate.verifications.result('xtk_1')).rejects.toMatchObject({
      code: 'UNEXPECTED_ANSWER',
      status: 403,
    });
  });

  test('enrol and compare faces with an idempotency key, and again after a server error', async () => {
    const accepted = { challenge_id: 'fch_1', status: 'processing' };
    const { agate, asked } = await serve(bad(500, 'INTERNAL_ERROR'), good(accepted));
    const picture = { user_id: 'u/1', image: 'AAAA' };
    expect(await agate.faces.register(picture)).toEqual(accepted);
    expect(await agate.faces.verify(picture, { idempotencyKey: 'login-1' })).toEqual(accepted);
    expect(asked.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', '/verify/v1/2fa/register', picture],
      ['POST', '/verify/v1/2fa/register', picture],
      ['POST', '/verify/v1/2fa/verify', picture],
    ]);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect([keys[0] === keys[1], keys[2]]).toEqual([true, 'login-1']);
  });

  test('read and erase faces', async () => {
    const { agate, asked } = await serve(good({ enrolled: true }));
    await agate.faces.challenge('fch_1');
    expect(await agate.faces.user('u/1')).toEqual({ enrolled: true });
    await agate.faces.erase('u/1');
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /verify/v1/2fa/status/fch_1',
      'GET /verify/v1/2fa/users/u%2F1',
      'DELETE /verify/v1/2fa/users/u%2F1',
    ]);
  });

  test('block faces with an idempotency key, list them and unblock them', async () => {
    const { agate, asked } = await serve(bad(503, 'UNAVAILABLE'), good([]));
    const picture = { image: 'AAAA', reason: 'Resold accounts', expires_in_days: 30 };
    await agate.blacklist.blockImage(picture);
    expect(await agate.blacklist.list(2)).toEqual([]);
    await agate.blacklist.outlook();
    await agate.blacklist.unblock(7);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /verify/v1/blacklist/image',
      'POST /verify/v1/blacklist/image',
      'GET /verify/v1/blacklist?per_page=100&page=2',
      'GET /verify/v1/blacklist/outlook',
      'DELETE /verify/v1/blacklist/7',
    ]);
    const [body = '', again] = asked.map((call) => call.body);
    expect([JSON.parse(body), again]).toEqual([picture, body]);
    const [key, repeated] = asked.map(({ headers }) => headers['idempotency-key']);
    expect(key).toBe(repeated);
  });

  test('list every blocked face, page by page', async () => {
    const full = Array.from({ length: 100 }, (_, n) => ({ id: 101 - n }));
    const { agate, asked } = await serve(good(full), good([{ id: 1 }]));
    const ids: number[] = [];
    for await (const { id } of agate.blacklist.all()) ids.push(id);
    expect([ids.length, ids.at(-1)]).toEqual([101, 1]);
    expect(asked.map(({ path }) => path.slice(-6))).toEqual(['page=1', 'page=2']);
  });

  test('retake with an idempotency key, and again after a server error', async () => {
    const made = {
      token: 'xit_b',
      verify_url: 'https://verify.example/v/xit_b',
      previous: 'xtk_a',
    };
    const { agate, asked } = await serve(bad(503, 'UNAVAILABLE'), good(made), good(made));
    expect(await agate.verifications.retake('xtk_a/b')).toEqual(made);
    await agate.verifications.retake('xtk_a', { idempotencyKey: 'order-7' });
    expect(asked.map(({ path }) => path)).toEqual([
      '/verify/v1/sessions/xtk_a%2Fb/retake',
      '/verify/v1/sessions/xtk_a%2Fb/retake',
      '/verify/v1/sessions/xtk_a/retake',
    ]);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[2]).toBe('order-7');
  });

  test('settle a test session, resend an event and send a test event, each once', async () => {
    const { agate, asked } = await serve(bad(503, 'UNAVAILABLE'));
    const calls = [
      () => agate.sandbox.settle('xit_a/b', { status: 'failed', reason: 'age_below_threshold' }),
      () => agate.events.resend('evt_1/2'),
      () => agate.webhooks.sendTest({ type: 'session.failed' }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 503 });
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      [
        'POST',
        '/verify/v1/sandbox/xit_a%2Fb/outcome',
        '{"status":"failed","reason":"age_below_threshold"}',
      ],
      ['POST', '/api/v1/events/evt_1%2F2/resend', ''],
      ['POST', '/api/v1/webhooks/test', '{"type":"session.failed"}'],
    ]);
  });

  test('read a session in detail, erase one, and list the calls of keys', async () => {
    const { agate, asked } = await serve(good({ erased: true }));
    await agate.verifications.read('xtk_a/b');
    expect(await agate.verifications.erase('xtk_a/b')).toBe(true);
    await agate.requests.list({ before: 7, only_errors: true });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/sessions/xtk_a%2Fb',
      'DELETE /api/v1/sessions/xtk_a%2Fb/data',
      'GET /api/v1/requests?before=7&only_errors=true',
    ]);
  });

  test('cancel without a retry', async () => {
    const { agate, asked } = await serve(bad(500, 'INTERNAL_ERROR'));
    await expect(agate.verifications.cancel('xtk_a/b')).rejects.toBeInstanceOf(AgateError);
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/sessions/xtk_a%2Fb/cancel']);
  });

  test('need a secret key', () => {
    expect(() => new Agate({ secretKey: 'pk_live_a' })).toThrow('secretKey');
    expect(() => new Agate({ secretKey: process.env['NOT_SET'] })).toThrow('secretKey');
  });

  test('list events page by page until there are no more', async () => {
    const { agate, asked } = await serve(
      good([{ id: 'evt_1' }, { id: 'evt_2' }]),
      good([{ id: 'evt_3' }]),
      good([]),
    );
    const ids: string[] = [];
    for await (const event of agate.events.all({ after: 'evt_0', pageSize: 2 })) ids.push(event.id);
    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3']);
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/v1/events?limit=2&after=evt_0',
      '/api/v1/events?limit=2&after=evt_2',
      '/api/v1/events?limit=2&after=evt_3',
    ]);
  });

  test('list one page of events', async () => {
    const { agate, asked } = await serve(good([{ id: 'evt_1' }]));
    expect(await agate.events.list()).toEqual([{ id: 'evt_1' }]);
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/events?limit=100']);
  });

  test('list every session once, even while others begin', async () => {
    const at = (n: number) => new Date(Date.UTC(2026, 7, 13) + n * 1_000).toISOString();
    const session = (n: number) => ({ token: `xtk_${n}`, created_at: at(Math.floor(n / 3)) });
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, n) => session(from - n));
    // Five sessions begin between the requests for the two pages.
    const { agate, asked } = await serve(good(down(150, 51)), good(down(55, 1)));
    const seen: string[] = [];
    for await (const { token } of agate.verifications.all({ status: 'success' })) seen.push(token);
    expect(seen).toEqual(down(150, 1).map(({ token }) => token));
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/v1/sessions?per_page=100&page=1&status=success',
      '/api/v1/sessions?per_page=100&page=2&status=success',
    ]);
  });

  test.each(['removes what it gets', 'removes every third'])(
    'list every row once for a loop that %s, while others are added',
    async (how) => {
      const every = how.endsWith('third') ? 3 : 1;
      let rows = Array.from({ length: 250 }, (_, n) => rowOf(250 - n));
      const paged = (response: ServerResponse) => {
        const page = Number(new URL(asked.at(-1)?.path ?? '', 'http://a').searchParams.get('page'));
        const data = rows.slice((page - 1) * 100, page * 100);
        const pagination = { page, per_page: 100, total: rows.length, total_pages: 0 };
        response.end(JSON.stringify({ success: true, data, meta: { ...META, pagination } }));
      };
      const { agate, asked } = await serve(paged);
      for (const list of [agate.verifications.all(), agate.blacklist.all()]) {
        const before = rows.map(({ id }) => id);
        const seen: number[] = [];
        for await (const row of list) {
          const { id } = row as unknown as { id: number };
          seen.push(id);
          if (seen.length % every === 0) rows = rows.filter((other) => other.id !== id);
          if (seen.length % 60 === 0) rows.unshift(rowOf((rows[0]?.id ?? id) + 1_000));
        }
        expect(seen).toEqual(before);
        rows = Array.from({ length: 250 }, (_, n) => rowOf(250 - n));
      }
    },
  );

  test('end after a page that is not full, and without a filter request everything', async () => {
    const { agate, asked } = await serve(good([]));
    for await (const _ of agate.verifications.all({})) throw new Error('There is none.');
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/sessions?per_page=100&page=1']);
  });
});

describe('webhooks.verify', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const body = JSON.stringify({ id: 'evt_1', type: 'session.success' });
  const { webhooks } = new Agate({ secretKey: 'sk_test_a' });

  function sign(atMs = Date.now(), by = secret): Record<string, string> {
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(atMs / 1000)),
      'webhook-signature': new Webhook(by).sign('evt_1', new Date(atMs), body),
    };
  }

  test('accepts what the Standard Webhooks library signs, with either form of headers', async () => {
    const event = { id: 'evt_1', type: 'session.success' };
    expect(await webhooks.verify(body, sign(), secret)).toEqual(event);
    expect(await webhooks.verify(body, new Headers(sign()), secret)).toEqual(event);
    const rotated = sign();
    rotated['webhook-signature'] = `v1,${btoa('other')} v2,x ${rotated['webhook-signature']}`;
    expect(await webhooks.verify(body, rotated, secret)).toEqual(event);
  });

  test.each([
    ['another body', () => webhooks.verify(`${body} `, sign(), secret)],
    ['another secret', () => webhooks.verify(body, sign(Date.now(), `whsec_${btoa('x')}`), secret)],
    ['an old one', () => webhooks.verify(body, sign(Date.now() - 301_000), secret)],
    ['one from the future', () => webhooks.verify(body, sign(Date.now() + 302_000), secret)],
    ['no timestamp', () => webhooks.verify(body, { ...sign(), 'webhook-timestamp': 'x' }, secret)],
    ['no signature', () => webhooks.verify(body, { ...sign(), 'webhook-signature': '' }, secret)],
    ['no secret', () => webhooks.verify(body, sign(), 'secret')],
  ])('refuses %s', async (_name, verify) => {
    await expect(verify()).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
