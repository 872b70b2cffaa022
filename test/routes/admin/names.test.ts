// Names that resemble another customer's name, as operators list and confirm them (D-77).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { ask as askDashboard } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const REVERSED = '\u202eelgooG';
const MIXED = 'G\u043ebble';

let token: string;
beforeEach(async () => {
  token = (await makeAdmin()).token;
});

const list = async (after = '') => {
  const reply = await ask('GET', `/names?after=${after}`, token);
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body.data as {
    names: { tenant_id: string; place: string; id: string; name: string; fault: string }[];
    next?: string;
  };
};
const confirm = (id: string, name: string) => ask('POST', `/tenants/${id}/names`, token, { name });
const withdraw = (id: string, name: string) =>
  ask('DELETE', `/tenants/${id}/names?name=${encodeURIComponent(name)}`, token);
const confirmedOf = async (id: string) =>
  (await ask('GET', `/tenants/${id}/names`, token)).body.data as { name: string }[];

const addClient = (tenantId: string, id: string, name: string) =>
  env.DB.prepare(
    `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms)
     VALUES (?, ?, ?, '[]', '["openid"]', 'x', 0)`,
  )
    .bind(id, tenantId, name)
    .run();

describe('the list of names', () => {
  it('has the names of customers, controllers, clients and members that break the rule, and no others', async () => {
    const bad = await makeTenant({ name: 'Google' });
    const good = await makeTenant({ name: 'مكتبة النور' });
    await env.DB.prepare('UPDATE tenants SET controller_name = ? WHERE id = ?')
      .bind(REVERSED, bad.id)
      .run();
    await addClient(bad.id, 'xoc_bad', MIXED);
    await addClient(bad.id, 'xoc_good', 'Cellar Door');
    await addClient(good.id, 'xoc_other', 'PayPal');
    const member = await makeMember(bad.id);
    await env.DB.prepare("UPDATE staff SET name = 'Agate' WHERE id = ?").bind(member.id).run();
    const { names, next } = await list();
    expect(next).toBeUndefined();
    const about = { tenant_id: bad.id, tenant_name: 'Google' };
    expect(names).toHaveLength(5);
    expect(names).toEqual(
      expect.arrayContaining([
        {
          ...about,
          place: 'company',
          id: bad.id,
          name: 'Google',
          fault: 'well_known',
          looks_like: 'google',
        },
        {
          ...about,
          place: 'controller',
          id: bad.id,
          name: REVERSED,
          fault: 'hides_letters',
          looks_like: 'google',
        },
        { ...about, place: 'client', id: 'xoc_bad', name: MIXED, fault: 'mixes_alphabets' },
        {
          ...about,
          place: 'member',
          id: `mem_${member.id}`,
          name: 'Agate',
          fault: 'service_name',
          looks_like: 'Agate',
        },
        {
          tenant_id: good.id,
          tenant_name: 'مكتبة النور',
          place: 'client',
          id: 'xoc_other',
          name: 'PayPal',
          fault: 'well_known',
          looks_like: 'paypal',
        },
      ]),
    );
  });

  it('leaves out a well-known name while a member of the customer has an address at its domain', async () => {
    const { id } = await makeTenant({ name: 'Google' });
    const owner = await makeMember(id);
    await env.DB.prepare("UPDATE staff SET email = 'ada@google.com' WHERE id = ?")
      .bind(owner.id)
      .run();
    expect((await list()).names).toEqual([]);
    await env.DB.prepare('UPDATE staff SET deactivated_at_ms = 1 WHERE id = ?')
      .bind(owner.id)
      .run();
    expect((await list()).names).toMatchObject([{ tenant_id: id, name: 'Google' }]);
  });

  it('continues where the last page ended, and has every customer once', async () => {
    const rows = Array.from(
      { length: 2_300 },
      (_, index) => `ten_${String(index).padStart(4, '0')}`,
    );
    for (let from = 0; from < rows.length; from += 50)
      await env.DB.batch(
        rows
          .slice(from, from + 50)
          .map((id, at) =>
            env.DB.prepare('INSERT INTO tenants (id, name, created_at_ms) VALUES (?, ?, 0)').bind(
              id,
              (from + at) % 1_000 === 999 ? 'Google' : 'Cellar',
            ),
          ),
      );
    const first = await list();
    expect(first.names.map(({ id }) => id)).toEqual(['ten_0999', 'ten_1999']);
    expect(first.next).toBe('ten_1999');
    await env.DB.prepare("UPDATE tenants SET name = 'Google' WHERE id = 'ten_2299'").run();
    const second = await list(first.next);
    expect(second).toMatchObject({ names: [{ id: 'ten_2299' }] });
    expect(second.next).toBeUndefined();
  });
});

