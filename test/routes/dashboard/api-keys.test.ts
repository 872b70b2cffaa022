import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, post, VALID_INIT } from '../../support/customer/api.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { makeMember } from '../../support/staff/members.ts';

const DAY_MS = 86_400_000;

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});
afterEach(() => void vi.useRealTimers());

const send = (method: string, path: string, body?: unknown) =>
  ask(method, `/api-keys${path}`, tenant.owner.token, body);

async function create(body: Record<string, unknown> = {}) {
  const reply = await send('POST', '', { name: 'Shop', ...body });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body.data;
}

/** @returns 201 for a key that works, 401 for one that does not */
const tryKey = async (key: string) => (await post('/verify/v1/init', VALID_INIT, key)).status;

function passMs(ms: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

const audit = async () =>
  (
    await env.DB.prepare(
      "SELECT action, target_id, staff_id, tenant_id, before, after FROM audit_entries WHERE target_type = 'api_key' ORDER BY id",
    ).all<Record<string, string>>()
  ).results;

describe('an API key', () => {
  it('is shown once, works, and is stored as a hash', async () => {
    passMs(1); // The new key must be created later than the customer's first keys.
    const made = await create({ kind: 'secret', mode: 'live' });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^key_/),
      name: 'Shop',
      kind: 'secret',
      mode: 'live',
      prefix: 'sk_live_',
      status: 'active',
      key: expect.stringMatching(/^sk_live_[\w-]{43}$/),
    });
    expect(made.last_four).toBe(made.key.slice(-4));
    expect(await tryKey(made.key)).toBe(201);
    const { results } = await env.DB.prepare('SELECT * FROM api_keys').all();
    const stored = JSON.stringify(results);
    expect(stored).toContain(made.id);
    expect(stored).not.toContain(made.key.slice('sk_live_'.length));
    const { last_used_at: _used, ...again } = (await send('GET', `/${made.id}`)).body.data;
    expect(again).toEqual({ ...made, key: undefined });
    const list = (await send('GET', '?per_page=1')).body;
    expect(list.data).toMatchObject([{ id: made.id, last_four: made.last_four }]);
    expect(list.meta).toMatchObject({ pagination: { page: 1, per_page: 1, total: 5 } });
  });

  it.each([
    ['secret', 'live', 'sk_live_'],
    ['secret', 'test', 'sk_test_'],
    ['publishable', 'live', 'pk_live_'],
    ['publishable', 'test', 'pk_test_'],
  ])('of kind %s and mode %s begins with %s', async (kind, mode, prefix) => {
    expect((await create({ kind, mode })).key.startsWith(prefix)).toBe(true);
  });

  it('is a secret test key by default', async () => {
    expect(await create()).toMatchObject({ kind: 'secret', mode: 'test', prefix: 'sk_test_' });
  });

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
    ['an unknown kind', { name: 'x', kind: 'root' }, 'kind'],
    ['an unknown mode', { name: 'x', mode: 'prod' }, 'mode'],
  ])('is not made with %s', async (_case, body, field) => {
    const reply = await send('POST', '', body);
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error?.details?.map((one) => one.field)).toEqual([field]);
    expect((await send('GET', '')).body.data).toHaveLength(4);
  });

  it('for live checks needs a confirmed email address, one for the sandbox does not', async () => {
    const { id, token } = await makeMember(tenant.id);
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
      .bind(id)
      .run();
    const ofMode = (mode: string) => ask('POST', '/api-keys', token, { name: 'x', mode });
    expect((await ofMode('live')).body.error?.code).toBe('EMAIL_NOT_VERIFIED');
    expect((await ofMode('test')).status).toBe(200);
    expect((await send('GET', '')).body.data).toHaveLength(5);
  });

  it('is one of at most 50 valid ones, even with 60 concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, n) => send('POST', '', { name: `Key ${n}` })),
    );
    const made = replies.filter(({ status }) => status === 200);
    expect(made).toHaveLength(46);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(14);
    expect(await audit()).toHaveLength(46);
    await send('DELETE', `/${made[0]!.body.data.id}`);
    expect((await send('POST', '', { name: 'room again' })).status).toBe(200);
  });

  it('can be renamed, and nothing else of it changes', async () => {
    const { key: _key, ...made } = await create();
    expect((await send('PATCH', `/${made.id}`, { name: 'Till', mode: 'live' })).status).toBe(400);
    const renamed = await send('PATCH', `/${made.id}`, { name: 'Till' });
    expect(renamed.body.data).toEqual({ ...made, name: 'Till' });
    expect((await send('PATCH', `/${made.id}`, {})).status).toBe(400);
  });
});

