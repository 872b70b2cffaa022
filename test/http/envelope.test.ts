import { describe, expect, it } from 'vitest';
import { toAppError } from '../../src/http/envelope.ts';
import { call, get, init } from '../support/customer/api.ts';
import { makeTenant } from '../support/customer/tenants.ts';

describe('envelope (D-1)', () => {
  it('carries the request id in meta and header, and a timestamp in whole seconds', async () => {
    const { headers, body } = await get('/nowhere');
    expect(body.meta.request_id).toMatch(/^req_[\w-]+$/);
    expect(headers.get('X-Request-Id')).toBe(body.meta.request_id);
    expect(body.meta.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('answers unknown paths with NOT_FOUND, with and without a key', async () => {
    for (const path of [
      '/verify/v1',
      '/verify/v1/nope',
      '/verify/v2/init',
      '/verify/v1/result/',
      '/admin/v1',
    ])
      expect([path, (await get(path)).body.error?.code]).toEqual([path, 'NOT_FOUND']);
  });

  it('answers a wrong method with 405 and Allow', async () => {
    const wrong = await get('/verify/v1/init');
    expect([wrong.status, wrong.body.error?.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(wrong.headers.get('Allow')).toBe('POST');
    const deleted = await call('/verify/v1/result/xtk_1', { method: 'DELETE' });
    expect([deleted.status, deleted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    const page = await call('/v/xit_1', { method: 'PUT' });
    expect([page.status, page.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('has one fixed sentence for an unexpected failure', () => {
    const error = toAppError(new Error('D1_ERROR: secret parameter sk_live_1'));
    expect(error.code).toBe('INTERNAL_ERROR');
    expect(error.message).not.toContain('sk_live');
  });
});

describe('X-API-Version', () => {
  it('serves and echoes the current version', async () => {
    const { secret } = await makeTenant();
    const path = `/verify/v1/result/${await init(secret)}`;
    for (const version of [undefined, '2026-08-13', '2020-01-01']) {
      const reply = await get(
        path,
        secret,
        version === undefined ? {} : { 'X-API-Version': version },
      );
      expect(reply.headers.get('X-API-Version')).toBe('2026-08-13');
      expect(reply.body.meta.api_version).toBe('2026-08-13');
    }
  });

  it.each(['', 'v1', '2026-13-01', '2026-02-30', '2026-8-13', '20260813'])(
    'refuses %j',
    async (version) => {
      const { secret } = await makeTenant();
      const reply = await get('/verify/v1/result/xtk_1', secret, { 'X-API-Version': version });
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'INVALID_API_VERSION']);
    },
  );
});
