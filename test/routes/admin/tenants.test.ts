// Customers as operators manage them: list, read, create, change. For suspension see
// tenant-suspension.test.ts.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { get, init } from '../../support/customer/api.ts';
import { ask as askDashboard } from '../../support/staff/dashboard.ts';
import { TestBrowser } from '../../support/visitor/hosted.ts';
import { linksTo } from '../../support/account/mails.ts';
import { makeMember } from '../../support/staff/members.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const EMAIL = 'Dora@cellar.example';
const PASSWORD = 'walnut-harbour-mist-92';

let token: string;
let adminId: number;
beforeEach(async () => {
  const admin = await makeAdmin();
  [token, adminId] = [admin.token, admin.id];
  await env.DB.prepare(
    `INSERT INTO plans (id, name, currency, monthly_minor, verification_minor)
     VALUES ('pro', 'Pro', 'EUR', 4900, 12), ('start', 'Start', 'EUR', 0, 30)`,
  ).run();
});

const send = (method: string, path: string, body?: unknown) =>
  ask(method, `/tenants${path}`, token, body);
const set = (id: string, columns: string) =>
  env.DB.prepare(`UPDATE tenants SET ${columns} WHERE id = ?`).bind(id).run();
const accept = (link: string) =>
  askDashboard('POST', '/auth/accept-invitation', undefined, { token: link, password: PASSWORD });
const entries = async () => {
  const { results } = await env.DB.prepare(
    'SELECT action, staff_id, tenant_id, before, after FROM audit_entries ORDER BY id',
  ).all<{ action: string; before: string | null; after: string | null }>();
  return results.map((row) => ({
    ...row,
    before: JSON.parse(row.before ?? 'null') as unknown,
    after: JSON.parse(row.after ?? 'null') as unknown,
  }));
};

describe('trust', () => {
  it('is given to every customer unless an operator withdraws it, can be filtered by, and is in both audit logs', async () => {
    const [cellar, arcade] = [
      await makeTenant({ name: 'Cellar' }),
      await makeTenant({ name: 'Arcade', agateId: true }),
    ];
    const find = async (query: string) =>
      (await send('GET', `?${query}`)).body.data.map(
        (row: { name: string; ages_trusted: boolean; agate_id: boolean }) => [
          row.name,
          row.ages_trusted,
          row.agate_id,
        ],
      );
    expect(await find('ages_trusted=false')).toEqual([]);
    const changed = await send('PATCH', `/${cellar.id}`, { ages_trusted: false });
    expect([changed.status, changed.body.data]).toMatchObject([200, { ages_trusted: false }]);
    expect(await find('ages_trusted=false')).toEqual([['Cellar', false, false]]);
    expect(await find('ages_trusted=false&state=suspended')).toEqual([]);
    expect(await find('ages_trusted=false&search=cell')).toEqual([['Cellar', false, false]]);
    expect(await find('ages_trusted=true')).toEqual([['Arcade', true, true]]);
    expect(await find('ages_trusted=true&search=cell')).toEqual([]);
    const owner = await makeMember(cellar.id);
    const { body } = await askDashboard('GET', '/audit?action=tenant.update', owner.token);
    expect(body.data).toMatchObject([
      { before: { ages_trusted: true }, after: { ages_trusted: false } },
    ]);
    expect(await entries()).toContainEqual(
      expect.objectContaining({ action: 'tenant.update', staff_id: adminId, tenant_id: cellar.id }),
    );
    for (const wrong of ['no', null, 0])
      expect((await send('PATCH', `/${arcade.id}`, { ages_trusted: wrong })).status).toBe(400);
    expect((await send('GET', '?ages_trusted=maybe')).status).toBe(400);
  });

  it('is for superadmins to change, and for support to see', async () => {
    const { id } = await makeTenant();
    const support = await makeAdmin({ role: 'support' });
    const refused = await ask('PATCH', `/tenants/${id}`, support.token, { ages_trusted: false });
    const seen = await ask('GET', `/tenants/${id}`, support.token);
    expect([refused.status, seen.status, seen.body.data.ages_trusted]).toEqual([403, 200, true]);
  });
});

