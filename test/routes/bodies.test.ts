// Request bodies of every shape, sent to every documented route: none causes a 5xx, and an
// unreadable body is reported as such.
import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { app } from '../../src/app.ts';
import { call, get, post, VALID_INIT } from '../support/customer/api.ts';
import { makeTenant } from '../support/customer/tenants.ts';

const INIT = '/verify/v1/init';
const ORIGIN = 'http://localhost:8787';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A JSON body with a member whose value is an array nested to the given depth. */
const nested = (levels: number): string =>
  `{"callback_url":"https://shop.example/return","min_age":18,"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const bytes = (...parts: (string | number)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)),
  );
const LATIN_1 = bytes(JSON.stringify({ ...VALID_INIT, user_id: 'Jos' }).slice(0, -2), 0xe9, '"}');

/**
 * Sends a body with GET or HEAD, as some clients do by mistake; the runtime's own `Request` refuses
 * to create such a request.
 */
async function read(method: 'GET' | 'HEAD', path: string): Promise<Response> {
  const request = new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    body: '{}',
    headers: JSON_TYPE,
  });
  const asRead = new Proxy(request, {
    get: (target, name) => {
      if (name === 'method') return method;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return app.fetch(asRead, env, createExecutionContext());
}

const described = async (): Promise<{ method: string; path: string }[]> => {
  const answer = await exports.default.fetch(`${ORIGIN}/openapi.json`);
  const { paths } = await answer.json<{ paths: Record<string, Record<string, unknown>> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'x'),
    })),
  );
};

describe('a form', () => {
  it('that is malformed is 400, with an error that does not speak of JSON', async () => {
    const answer = await exports.default.fetch(`${ORIGIN}/v/sessions/x/document`, {
      method: 'POST',
      headers: {
        'Content-Type': 'multipart/form-data; boundary=b',
        'Sec-Fetch-Site': 'same-origin',
      },
      body: '--b\r\nno header',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: 'The body must be a well-formed form.' },
    });
  });
});

describe('the body of a GET or HEAD', () => {
  it.each(['GET', 'HEAD'] as const)('is ignored (%s)', async (method) => {
    for (const path of [
      '/.well-known/jwks.json',
      '/.well-known/openid-configuration',
      '/openapi.json',
    ])
      expect([path, (await read(method, path)).status]).toEqual([path, 200]);
    expect((await read(method, '/dashboard/v1/settings')).status).toBe(401);
  });
});

describe('a body that cannot be read', () => {
  const HOSTILE: [string, RequestInit][] = [
    ['nested 5,000 deep', { headers: JSON_TYPE, body: nested(5_000) }],
    ['in Latin-1', { headers: JSON_TYPE, body: LATIN_1 }],
    [
      'compressed',
      { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: bytes(0x1f, 0x8b, 8) },
    ],
    ['with half of a character', { headers: JSON_TYPE, body: '{"a":"\\ud800"}' }],
    ['a list', { headers: JSON_TYPE, body: '[]' }],
    ['of zeros', { headers: JSON_TYPE, body: new Uint8Array(64) }],
    ['a form in Latin-1', { headers: FORM_TYPE, body: 'grant_type=Jos%E9&state=%FF' }],
    [
      'several parts without a boundary',
      { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
    ],
  ];

  it.each(HOSTILE)('never causes a 5xx, at any address (%s)', async (_what, init) => {
    const failed: string[] = [];
    for (const { method, path } of await described()) {
      if (method === 'GET') continue;
      const response = await exports.default.fetch(
        new Request(`${ORIGIN}${path}`, { method, ...init }),
      );
      await response.body?.cancel();
      if (response.status >= 500) failed.push(`${method} ${path}: ${response.status}`);
    }
    expect(failed).toEqual([]);
  });

  it('is refused if it is nested deeper than 64 levels', async () => {
    const { secret } = await makeTenant();
    expect((await post(INIT, nested(63), secret)).status).toBe(201);
    const reply = await post(INIT, nested(64), secret);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'The body is nested deeper than 64 levels.',
    });
  });

  it('is refused if it is not UTF-8, so that two names cannot become the same', async () => {
    const { secret } = await makeTenant();
    const headers = { ...JSON_TYPE, 'X-API-Key': secret };
    const reply = await call(INIT, { method: 'POST', headers, body: LATIN_1 });
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_REQUEST']);
    expect((await post(INIT, { ...VALID_INIT, user_id: 'José' }, secret)).status).toBe(201);
  });

  it('is 415 if it is compressed, with an error in the envelope', async () => {
    const { secret } = await makeTenant();
    const gzip = { 'Content-Encoding': 'gzip' };
    for (const [path, type] of [
      [INIT, JSON_TYPE],
      ['/verify/v1/2fa/register', JSON_TYPE],
      ['/oauth/token', FORM_TYPE],
    ] as const) {
      const headers = { ...type, ...gzip, 'X-API-Key': secret };
      const reply = await call(path, { method: 'POST', headers, body: bytes(0x1f, 0x8b, 8) });
      expect([path, reply.status, reply.body.error?.code]).toEqual([path, 415, 'INVALID_REQUEST']);
    }
    expect((await post(INIT, VALID_INIT, secret, { 'Content-Encoding': 'identity' })).status).toBe(
      201,
    );
    expect((await get('/verify/v1/result/x', secret, gzip)).status).toBe(404);
  });

  it('is refused as a form, both for its bytes and for what they decode to', async () => {
    for (const body of ['state=%FF', bytes('state=', 0xff)]) {
      const reply = await call('/oauth/token', { method: 'POST', headers: FORM_TYPE, body });
      expect([reply.status, reply.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: 'The body must be UTF-8.' },
      ]);
    }
    const reply = await call('/oauth/token', {
      method: 'POST',
      headers: FORM_TYPE,
      body: 'state=100%&grant_type=%EF%BF%BD',
    });
    expect(reply.body).not.toMatchObject({ error_description: 'The body must be UTF-8.' });
  });

  it('is refused, and not logged as our fault, if it breaks off', async () => {
    const { secret } = await makeTenant();
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(bytes('{"callback_url"')),
      pull: (controller) => controller.error(new Error('gone')),
    });
    const request = new Request(`${ORIGIN}${INIT}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-API-Key': secret },
      body: broken,
    });
    const response = await app.fetch(request, env, createExecutionContext());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: 'The body is incomplete.' } });
  });
});