describe('an operator’s confirmation of a name', () => {
  it('lets that customer alone use the name wherever it has names, and is in both audit logs', async () => {
    const [one, other] = [
      await makeTenant({ name: 'Google' }),
      await makeTenant({ name: 'Google' }),
    ];
    const owners = { one: await makeMember(one.id), other: await makeMember(other.id) };
    const name = (who: keyof typeof owners, wish: unknown) =>
      askDashboard('PATCH', '/settings', owners[who].token, wish);
    expect((await name('one', { controller_name: 'Google' })).status).toBe(400);
    expect((await confirm(one.id, ' Google ')).body.data).toEqual({ done: true });
    expect((await list()).names).toMatchObject([{ tenant_id: other.id, name: 'Google' }]);
    expect((await name('one', { controller_name: 'Google' })).status).toBe(200);
    expect((await name('one', { controller_name: 'Google Ireland' })).status).toBe(400);
    expect((await name('one', { controller_name: 'G\u043eogle' })).status).toBe(400);
    expect((await name('other', { controller_name: 'Google' })).status).toBe(400);
    expect(await confirmedOf(one.id)).toEqual([
      { name: 'Google', confirmed_at: expect.any(String) },
    ]);
    expect(await confirmedOf(other.id)).toEqual([]);
    const audit = await askDashboard('GET', '/audit?action=tenant.confirm_name', owners.one.token);
    expect(audit.body.data).toMatchObject([
      { target_id: one.id, after: { name: 'Google', looks_like: 'google' } },
    ]);
    const log = await ask('GET', '/audit?action=tenant.confirm_name', token);
    expect(log.body.data).toHaveLength(1);
    expect((await confirm(one.id, 'Google')).status).toBe(409);
  });

  it('can be withdrawn: the name stays, is listed again and cannot be set again', async () => {
    const { id } = await makeTenant({ name: MIXED });
    const owner = await makeMember(id);
    await confirm(id, MIXED);
    expect((await list()).names).toEqual([]);
    expect((await withdraw(id, MIXED)).status).toBe(200);
    expect((await withdraw(id, MIXED)).status).toBe(404);
    expect((await list()).names).toMatchObject([{ tenant_id: id, name: MIXED }]);
    const settings = await askDashboard('GET', '/settings', owner.token);
    expect(settings.body.data.name).toBe(MIXED);
    const wish = { controller_name: MIXED };
    expect((await askDashboard('PATCH', '/settings', owner.token, wish)).status).toBe(400);
    const { body } = await askDashboard('GET', '/audit?action=tenant.withdraw_name', owner.token);
    expect(body.data).toMatchObject([{ before: { name: MIXED } }]);
  });

  it('is refused for hidden letters, for a name that needs none, and for an unknown customer', async () => {
    const { id } = await makeTenant();
    for (const name of [REVERSED, 'Weinhaus'])
      expect((await confirm(id, name)).body.error).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ field: 'name' }],
      });
    expect((await confirm('ten_nobody', 'Google')).status).toBe(404);
    expect((await ask('GET', '/tenants/ten_nobody/names', token)).status).toBe(404);
    const { results } = await env.DB.prepare('SELECT action FROM audit_entries').all();
    expect(results).toEqual([]);
  });

  it('can be given with a new customer, and is kept only if the name needs it', async () => {
    const make = (name: string, email: string) =>
      ask('POST', '/tenants', token, { name, owner_email: email, confirm_name: true });
    const made = await make('Google', 'ada@cellar.example');
    expect(made.status).toBe(201);
    expect((await confirmedOf(made.body.data.id)).map(({ name }) => name)).toEqual(['Google']);
    const plain = await make('Weinhaus', 'bea@cellar.example');
    expect(await confirmedOf(plain.body.data.id)).toEqual([]);
    expect((await make(REVERSED, 'cem@cellar.example')).status).toBe(400);
    const { results } = await env.DB.prepare(
      "SELECT after FROM audit_entries WHERE action = 'tenant.create' ORDER BY id",
    ).all<{ after: string }>();
    expect(results.map(({ after }) => JSON.parse(after) as unknown)).toEqual([
      { name: 'Google', plan_id: null, residency: 'none', name_confirmed: true },
      { name: 'Weinhaus', plan_id: null, residency: 'none' },
    ]);
  });

  it('is given by superadmins; support may only read', async () => {
    const support = (await makeAdmin({ role: 'support' })).token;
    const { id } = await makeTenant({ name: 'Google' });
    expect((await ask('GET', '/names', support)).status).toBe(200);
    expect((await ask('POST', `/tenants/${id}/names`, support, { name: 'Google' })).status).toBe(
      403,
    );
  });
});
