import { env, exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { call, get, init, post } from '../../support/customer/api.ts';
import { readingDocuments } from '../../support/visitor/scripted-documents.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const SHOP = 'https://shop.example';

describe('a publishable key', () => {
  it('reads how the page looks and speaks', async () => {
    const tenant = await makeTenant({ name: 'Cellar Door', color: '#8c2f5b' });
    const reply = await get('/api/v1/config', tenant.testPublishable);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('X-API-Version')).toBe('2026-08-13');
    expect(reply.body.meta.api_version).toBe('2026-08-13');
    expect(reply.body.data).toEqual({
      name: 'Cellar Door',
      color: '#8c2f5b',
      languages: expect.arrayContaining(['en', 'de', 'ar']),
      methods: ['age_check'],
      test: true,
    });
  });

  it('is rate-limited separately, so that a copy of it cannot use up the limit of the backend (D-50)', async () => {
    const tenant = await makeTenant();
    const counted = new Set<string>();
    const limit = ({ key }: { key: string }) =>
      Promise.resolve({ success: counted.size < counted.add(key).size });
    const service = serviceWith({ ...env, RESULT_VOLUME: { limit } });
    const statusOf = async (path: string, key: string) => {
      const headers = { 'X-API-Key': key };
      const request = new Request(`http://localhost:8787${path}`, { headers });
      return (await service(request)).status;
    };
    const { publishable, secret } = tenant;
    expect(await statusOf('/api/v1/config', publishable)).toBe(200);
    for (const path of ['/api/v1/config', '/verify/v1/status/xtk_a'])
      expect(await statusOf(path, publishable)).toBe(429);
    expect(await statusOf('/verify/v1/result/xtk_a', secret)).toBe(404);
    expect(await statusOf('/verify/v1/status/xtk_a', secret)).toBe(429);
  });

  it('reads whether the service accepts documents', async () => {
    const { publishable } = await makeTenant();
    const service = serviceWith(readingDocuments());
    const request = new Request('http://localhost:8787/api/v1/config', {
      headers: { 'X-API-Key': publishable },
    });
    const { data } = await (await service(request)).json<{ data: object }>();
    expect(data).toMatchObject({ methods: ['age_check', 'full'] });
  });

  it('reads the coarse status of a session of its tenant and mode, and no personal data', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.testSecret, { user_id: 'u-1' });
    await post(
      `/verify/v1/sandbox/${token}/outcome`,
      { status: 'failed', reason: 'age_below_threshold' },
      tenant.testSecret,
    );
    const reply = await get(`/api/v1/status/${token}`, tenant.testPublishable);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ status: 'failed', verified: false, reason: 'age' });
    expect(JSON.stringify(reply.body)).not.toContain('u-1');
    for (const key of [tenant.publishable, (await makeTenant()).testPublishable])
      expect((await get(`/api/v1/status/${token}`, key)).status).toBe(404);
  });

  it.each([
    ['GET', '/sessions'],
    ['GET', '/sessions/xtk_a'],
    ['POST', '/sessions/xtk_a/cancel'],
    ['DELETE', '/sessions/xtk_a/data'],
    ['GET', '/events'],
    ['POST', '/events/evt_a/resend'],
    ['GET', '/requests'],
    ['POST', '/webhooks/test'],
  ])('can do nothing else: %s %s', async (method, path) => {
    const tenant = await makeTenant({ embedOrigins: [SHOP] });
    const reply = await call(`/api/v1${path}`, {
      method,
      headers: {
        'X-API-Key': tenant.publishable,
        Origin: SHOP,
        'Content-Type': 'application/json',
      },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect([reply.status, reply.body.error?.code]).toEqual([403, 'SECRET_KEY_REQUIRED']);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('CORS', () => {
  const ask = (key: string, origin: string, path = '/api/v1/config') =>
    get(path, key, { Origin: origin });

  it('allows exactly the embed origins of the tenant to use its publishable key', async () => {
    const tenant = await makeTenant({ embedOrigins: [SHOP, 'https://other.example:8443'] });
    const allowed = await ask(tenant.publishable, SHOP);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
    expect(allowed.headers.get('Vary')).toContain('Origin');
    for (const origin of [
      'https://shop.example.evil.example',
      'http://shop.example',
      'https://sub.shop.example',
      'https://shop.example:444',
      'null',
    ]) {
      const refused = await ask(tenant.publishable, origin);
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'FORBIDDEN']);
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  it('allows a page to read the errors of its own requests (CORS)', async () => {
    const tenant = await makeTenant({ embedOrigins: [SHOP] });
    const reply = await ask(tenant.publishable, SHOP, '/api/v1/status/xtk_unknown');
    expect(reply.status).toBe(404);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
  });

  it('never allows a page to use a secret key', async () => {
    const tenant = await makeTenant({ embedOrigins: [SHOP] });
    const reply = await ask(tenant.secret, SHOP);
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('answers preflights on these routes only', async () => {
    const preflight = (path: string) =>
      exports.default.fetch(
        new Request(`http://localhost:8787${path}`, {
          method: 'OPTIONS',
          headers: { Origin: SHOP, 'Access-Control-Request-Headers': 'x-api-key' },
        }),
      );
    for (const path of ['/api/v1/config', '/api/v1/status/xtk_a']) {
      const answer = await preflight(path);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(SHOP);
      expect(answer.headers.get('Access-Control-Allow-Headers')).toContain('X-API-Key');
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
    for (const path of ['/api/v1/sessions', '/api/v1/events', '/verify/v1/init'])
      expect((await preflight(path)).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