describe('GET /admin/v1/tenants', () => {
  const namesOf = async (query: string) => {
    const { body } = await send('GET', `?${query}`);
    const { pagination } = body.meta as unknown as { pagination: { total: number } };
    const names: string[] = body.data.map(({ name }: { name: string }) => name);
    return [names, pagination.total];
  };

  it('lists newest first, page by page, and filters by state, plan and day', async () => {
    const made = [];
    for (const name of ['Alder', 'Birch', 'Cedar', 'Dogwood'])
      made.push(await makeTenant({ name }));
    const [alder, birch, cedar, dogwood] = made.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
    ];
    await set(alder, `created_at_ms = ${Date.parse('2026-01-10T12:00:00Z')}, plan_id = 'pro'`);
    await set(birch, `created_at_ms = ${Date.parse('2026-01-11T12:00:00Z')}, suspended_at_ms = 1`);
    await set(cedar, `created_at_ms = ${Date.parse('2026-01-12T12:00:00Z')}, ended_at_ms = 1`);
    await set(dogwood, `created_at_ms = ${Date.parse('2026-01-13T12:00:00Z')}, plan_id = 'pro'`);
    expect(await namesOf('per_page=3')).toEqual([['Dogwood', 'Cedar', 'Birch'], 4]);
    expect(await namesOf('per_page=3&page=2')).toEqual([['Alder'], 4]);
    expect(await namesOf('state=active')).toEqual([['Dogwood', 'Alder'], 2]);
    expect(await namesOf('state=suspended')).toEqual([['Birch'], 1]);
    expect(await namesOf('state=ended')).toEqual([['Cedar'], 1]);
    expect(await namesOf('plan_id=pro&end_date=2026-01-10')).toEqual([['Alder'], 1]);
    expect(await namesOf('start_date=2026-01-11&end_date=2026-01-12')).toEqual([
      ['Cedar', 'Birch'],
      2,
    ]);
    expect((await send('GET', '?state=active')).body.data[0]).toEqual({
      id: dogwood,
      name: 'Dogwood',
      state: 'active',
      residency: 'none',
      plan: { id: 'pro', name: 'Pro' },
      ages_trusted: true,
      agate_id: false,
      created_at: '2026-01-13T12:00:00Z',
    });
  });

  it('finds by part of a name, by id and by the email address of a member, confirmed or not', async () => {
    const [cellar, vineyard] = [
      await makeTenant({ name: 'The Cellar Door' }),
      await makeTenant({ name: 'Vineyard' }),
    ];
    const member = await makeMember(vineyard.id);
    expect(await namesOf('search=cellar')).toEqual([['The Cellar Door'], 1]);
    expect(await namesOf('search=%25')).toEqual([[], 0]);
    expect(await namesOf(`search=${cellar.id}`)).toEqual([['The Cellar Door'], 1]);
    expect(await namesOf(`search=${member.email.toUpperCase()}`)).toEqual([['Vineyard'], 1]);
    await env.DB.prepare('UPDATE staff SET email_verified_at_ms = NULL WHERE id = ?')
      .bind(member.id)
      .run();
    expect(await namesOf(`search=${member.email}`)).toEqual([['Vineyard'], 1]);
    expect(await namesOf('search=vine&state=suspended')).toEqual([[], 0]);
  });

  it('answers 400 to an invalid filter', async () => {
    for (const query of [
      'state=gone',
      'start_date=2026-02-30',
      'start_date=2026-02-02&end_date=2026-02-01',
      `search=${'a'.repeat(255)}`,
    ])
      expect([query, (await send('GET', `?${query}`)).status]).toEqual([query, 400]);
  });
});

describe('GET /admin/v1/tenants/{id}', () => {
  it('shows limits, owners, counts and usage', async () => {
    const tenant = await makeTenant({ name: 'Vineyard', ageMarginYears: 5 });
    const owner = await makeMember(tenant.id);
    await makeMember(tenant.id, 'analyst');
    await set(tenant.id, "plan_id = 'pro'");
    const { status, body } = await send('GET', `/${tenant.id}`);
    expect([status, body.data]).toEqual([
      200,
      {
        id: tenant.id,
        name: 'Vineyard',
        state: 'active',
        residency: 'none',
        plan: { id: 'pro', name: 'Pro' },
        created_at: expect.any(String),
        ages_trusted: true,
        agate_id: false,
        age_margin_years: 5,
        age_target: null,
        effective_age_margin_years: 5,
        age_margin_floor_years: 2,
        attempt_cap: 3,
        retention_days: 30,
        history_days: 180,
        require_second_factor: false,
        owners: [{ name: 'Vera Vintner', email: owner.email, last_login_at: expect.any(String) }],
        counts: { members: 2, keys: 4, clients: 0, endpoints: 0 },
        currency: 'EUR',
        months: [{ month: expect.any(String), completed: 0, amount_minor: 4900 }],
      },
    ]);
  });

  it('answers 404 to an unknown id', async () => {
    expect((await send('GET', '/ten_none')).status).toBe(404);
  });
});

