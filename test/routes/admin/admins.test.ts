import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { ask, login, makeAdmin } from '../../support/staff/admins.ts';
import { signIn } from '../../support/staff/staff.ts';

const NEW = {
  email: 'new@ops.example',
  name: 'New Colleague',
  role: 'analyst',
  password: 'walnut-harbour-mist-92',
};

describe('/admin/v1/admins', () => {
  it('lets a superadmin make an admin, who then signs in', async () => {
    const root = await makeAdmin();
    const made = await ask('POST', '/admins', root.token, NEW);
    expect(made.body.data).toMatchObject({ email: NEW.email, role: 'analyst', active: true });
    expect((await login(NEW.email, NEW.password)).status).toBe(200);
    const list = await ask('GET', '/admins?per_page=1', root.token);
    expect(list.body.data).toHaveLength(1);
    expect(list.body.meta).toMatchObject({
      pagination: { page: 1, per_page: 1, total: 2, total_pages: 2 },
    });
  });

  it('refuses a taken or malformed address, an unknown role and a weak password', async () => {
    const root = await makeAdmin();
    await ask('POST', '/admins', root.token, NEW);
    const again = { ...NEW, email: 'NEW@ops.example' };
    expect((await ask('POST', '/admins', root.token, again)).status).toBe(409);
    for (const wrong of [
      { email: 'nobody' },
      { role: 'owner' },
      { password: 'password12' },
      { name: ' ' },
    ])
      expect((await ask('POST', '/admins', root.token, { ...NEW, ...wrong })).status).toBe(400);
  });

  it('ends every session on deactivation, and allows a new one after reactivation', async () => {
    const [root, other] = [await makeAdmin(), await makeAdmin({ role: 'support' })];
    const path = `/admins/${other.id}`;
    const off = await ask('PATCH', path, root.token, { active: false });
    expect(off.body.data.active).toBe(false);
    expect((await ask('GET', '/auth/me', other.token)).status).toBe(401);
    expect((await login(other.email)).status).toBe(403);
    await ask('PATCH', path, root.token, { active: true });
    expect((await ask('GET', '/auth/me', other.token)).status).toBe(401);
    expect((await login(other.email)).status).toBe(200);
  });

  it('shows where another operator is signed in: device and times, but no address and no id', async () => {
    const [root, other] = [await makeAdmin(), await makeAdmin({ role: 'support' })];
    await signIn(other.id, 'totp');
    const { body } = await ask('GET', `/admins/${other.id}/sessions`, root.token);
    expect(body.data.map(({ method }: { method: string }) => method).toSorted()).toEqual([
      'passkey',
      'totp',
    ]);
    const fields = ['created_at', 'device', 'expires_at', 'last_used_at', 'method'];
    for (const session of body.data) expect(Object.keys(session).toSorted()).toEqual(fields);
  });

  it('signs another operator out everywhere, with a reason, and lets them sign in again', async () => {
    const [root, other] = [await makeAdmin(), await makeAdmin({ role: 'support' })];
    const second = await signIn(other.id, 'passkey');
    const path = `/admins/${other.id}`;
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }])
      expect((await ask('POST', `${path}/force-logout`, root.token, body)).status).toBe(400);
    const body = { reason: 'A laptop was lost' };
    expect((await ask('POST', `${path}/force-logout`, root.token, body)).status).toBe(200);
    for (const { token, refreshToken } of [other, second]) {
      expect((await ask('GET', '/auth/me', token)).status).toBe(401);
      const refresh = { refresh_token: refreshToken };
      expect((await ask('POST', '/auth/refresh', undefined, refresh)).status).toBe(401);
    }
    expect((await ask('GET', `${path}/sessions`, root.token)).body.data).toEqual([]);
    expect((await ask('GET', '/auth/me', root.token)).status).toBe(200);
    expect((await login(other.email)).status).toBe(200);
    const { body: trail } = await ask('GET', '/audit?action=admin.force_logout', root.token);
    expect(trail.data).toMatchObject([
      { admin_user_id: root.id, target_type: 'admin', target_id: String(other.id) },
    ]);
    const entry = await ask('GET', `/audit/${trail.data[0].id}`, root.token);
    expect(entry.body.data.after).toEqual(body);
  });

  it('does not let the last active superadmin be removed, demoted or deactivated', async () => {
    const root = await makeAdmin();
    await makeAdmin({ role: 'support' });
    const path = `/admins/${root.id}`;
    expect((await ask('DELETE', path, root.token)).status).toBe(409);
    expect((await ask('PATCH', path, root.token, { role: 'support' })).status).toBe(409);
    expect((await ask('PATCH', path, root.token, { active: false })).status).toBe(409);
    expect((await ask('PATCH', path, root.token, { name: 'Root' })).status).toBe(200);
    expect((await ask('GET', path, root.token)).body.data).toMatchObject({
      role: 'superadmin',
      active: true,
      name: 'Root',
    });
  });

  it('keeps one superadmin when ten demote each other at the same time', async () => {
    const roots = await Promise.all(Array.from({ length: 10 }, () => makeAdmin()));
    await Promise.all(
      roots.map(({ token }, n) =>
        ask('PATCH', `/admins/${roots[(n + 1) % 10]!.id}`, token, { role: 'support' }),
      ),
    );
    const row = await env.DB.prepare(
      "SELECT COUNT(*) AS n FROM staff WHERE role = 'superadmin'",
    ).first<{ n: number }>();
    expect(row?.n).toBeGreaterThanOrEqual(1);
  });

  it('answers 404 to unknown ids and to a customer’s staff, and 400 to a malformed id', async () => {
    const root = await makeAdmin();
    const member = await makeAdmin({ audience: 'dashboard' });
    for (const id of [9999, member.id]) {
      for (const method of ['GET', 'DELETE'])
        expect((await ask(method, `/admins/${id}`, root.token)).status).toBe(404);
      expect((await ask('GET', `/admins/${id}/sessions`, root.token)).status).toBe(404);
      const body = { reason: 'A laptop was lost' };
      expect((await ask('POST', `/admins/${id}/force-logout`, root.token, body)).status).toBe(404);
    }
    for (const id of ['0', '-1', '1.5', 'x'])
      expect((await ask('GET', `/admins/${id}`, root.token)).status).toBe(400);
  });

  it('records who changed what, without the password', async () => {
    const root = await makeAdmin();
    const { id } = (await ask('POST', '/admins', root.token, NEW)).body.data;
    await ask('PATCH', `/admins/${id}`, root.token, { role: 'support' });
    const { results } = await env.DB.prepare(
      "SELECT staff_id, action, target_id, before, after FROM audit_entries WHERE target_type = 'admin' ORDER BY id",
    ).all<Record<string, string>>();
    expect(results).toMatchObject([
      { staff_id: root.id, action: 'admin.create', target_id: String(id) },
      { staff_id: root.id, action: 'admin.update', target_id: String(id) },
    ]);
    expect(JSON.parse(results[1]!['before']!)).toMatchObject({ role: 'analyst' });
    expect(JSON.parse(results[1]!['after']!)).toMatchObject({ role: 'support' });
    expect(JSON.stringify(results)).not.toContain(NEW.password);
  });
});
