import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { createContext } from '../../../src/context.ts';
import { findMember } from '../../../src/domain/customers/staff/membership.ts';
import { startStaffSession } from '../../../src/domain/customers/staff/sessions.ts';
import worker from '../../../src/index.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { signIn } from '../../support/staff/staff.ts';

const me = async (token?: string) => (await ask('GET', '/auth/me', token)).status;

describe('an operator’s own sessions', () => {
  it('end one by one with logout, refresh token included', async () => {
    const admin = await makeAdmin();
    const other = await signIn(admin.id);
    expect((await ask('POST', '/auth/logout', admin.token)).status).toBe(200);
    expect([await me(admin.token), await me(other.token)]).toEqual([401, 200]);
    const refresh = { refresh_token: admin.refreshToken };
    expect((await ask('POST', '/auth/refresh', undefined, refresh)).status).toBe(401);
    expect((await ask('POST', '/auth/logout', admin.token)).status).toBe(401);
  });

  it('all end with logout-all at once, and later ones stay valid (spec 5)', async () => {
    const admin = await makeAdmin();
    const others = await Promise.all(Array.from({ length: 20 }, () => signIn(admin.id)));
    const stranger = await makeAdmin();
    expect((await ask('POST', '/auth/logout-all', admin.token)).status).toBe(200);
    const later = await signIn(admin.id);
    const statuses = await Promise.all(others.map(({ token }) => me(token)));
    expect(new Set([await me(admin.token), ...statuses])).toEqual(new Set([401]));
    expect([await me(later.token), await me(stranger.token)]).toEqual([200, 200]);
  });

  it('are listed, and one of them can be ended from another', async () => {
    const admin = await makeAdmin();
    const other = await signIn(admin.id);
    const { body } = await ask('GET', '/auth/sessions', admin.token);
    expect(body.data).toHaveLength(2);
    expect(body.data.filter((row: { current: boolean }) => row.current)).toHaveLength(1);
    const { id } = body.data.find((row: { current: boolean }) => !row.current);
    const stranger = await makeAdmin();
    expect((await ask('DELETE', `/auth/sessions/${id}`, stranger.token)).status).toBe(404);
    expect((await ask('DELETE', `/auth/sessions/${id}`, admin.token)).status).toBe(200);
    expect([await me(other.token), await me(admin.token)]).toEqual([401, 200]);
  });

  it('carry access tokens of fifteen minutes', async () => {
    const { id } = await makeAdmin();
    // Imitates a separate isolate, so that keys cached under this test's clock do not affect other
    // tests.
    const isolate = { ...env };
    const execution = createExecutionContext();
    const ctx = createContext(isolate, execution);
    const member = await findMember(ctx, { audience: 'admin' }, id);
    const caller = { ip: '192.0.2.1', userAgent: 'test' };
    const how = { method: 'password', caller } as const;
    const { tokens } = (await startStaffSession(ctx, member!, how))!;
    const statusAt = async (afterMs: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + afterMs });
      const headers = { Authorization: `Bearer ${tokens.accessToken}` };
      const request = new Request('http://localhost:8787/admin/v1/auth/me', { headers });
      return (await worker.fetch(request, isolate, execution)).status;
    };
    const statuses = [await statusAt(14 * 60_000), await statusAt(60_000)];
    vi.useRealTimers();
    expect(statuses).toEqual([200, 401]);
  });
});

describe('GET /admin/v1/auth/me', () => {
  it('answers 401 without a token and 404 once the admin is removed (spec 4.3)', async () => {
    const [admin, root] = [await makeAdmin(), await makeAdmin()];
    expect(await me()).toBe(401);
    expect(await me('nonsense')).toBe(401);
    expect((await ask('DELETE', `/admins/${admin.id}`, root.token)).status).toBe(200);
    expect(await me(admin.token)).toBe(404);
    expect((await ask('GET', '/auth/2fa/status', admin.token)).status).toBe(401);
  });
});

describe('a refresh token', () => {
  const refreshed = (token: string) =>
    ask('POST', '/auth/refresh', undefined, { refresh_token: token });

  it('is checked with one HMAC, whatever its generation, and whether it is real, old or made up', async () => {
    const { id } = await makeAdmin();
    const execution = createExecutionContext();
    const ctx = createContext(env, execution);
    const member = await findMember(ctx, { audience: 'admin' }, id);
    const caller = { ip: '192.0.2.1', userAgent: 'test' };
    const how = { method: 'password', caller } as const;
    const { tokens: started } = (await startStaffSession(ctx, member!, how))!;
    await env.DB.prepare('UPDATE staff_sessions SET generation = 50000 WHERE staff_id = ?')
      .bind(id)
      .run();
    const sign = vi.spyOn(crypto.subtle, 'sign');
    const junk = started.refreshToken.slice(0, -43) + 'A'.repeat(43);
    expect((await refreshed(junk)).status).toBe(401);
    expect(sign.mock.calls.length).toBeLessThanOrEqual(2);
    sign.mockRestore();
    // The token was issued 50,000 refreshes ago, so it counts as stolen.
    expect((await refreshed(started.refreshToken)).status).toBe(401);
    expect(await me(started.accessToken)).toBe(401);
  });
});