describe('GET /admin/v1/plans', () => {
  it('lists the cheapest first', async () => {
    const { body } = await ask('GET', '/plans', token);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['start', 'pro']);
    expect(body.data[1]).toEqual({
      id: 'pro',
      name: 'Pro',
      currency: 'EUR',
      monthly_minor: 4900,
      verification_minor: 12,
    });
  });
});

describe('POST /admin/v1/tenants', () => {
  const wish = { name: 'Vineyard', plan_id: 'pro', owner_email: EMAIL };

  it('creates a customer, audits it in both logs and mails its first owner, who joins by the link', async () => {
    const made = await send('POST', '', wish);
    expect([made.status, made.body.data]).toMatchObject([
      201,
      {
        name: 'Vineyard',
        state: 'active',
        plan: { id: 'pro' },
        owners: [],
        counts: { members: 0, keys: 0 },
      },
    ]);
    const { id } = made.body.data;
    expect(await entries()).toEqual([
      {
        action: 'tenant.create',
        staff_id: adminId,
        tenant_id: id,
        before: null,
        after: { name: 'Vineyard', plan_id: 'pro', residency: 'none' },
      },
    ]);
    const [link = ''] = await linksTo(EMAIL, 1);
    const joined = await accept(link);
    expect(joined.body.data.user).toMatchObject({
      email: EMAIL,
      role: 'owner',
      tenant_id: id,
      email_verified: true,
    });
    const log = await askDashboard('GET', '/audit', joined.body.data.access_token);
    expect(log.body.data.map(({ action }: { action: string }) => action)).toContain(
      'tenant.create',
    );
  });

  it('creates nothing from invalid input: 400 names the field, 409 an address that already works for a customer', async () => {
    const member = await makeMember((await makeTenant()).id);
    const tries = [
      [{ ...wish, name: ' ' }, 400, 'name'],
      [{ ...wish, owner_email: 'nobody' }, 400, 'owner_email'],
      [{ ...wish, plan_id: 'gold' }, 400, 'plan_id'],
      [{ ...wish, residency: 'us' }, 400, 'residency'],
      [{ ...wish, residency: null }, 400, 'residency'],
      [{ ...wish, owner_email: member.email }, 409, undefined],
    ] as const;
    for (const [body, status, field] of tries) {
      const answer = await send('POST', '', body);
      expect([answer.status, answer.body.error?.details?.[0]?.field]).toEqual([status, field]);
    }
    expect(
      (await env.DB.prepare('SELECT count(*) AS n FROM tenants').first<{ n: number }>())?.n,
    ).toBe(1);
    expect(await entries()).toEqual([]);
  });

  it('leaves neither customer nor audit entry when one of them cannot be written', async () => {
    await env.DB.prepare(
      "CREATE TRIGGER broken BEFORE INSERT ON staff_invitations BEGIN SELECT RAISE(ABORT, 'broken'); END",
    ).run();
    expect((await send('POST', '', wish)).status).toBe(500);
    expect(
      (await env.DB.prepare('SELECT count(*) AS n FROM tenants').first<{ n: number }>())?.n,
    ).toBe(0);
    expect(await entries()).toEqual([]);
  });
});