describe('when a key was last used', () => {
  const usedAtMs = (id: string) =>
    env.DB.prepare('SELECT last_used_at_ms AS at FROM api_keys WHERE id = ?').bind(id).first('at');

  it('is shown, accurate to an hour', async () => {
    const made = await create();
    expect(Object.keys(made)).not.toContain('last_used_at');
    await tryKey(made.key);
    await eventually(async () => expect(await usedAtMs(made.id)).toEqual(expect.any(Number)));
    const shown = (await send('GET', `/${made.id}`)).body.data.last_used_at;
    expect(Math.abs(Date.parse(shown) - Date.now())).toBeLessThan(60_000);
  });

  it('is written at most once an hour, whatever the key is used for', async () => {
    const made = await create();
    await tryKey(made.key);
    await eventually(async () => expect(await usedAtMs(made.id)).toEqual(expect.any(Number)));
    const first = Number(await usedAtMs(made.id));
    passMs(59 * 60_000);
    await Promise.all(Array.from({ length: 10 }, () => tryKey(made.key)));
    expect(await usedAtMs(made.id)).toBe(first);
    passMs(2 * 60_000);
    await tryKey(made.key);
    await expect
      .poll(async () => Number(await usedAtMs(made.id)) - first)
      .toBeGreaterThan(3_600_000);
  });

  it('is not recorded for a refused key', async () => {
    const made = await create();
    await send('DELETE', `/${made.id}`);
    await tryKey(made.key);
    expect(await usedAtMs(made.id)).toBeNull();
  });
});

describe('a rotated key', () => {
  it('stays valid for the days of the overlap, together with its successor, and then expires', async () => {
    const older = await create({ mode: 'live', kind: 'secret' });
    const reply = await send('POST', `/${older.id}/rotate`, { overlap_days: 7 });
    const { previous, ...newer } = reply.body.data;
    expect(newer).toMatchObject({ name: 'Shop', kind: 'secret', mode: 'live', status: 'active' });
    expect([newer.id, newer.key]).not.toContain(older.id);
    expect(previous).toMatchObject({ id: older.id, status: 'active' });
    expect(Date.parse(previous.expires_at) - Date.now()).toBeGreaterThan(7 * DAY_MS - 60_000);
    passMs(7 * DAY_MS - 60_000);
    expect([await tryKey(older.key), await tryKey(newer.key)]).toEqual([201, 201]);
    // The older key expires at exactly this time, although it has just been cached.
    passMs(60_000);
    expect([await tryKey(older.key), await tryKey(newer.key)]).toEqual([401, 201]);
  });

  it('expires immediately with an overlap of 0 days', async () => {
    const older = await create();
    expect(await tryKey(older.key)).toBe(201);
    const { data } = (await send('POST', `/${older.id}/rotate`, { overlap_days: 0 })).body;
    expect(data.previous.status).toBe('expired');
    expect([await tryKey(older.key), await tryKey(data.key)]).toEqual([401, 201]);
  });

  it.each([
    ['nothing', {}],
    ['8 days', { overlap_days: 8 }],
    ['less than none', { overlap_days: -1 }],
    ['half a day', { overlap_days: 0.5 }],
    ['a text', { overlap_days: '3' }],
    ['null', { overlap_days: null }],
  ])('is not rotated when its overlap is %s', async (_case, body) => {
    const older = await create();
    const reply = await send('POST', `/${older.id}/rotate`, body);
    expect([reply.status, reply.body.error?.details?.[0]?.field]).toEqual([400, 'overlap_days']);
    expect((await send('GET', '')).body.data).toHaveLength(5);
  });

  it('has one successor when fifty requests rotate it at once', async () => {
    const older = await create();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => send('POST', `/${older.id}/rotate`, { overlap_days: 1 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await send('GET', '')).body.data).toHaveLength(6);
    expect(await audit()).toHaveLength(2);
  });

  it('cannot be a revoked key', async () => {
    const older = await create();
    await send('DELETE', `/${older.id}`);
    const reply = await send('POST', `/${older.id}/rotate`, { overlap_days: 1 });
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'CONFLICT']);
    expect((await send('GET', '')).body.data).toHaveLength(5);
  });
});

