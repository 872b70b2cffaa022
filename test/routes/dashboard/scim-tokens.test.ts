// Tokens of a customer's directory (D-160): created by owners, shown once, stored as hashes, at
// most two valid at a time.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { sendScim } from '../../support/directory/directory.ts';
import { eventually } from '../../support/installation/eventually.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const send = (method: string, path = '', body?: object) =>
  ask(method, `/scim-tokens${path}`, tenant.owner.token, body);
const list = async () => (await send('GET')).body.data;
const use = async (token: string) =>
  (await sendScim('GET', '/Users', undefined, { Authorization: `Bearer ${token}` })).status;

describe('a SCIM token', () => {
  it('is shown once, is not in the database, and shows when it was used', async () => {
    const made = await send('POST', '', { default_role: 'reviewer', expires_in_days: 90 });
    expect(made.status).toBe(200);
    expect(made.headers.get('Cache-Control')).toBe('no-store');
    const { token, id } = made.body.data;
    expect(token).toMatch(/^xsc_[\w-]{43}$/);
    const { results } = await env.DB.prepare('SELECT * FROM scim_tokens').all();
    expect(JSON.stringify(results)).not.toContain(token.slice(4));
    expect(await list()).toEqual([
      {
        id,
        last_four: token.slice(-4),
        default_role: 'reviewer',
        expired: false,
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(await use(token)).toBe(200);
    await eventually(async () =>
      expect((await list())[0].last_used_at).toEqual(expect.any(String)),
    );
  });

  it('is one of at most two, also with ten concurrent requests; an ended one makes room', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => send('POST', '', {})));
    const made = replies.filter(({ status }) => status === 200).map(({ body }) => body.data);
    expect([made.length, replies.filter(({ status }) => status === 409).length]).toEqual([2, 8]);
    expect(await Promise.all(made.map(({ token }) => use(token)))).toEqual([200, 200]);
    await send('DELETE', `/${made[0].id}`);
    expect(await Promise.all(made.map(({ token }) => use(token)))).toEqual([401, 200]);
    expect((await send('DELETE', `/${made[0].id}`)).status).toBe(404);
    expect((await send('POST', '', { expires_in_days: 1 })).status).toBe(200);
    await env.DB.prepare('UPDATE scim_tokens SET expires_at_ms = 1 WHERE id <> ?')
      .bind(made[1].id)
      .run();
    expect((await list()).map(({ expired }: { expired: boolean }) => expired)).toEqual([
      true,
      false,
    ]);
    expect((await send('POST', '', {})).status).toBe(200);
    expect(await list()).toHaveLength(2);
  });

  it('stops working when it expires', async () => {
    const { token } = (await send('POST', '', { expires_in_days: 1 })).body.data;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      expect(await use(token)).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it('needs a confirmed address, a role other than owner, and a lifetime of at most two years', async () => {
    for (const body of [
      { default_role: 'owner' },
      { default_role: 'none' },
      { expires_in_days: 0 },
      { expires_in_days: 731 },
      { expires_in_days: '7' },
    ])
      expect([body, (await send('POST', '', body)).status]).toEqual([body, 400]);
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
      .bind(tenant.owner.id)
      .run();
    expect((await send('POST', '', {})).body.error?.code).toBe('EMAIL_NOT_VERIFIED');
    expect(await list()).toEqual([]);
  });
});