describe('POST /admin/v1/tenants/{id}/invitation', () => {
  it('replaces the link sent to an address, until somebody has joined', async () => {
    const { id } = (await send('POST', '', { name: 'Vineyard', owner_email: EMAIL })).body.data;
    expect((await send('POST', `/${id}/invitation`, { email: EMAIL })).status).toBe(200);
    const [first = '', second = ''] = await linksTo(EMAIL, 2);
    expect((await accept(first)).body.error?.code).toBe('INVALID_TOKEN');
    expect((await accept(second)).status).toBe(200);
    expect((await send('POST', `/${id}/invitation`, { email: 'eve@cellar.example' })).status).toBe(
      409,
    );
    expect((await send('POST', '/ten_none/invitation', { email: EMAIL })).status).toBe(404);
  });
});

describe('PATCH /admin/v1/tenants/{id}', () => {
  /** The customer's name as the visitor of a new session sees it. */
  const nameOn = async (key: string): Promise<string> =>
    (await new TestBrowser().open(await init(key))).body.data.privacy.controller;

  it('changes only the given fields, audits only what differs, and applies to new sessions', async () => {
    const tenant = await makeTenant({ name: 'Vineyard' });
    expect(await nameOn(tenant.secret)).toBe('Vineyard');
    const changes = {
      name: 'Orchard',
      plan_id: 'pro',
      age_margin_years: 9,
      attempt_cap: 3,
      retention_days: 7,
    };
    const { status, body } = await send('PATCH', `/${tenant.id}`, changes);
    expect([status, body.data]).toMatchObject([
      200,
      {
        name: 'Orchard',
        plan: { id: 'pro' },
        age_margin_years: 9,
        effective_age_margin_years: 9,
        retention_days: 7,
        history_days: 180,
      },
    ]);
    expect(await entries()).toEqual([
      {
        action: 'tenant.update',
        staff_id: adminId,
        tenant_id: tenant.id,
        before: { name: 'Vineyard', plan_id: null, age_margin_years: null, retention_days: 30 },
        after: { name: 'Orchard', plan_id: 'pro', age_margin_years: 9, retention_days: 7 },
      },
    ]);
    expect((await send('PATCH', `/${tenant.id}`, changes)).status).toBe(200);
    expect(await entries()).toHaveLength(1);
    expect(await nameOn(tenant.secret)).toBe('Orchard');
    expect((await send('PATCH', `/${tenant.id}`, { plan_id: null })).body.data.plan).toBeNull();
  });

  it('answers 400 with the field, 404 and 409, and changes nothing', async () => {
    const tenant = await makeTenant({ ageMarginYears: 5 });
    const ended = await makeTenant();
    await set(ended.id, 'ended_at_ms = 1');
    const tries = [
      [tenant.id, { attempt_cap: 21 }, 400, 'attempt_cap'],
      [tenant.id, { age_margin_years: 20.5 }, 400, 'age_margin_years'],
      [tenant.id, { age_target: 5 }, 400, 'age_target'],
      [tenant.id, { plan_id: 'gold' }, 400, 'plan_id'],
      [tenant.id, { history_days: 29 }, 400, 'history_days'],
      ['ten_none', { name: 'Orchard' }, 404, undefined],
      [ended.id, { name: 'Orchard' }, 409, undefined],
    ] as const;
    for (const [id, body, status, field] of tries) {
      const answer = await send('PATCH', `/${id}`, body);
      expect([body, answer.status, answer.body.error?.details?.[0]?.field]).toEqual([
        body,
        status,
        field,
      ]);
    }
    expect(await entries()).toEqual([]);
  });

  it('by twenty operators at once: each audit entry begins where the one before it ended', async () => {
    const tenant = await makeTenant();
    const days = Array.from({ length: 20 }, (_, n) => n + 31);
    const replies = await Promise.all(
      days.map((retention_days) => send('PATCH', `/${tenant.id}`, { retention_days })),
    );
    expect(replies.map(({ status }) => status)).toEqual(days.map(() => 200));
    const steps = await entries();
    expect(steps).toHaveLength(20);
    for (const [n, { before }] of steps.entries())
      expect(before).toEqual(n === 0 ? { retention_days: 30 } : steps[n - 1]?.after);
  });
});

describe('the keys of a customer', () => {
  it('are not in any answer to operators', async () => {
    const tenant = await makeTenant();
    await get('/sdk/v1/sessions', tenant.secret);
    const { body } = await send('GET', `/${tenant.id}`);
    for (const key of [tenant.secret, tenant.publishable])
      expect(JSON.stringify(body)).not.toContain(key.slice(-8));
  });
});