describe('a revoked key', () => {
  it('is refused at once, and stays in the list', async () => {
    const made = await create({ mode: 'live' });
    expect(await tryKey(made.key)).toBe(201);
    expect((await send('DELETE', `/${made.id}`)).body.data).toEqual({ done: true });
    expect(await tryKey(made.key)).toBe(401);
    expect((await get('/api/v1/sessions', made.key)).status).toBe(401);
    const [first] = (await send('GET', '')).body.data;
    expect(first).toMatchObject({ id: made.id, status: 'revoked' });
    expect(first.revoked_at).toEqual(expect.any(String));
  });

  it('is refused within 30 seconds when another isolate revoked it', async () => {
    const made = await create({ mode: 'live' });
    expect(await tryKey(made.key)).toBe(201);
    // Writes the row as another isolate would, so that this isolate does not notice.
    await env.DB.prepare('UPDATE api_keys SET revoked_at_ms = ? WHERE id = ?')
      .bind(Date.now(), made.id)
      .run();
    passMs(30_000);
    expect(await tryKey(made.key)).toBe(401);
  });

  it('can be revoked again, which changes nothing', async () => {
    const made = await create();
    await send('DELETE', `/${made.id}`);
    const before = (await send('GET', `/${made.id}`)).body.data;
    passMs(5_000);
    expect((await send('DELETE', `/${made.id}`)).status).toBe(200);
    expect((await send('GET', `/${made.id}`)).body.data).toEqual(before);
    expect((await audit()).map(({ action }) => action)).toEqual([
      'api_key.create',
      'api_key.revoke',
    ]);
  });
});

describe('the list of keys', () => {
  const idsOf = async (query: string): Promise<string[]> => {
    const { data, meta } = (await send('GET', `?per_page=100&${query}`)).body;
    expect(meta).toMatchObject({ pagination: { total: data.length } });
    return data.map((key: { id: string }) => key.id).toSorted();
  };

  const expire = (id: string, atMs: number) =>
    env.DB.prepare('UPDATE api_keys SET expires_at_ms = ? WHERE id = ?').bind(atMs, id).run();

  it('has those of one status or mode, or of both', async () => {
    await env.DB.prepare('DELETE FROM api_keys').run();
    const [live, ending] = [await create({ mode: 'live' }), await create({ mode: 'live' })];
    const [test, ended] = [await create(), await create()];
    const [revoked, both] = [await create(), await create()];
    for (const { id } of [revoked, both]) await send('DELETE', `/${id}`);
    for (const { id } of [ended, both]) await expire(id, Date.now());
    await expire(ending.id, Date.now() + 60_000);
    const expected: Record<string, { id: string }[]> = {
      '': [live, ending, test, ended, revoked, both],
      'status=active': [live, ending, test],
      'status=expired': [ended],
      'status=revoked': [revoked, both],
      'mode=live': [live, ending],
      'mode=test': [test, ended, revoked, both],
      'mode=test&status=active': [test],
      'mode=live&status=revoked': [],
    };
    for (const [query, keys] of Object.entries(expected)) {
      const ids = keys.map(({ id }) => id).toSorted();
      expect([query, await idsOf(query)]).toEqual([query, ids]);
    }
    passMs(60_000);
    expect(await idsOf('status=expired')).toHaveLength(2);
  });

  it('shows a key that works, however many newer ones were revoked', async () => {
    await env.DB.prepare('DELETE FROM api_keys').run();
    const made = await create();
    const { results } = await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
       INSERT INTO api_keys (id, tenant_id, kind, mode, hash, last_four, created_at_ms, revoked_at_ms)
       SELECT 'key_' || i, ?, 'secret', 'test', 'hash_' || i, 'abcd', ? + i, ? + i FROM n RETURNING id`,
    )
      .bind(tenant.id, Date.now(), Date.now())
      .all();
    expect(results).toHaveLength(120);
    expect(await idsOf('status=active')).toEqual([made.id]);
  });

  it.each(['mode=all', 'status=ended'])('is not filtered by %s', async (query) => {
    const { status, body } = await send('GET', `?${query}`);
    expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error?.details?.map(({ field }) => field)).toEqual([query.split('=')[0]]);
  });
});

describe('the audit log', () => {
  it('has every change of a key with its actor, and never the key', async () => {
    const made = await create();
    await send('PATCH', `/${made.id}`, { name: 'Till' });
    const { data } = (await send('POST', `/${made.id}/rotate`, { overlap_days: 3 })).body;
    await send('DELETE', `/${made.id}`);
    const entries = await audit();
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'update', 'rotate', 'revoke'].map((verb) => `api_key.${verb}`),
    );
    for (const entry of entries)
      expect(entry).toMatchObject({
        target_id: made.id,
        staff_id: tenant.owner.id,
        tenant_id: tenant.id,
      });
    expect([entries[1]?.['before'], entries[1]?.['after']]).toEqual([
      '{"name":"Shop"}',
      '{"name":"Till"}',
    ]);
    for (const key of [made.key, data.key]) expect(JSON.stringify(entries)).not.toContain(key);
  });
});
