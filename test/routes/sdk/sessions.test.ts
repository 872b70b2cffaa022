import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { parseToken } from '../../../src/crypto/capability-token.ts';
import { call, get, init, post, VALID_INIT } from '../../support/customer/api.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';
import { eventually } from '../../support/installation/eventually.ts';

const settle = (tenant: TestTenant, token: string, status: string) =>
  post(`/verify/v1/sandbox/${token}/outcome`, { status }, tenant.testSecret);

const erase = (key: string, token: string) =>
  call(`/api/v1/sessions/${token}/data`, { method: 'DELETE', headers: { 'X-API-Key': key } });

const cancel = (key: string, token: string) =>
  call(`/api/v1/sessions/${token}/cancel`, { method: 'POST', headers: { 'X-API-Key': key } });

/** Reads a list until it has `count` sessions, because the queue writes their rows with a delay. */
async function listOf(key: string, query: string, count: number) {
  let reply = await get(`/api/v1/sessions${query}`, key);
  await eventually(async () => {
    reply = await get(`/api/v1/sessions${query}`, key);
    expect(reply.body.data).toHaveLength(count);
  });
  return reply;
}

describe('GET /api/v1/sessions', () => {
  it('lists the sessions of tenant and mode, newest first, by page and filter', async () => {
    const tenant = await makeTenant();
    const other = await makeTenant();
    await init(tenant.secret);
    await init(other.testSecret);
    const tokens: string[] = [];
    for (const user of ['a', 'b', 'b'])
      tokens.push(await init(tenant.testSecret, { user_id: user }));
    await settle(tenant, tokens[2]!, 'success');
    await listOf(tenant.testSecret, '?status=success', 1);
    const all = await listOf(tenant.testSecret, '', 3);
    expect(all.body.meta).toMatchObject({
      pagination: { page: 1, per_page: 20, total: 3, total_pages: 1 },
    });
    expect(all.body.data[0]).toMatchObject({
      token: expect.stringMatching(/^xtk_/),
      status: 'success',
      verified: true,
      external_user_id: 'b',
      purpose: 'age_verification',
      verification_mode: 'auto',
      gate: 18,
      test: true,
    });
    expect(
      (await get(`/api/v1/sessions/${all.body.data[0].token}`, tenant.testSecret)).status,
    ).toBe(200);
    await listOf(tenant.testSecret, '?external_user_id=b', 2);
    await listOf(tenant.testSecret, '?external_user_id=b&status=pending', 1);
    await listOf(tenant.testSecret, '?verification_type=full', 0);
    await listOf(tenant.testSecret, '?per_page=2&page=2', 1);
    const today = new Date().toISOString().slice(0, 10);
    await listOf(tenant.testSecret, `?start_date=${today}&end_date=${today}`, 3);
    await listOf(tenant.testSecret, '?end_date=2020-01-01', 0);
    await listOf(tenant.secret, '', 1);
  });

  it.each([
    '?status=done',
    '?per_page=101',
    '?page=0',
    '?start_date=2026-02-30',
    '?verification_type=x',
  ])('refuses %s', async (query) => {
    const { secret } = await makeTenant();
    const reply = await get(`/api/v1/sessions${query}`, secret);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('GET /api/v1/sessions/{token}', () => {
  it('has the result, the request and the funnel', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.secret);
    const browser = new TestBrowser();
    await browser.open(token);
    await browser.step('consent', { biometric: true });
    await browser.step('cancel');
    const reply = await get(`/api/v1/sessions/${token}`, tenant.secret);
    expect(reply.body.data).toMatchObject({
      status: 'canceled',
      purpose: 'age_verification',
      verification_mode: 'auto',
      timeline: [
        { name: 'opened', at: expect.any(String) },
        { name: 'consent', step: 'consent' },
        { name: 'cancel', step: 'liveness' },
      ],
    });
    expect((await get(`/api/v1/sessions/${token}`, tenant.testSecret)).status).toBe(404);
  });
});

describe('POST /api/v1/sessions/{token}/cancel', () => {
  it('ends a session that is pending or running, also for its visitor', async () => {
    const tenant = await makeTenant();
    const waiting = await init(tenant.secret);
    const reply = await cancel(tenant.secret, waiting);
    expect(reply.body.data).toMatchObject({ status: 'canceled', verified: false });
    const running = await init(tenant.secret);
    const browser = new TestBrowser();
    await browser.open(running);
    expect((await cancel(tenant.secret, running)).status).toBe(200);
    expect((await browser.view()).body.data).toMatchObject({ status: 'canceled', step: 'done' });
  });

  it('answers 409 once the session is over, and 404 to others', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.secret);
    for (const key of [tenant.testSecret, (await makeTenant()).secret])
      expect((await cancel(key, token)).status).toBe(404);
    await cancel(tenant.secret, token);
    const again = await cancel(tenant.secret, token);
    expect([again.status, again.body.error?.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('DELETE /api/v1/sessions/{token}/data', () => {
  it('erases the person from the session, the list and the events, and keeps the outcome', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.testSecret, { user_id: 'person-1', metadata: 'secret-2' });
    await settle(tenant, token, 'success');
    await listOf(tenant.testSecret, '?status=success', 1);
    const reply = await erase(tenant.testSecret, token);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({ erased: true });
    expect((await get(`/verify/v1/result/${token}`, tenant.testSecret)).status).toBe(404);
    await eventually(async () => {
      const { body } = await get('/api/v1/sessions', tenant.testSecret);
      expect(body.data[0]).toMatchObject({ status: 'success', erased_at: expect.any(String) });
      const events = await get('/api/v1/events', tenant.testSecret);
      expect(events.body.data).toMatchObject([{ type: 'session.success' }]);
      expect(JSON.stringify([body.data, events.body.data])).not.toContain('person-1');
    });
    const row = await env.DB.prepare('SELECT metadata FROM verification_sessions').first();
    expect(row).toEqual({ metadata: null });
  });

  it('answers 202 while the database is down, and the rest is erased later automatically', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.testSecret, { user_id: 'person-1', metadata: 'secret-2' });
    await settle(tenant, token, 'success');
    await listOf(tenant.testSecret, '?status=success', 1);
    const away = vi.spyOn(env.DB, 'batch').mockRejectedValue(new Error('D1 is away'));
    const reply = await erase(tenant.testSecret, token);
    expect([reply.status, reply.body.data]).toEqual([202, { erased: false }]);
    expect((await get(`/verify/v1/result/${token}`, tenant.testSecret)).status).toBe(404);
    expect((await erase(tenant.testSecret, token)).status).toBe(202);
    away.mockRestore();
    const stub = env.VERIFICATION_SESSION.get(
      env.VERIFICATION_SESSION.idFromString(parseToken(token)!.objectId),
    );
    await runDurableObjectAlarm(stub);
    await eventually(async () => {
      const row = await env.DB.prepare('SELECT * FROM verification_sessions').first();
      expect(row).toMatchObject({ metadata: null, erased_at_ms: expect.any(Number) });
    });
    expect((await erase(tenant.testSecret, token)).body.data).toEqual({ erased: true });
  });

  it('is not undone by a repeat of init: the used link opens nothing, and no token can be read', async () => {
    const tenant = await makeTenant();
    const key = { 'Idempotency-Key': 'order-7' };
    const announce = async (): Promise<string> =>
      (await post('/verify/v1/init', VALID_INIT, tenant.testSecret, key)).body.data.token;
    const token = await announce();
    await settle(tenant, token, 'success');
    expect((await erase(tenant.testSecret, token)).status).toBe(200);
    expect(await announce()).toBe(token);
    expect((await new TestBrowser().open(token)).status).toBe(404);
    for (const path of [`/verify/v1/result/${token}`, `/verify/v1/status/${token}`])
      expect((await get(path, tenant.testSecret)).status).toBe(404);
    expect((await erase(tenant.secret, token)).status).toBe(404);
  });

  it('answers 409 while the session runs, and 404 to others', async () => {
    const tenant = await makeTenant();
    const token = await init(tenant.testSecret);
    expect((await erase(tenant.testSecret, token)).status).toBe(409);
    expect((await erase(tenant.secret, token)).status).toBe(404);
  });
});
