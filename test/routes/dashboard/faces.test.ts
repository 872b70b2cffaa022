// Enrolled faces, as a customer's staff manage them (D-94).
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { FaceBackend } from '../../support/customer/face-backend.ts';
import { makeMember } from '../../support/staff/members.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

afterEach(() => void vi.useRealTimers());

describe('GET /dashboard/v1/faces', () => {
  it('lists who is enrolled in one mode, newest first, without a template', async () => {
    const tenant = await makeDashboardTenant();
    const backend = new FaceBackend(tenant);
    for (const user of ['ada', 'bea', 'cleo']) await backend.register(user);
    await backend.inTest().register('dora+pass');
    await (await backend.another()).register('eve');
    await env.DB.prepare(
      "UPDATE face_templates SET enrolled_at_ms = 1 WHERE user_id = 'cleo'",
    ).run();
    const list = await ask('GET', '/faces?per_page=2', tenant.owner.token);
    expect(list.body.meta).toMatchObject({ pagination: { total: 3, total_pages: 2 } });
    expect(list.body.data).toHaveLength(2);
    expect(list.body.data[0]).toEqual({
      id: expect.stringMatching(/^ftp_/),
      user_id: expect.stringMatching(/^(ada|bea)$/),
      enrolled_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
      outdated: false,
    });
    const rest = await ask('GET', '/faces?per_page=2&page=2', tenant.owner.token);
    expect(rest.body.data.map((face: { user_id: string }) => face.user_id)).toEqual(['cleo']);
    const tests = await ask('GET', '/faces?mode=test', tenant.owner.token);
    expect(tests.body.data.map((face: { user_id: string }) => face.user_id)).toEqual(['dora+pass']);
    expect((await ask('GET', '/faces?mode=both', tenant.owner.token)).status).toBe(400);
    expect(
      (await ask('GET', '/faces?page=9000&per_page=100', tenant.owner.token)).body.data,
    ).toEqual([]);
  });
});

describe('a template of an older model', () => {
  it('is marked in the list: no face is compared with it until its person enrols again (D-94)', async () => {
    const tenant = await makeDashboardTenant();
    const backend = new FaceBackend(tenant);
    // The owner signs in through the service with a face Worker, because it does not share the
    // cached keys of the tests' usual service.
    const credentials = { email: tenant.owner.email, password: PASSWORD };
    const signedIn = await backend.call('POST', '/dashboard/v1/auth/login', credentials);
    const authorization = { Authorization: `Bearer ${signedIn.body.data.access_token}` };
    const list = async (mode = 'live') => {
      const path = `/dashboard/v1/faces?mode=${mode}`;
      const { data } = (await backend.call('GET', path, undefined, authorization)).body;
      return Object.fromEntries(
        data.map((face: { user_id: string; outdated: boolean }) => [face.user_id, face.outdated]),
      );
    };
    for (const user of ['ada', 'bea']) await backend.register(user);
    await backend.inTest().register('dora+pass');
    expect(await list()).toEqual({ ada: false, bea: false });
    backend.face.model = 'ef'.repeat(32);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
    await backend.register('bea');
    expect(await list()).toEqual({ ada: true, bea: false });
    expect((await backend.user('ada')).body.data).toEqual({ enrolled: false });
    // A test-mode face is never compared, so a change of model does not make it outdated.
    expect(await list('test')).toEqual({ 'dora+pass': false });
  });
});

describe('DELETE /dashboard/v1/faces/{id}', () => {
  it('erases the face and its challenges, once, and the audit log does not name the person', async () => {
    const tenant = await makeDashboardTenant();
    const backend = new FaceBackend(tenant);
    const { challenge_id: challenge } = await backend.register('Wilhelmina');
    await backend.register('bea');
    const { body } = await ask('GET', '/faces', tenant.owner.token);
    const { id } = body.data.find((face: { user_id: string }) => face.user_id === 'Wilhelmina');
    const { token: reviewer } = await makeMember(tenant.id, 'reviewer');
    expect((await ask('DELETE', `/faces/${id}`, reviewer)).status).toBe(403);
    expect((await ask('DELETE', `/faces/${id}`, tenant.owner.token)).status).toBe(200);
    expect((await ask('DELETE', `/faces/${id}`, tenant.owner.token)).status).toBe(404);
    expect((await backend.user('Wilhelmina')).body.data).toEqual({ enrolled: false });
    expect((await backend.status(challenge)).status).toBe(404);
    expect((await backend.verify('bea')).passed).toBe(true);
    const { results } = await env.DB.prepare(
      "SELECT * FROM audit_entries WHERE action = 'face.erase'",
    ).all();
    expect(results).toMatchObject([{ tenant_id: tenant.id, target_type: 'face', target_id: id }]);
    expect(JSON.stringify(results)).not.toContain('Wilhelmina');
  });
});
