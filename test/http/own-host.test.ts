import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { app } from '../../src/app.ts';

const ask = (url: string) => exports.default.fetch(new Request(url, { redirect: 'manual' }));

describe('the host of a request', () => {
  it.each(['/.well-known/jwks.json', '/signin', '/outbox', '/docs', '/verify/v1/status/xtk_a'])(
    'must be our own: %s for another host is refused',
    async (path) => {
      for (const origin of [
        'http://evil.example:8787',
        'http://localhost:9999',
        'http://127.0.0.1:8787',
      ]) {
        const reply = await ask(`${origin}${path}`);
        expect(reply.status).toBe(421);
        expect(await reply.json()).toMatchObject({
          success: false,
          error: { code: 'MISDIRECTED_REQUEST' },
        });
      }
    },
  );

  it('must be given once: two hosts, as the runtime joins them, are refused (RFC 9112 3.2)', async () => {
    const one = new Request('http://localhost:8787/.well-known/jwks.json');
    // The runtime's own `Request` rejects such a URL, so a proxy returns it.
    const two = new Proxy(one, {
      get: (target, name) => {
        if (name === 'url') return 'http://localhost:8787, evil.example/.well-known/jwks.json';
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const reply = await app.fetch(two, env, createExecutionContext());
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { code: 'INVALID_REQUEST' } },
    ]);
  });

  it('is compared case-insensitively', async () => {
    expect((await ask('http://LOCALHOST:8787/.well-known/jwks.json')).status).toBe(200);
  });
});

describe('every response', () => {
  it.each([
    '/.well-known/jwks.json',
    '/oauth/userinfo',
    '/verify/v1/status/xtk_a',
    '/admin/v1/accounts',
    '/nowhere',
    '/signin',
  ])('carries nosniff and HSTS: %s', async (path) => {
    const { headers } = await ask(`http://localhost:8787${path}`);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/);
  });
});
