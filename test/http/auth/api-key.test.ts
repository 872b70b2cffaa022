import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, get, init, post, VALID_INIT } from '../../support/customer/api.ts';
import { countingEnv, countRequest, TripCount } from '../../support/counted/round-trips.ts';
import { makeKey, makeTenant } from '../../support/customer/tenants.ts';

afterEach(() => void vi.useRealTimers());

describe('API key authentication', () => {
  it('accepts X-API-Key and Authorization: Bearer', async () => {
    const { secret } = await makeTenant();
    const token = await init(secret);
    const path = `/verify/v1/result/${token}`;
    expect((await get(path, secret)).status).toBe(200);
    expect((await call(path, { headers: { Authorization: `Bearer ${secret}` } })).status).toBe(200);
  });

  it('accepts two headers in one call only when they contain the same key (D-68)', async () => {
    const [{ secret }, other] = [await makeTenant(), await makeTenant()];
    const path = `/verify/v1/result/${await init(secret)}`;
    const statusWith = async (key: string, bearer: string) =>
      (await get(path, key, { Authorization: `Bearer ${bearer}` })).status;
    expect(await statusWith(secret, secret)).toBe(200);
    expect(await statusWith(secret, other.secret)).toBe(401);
    expect(await statusWith(other.secret, secret)).toBe(401);
    expect(await statusWith(secret, 'sk_live_wrong')).toBe(401);
  });

  it('gives the same answer for a missing, malformed, unknown, revoked and expired key', async () => {
    const { id } = await makeTenant();
    const keys = [
      undefined,
      '',
      'sk_live_',
      `sk_live_${'x'.repeat(43)}`,
      'x'.repeat(5000),
      await makeKey(id, 'secret', 'live', { revokedAtMs: Date.now() - 1 }),
      await makeKey(id, 'secret', 'live', { expiresAtMs: Date.now() - 1 }),
    ];
    for (const key of keys) {
      const reply = await post('/verify/v1/init', VALID_INIT, key);
      expect(reply.status).toBe(401);
      expect(reply.body.error).toEqual({
        code: 'UNAUTHORIZED',
        message: 'The API key is missing or not valid.',
      });
    }
  });

  it('answers SECRET_KEY_REQUIRED to a publishable key', async () => {
    const { publishable } = await makeTenant();
    for (const reply of [
      await post('/verify/v1/init', VALID_INIT, publishable),
      await get('/verify/v1/result/xtk_x', publishable),
      await post('/verify/v1/sandbox/xit_x/outcome', { status: 'success' }, publishable),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.body.error?.code).toBe('SECRET_KEY_REQUIRED');
    }
  });

  it('marks sessions as test sessions only with a test key', async () => {
    const { secret, testSecret } = await makeTenant();
    const live = await get(`/verify/v1/result/${await init(secret)}`, secret);
    const test = await get(`/verify/v1/result/${await init(testSecret)}`, testSecret);
    expect(live.body.data.test).toBeUndefined();
    expect(test.body.data.test).toBe(true);
  });

  it('forgets a revoked key within 30 seconds', async () => {
    const { secret } = await makeTenant();
    await init(secret);
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = ?').bind(Date.now()).run();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_001 });
    expect((await post('/verify/v1/init', VALID_INIT, secret)).status).toBe(401);
  });

  it('refuses a network after 100 wrong keys without reading D1, and still accepts a known key from it (D-51)', async () => {
    const { secret } = await makeTenant();
    await init(secret);
    const from = { 'CF-Connecting-IP': '2001:db8:6:6::1' };
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        post('/verify/v1/init', VALID_INIT, `sk_live_wrong${i}`, from),
      ),
    );
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(401), count(429)]).toEqual([100, 20]);
    const refused = replies.find((reply) => reply.status === 429);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refused?.headers.get('RateLimit-Policy')).toBe('"api-key";q=100;w=60');
    const trips = new TripCount();
    const guess = `sk_live_${'y'.repeat(43)}`;
    const headers = { 'X-API-Key': guess, 'CF-Connecting-IP': '2001:db8:6:6::2' };
    const request = new Request('http://localhost:8787/verify/v1/status/x', { headers });
    const { response, counted } = await countRequest(trips, countingEnv(trips), request);
    expect({ status: response.status, ...counted }).toMatchObject({
      status: 429,
      d1: 0,
      objects: 0,
    });
    expect((await post('/verify/v1/init', VALID_INIT, secret, from)).status).toBe(201);
  });
});
