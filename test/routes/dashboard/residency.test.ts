// The residency of a customer (D-172): it is chosen when the customer is created in any of three
// ways, is returned afterwards, and never changes. Its effect is tested in
// test/routes/verify/residency.test.ts.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { auditedSettings, readSettings } from '../../../src/domain/customers/tenants/settings.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask as askAdmin, makeAdmin } from '../../support/staff/admins.ts';
import { openConsole } from '../../support/staff/console.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';

let operator: string;
beforeEach(async () => {
  ({ token: operator } = await makeAdmin());
});

const WISH = {
  company: 'Cellar & Sons',
  name: 'Vera Vintner',
  email: 'vera@cellar.example',
  password: 'walnut-harbour-mist-92',
};

type Chosen = { residency?: unknown };
type Made = { status: number; id: string; field: string | undefined };

/** The ways to create a customer. */
const WAYS: [string, (chosen: Chosen) => Promise<Made>][] = [
  [
    'signing up by API',
    async (chosen) => {
      const { status, body } = await ask('POST', '/auth/register', undefined, {
        ...WISH,
        ...chosen,
      });
      const field = body.error?.details?.[0]?.field;
      return { status, id: body.data?.user.tenant_id, field };
    },
  ],
  [
    'signing up in the console',
    async (chosen) => {
      const { status, body } = await openConsole('dashboard').post('register', {
        ...WISH,
        ...chosen,
      });
      const field = body.error?.details?.[0]?.field;
      return { status, id: body.data?.user.tenant_id, field };
    },
  ],
  [
    'an operator',
    async (chosen) => {
      const wish = { name: 'Cellar & Sons', owner_email: WISH.email, ...chosen };
      const { status, body } = await askAdmin('POST', '/tenants', operator, wish);
      return { status, id: body.data?.id, field: body.error?.details?.[0]?.field };
    },
  ],
];

it.each(WAYS)('%s chooses it, and without a choice it is none', async (_way, create) => {
  for (const [chosen, residency] of [
    [{ residency: 'eu' }, 'eu'],
    [{ residency: 'none' }, 'none'],
    [{}, 'none'],
  ] as const) {
    const { status, id } = await create(chosen);
    expect(status).toBe(201);
    const shown = await askAdmin('GET', `/tenants/${id}`, operator);
    expect(shown.body.data.residency).toBe(residency);
    const found = await askAdmin('GET', `/tenants?search=${id}`, operator);
    expect(found.body.data).toMatchObject([{ id, residency }]);
    const made = await env.DB.prepare(
      "SELECT after ->> 'residency' AS residency FROM audit_entries WHERE action = 'tenant.create' AND tenant_id = ?",
    )
      .bind(id)
      .first();
    expect(made).toEqual({ residency });
  }
});

it.each(WAYS)('%s cannot choose anything else, and then creates nobody', async (_way, create) => {
  for (const residency of ['us', 'EU', '', null, true, ['eu']])
    expect(await create({ residency })).toMatchObject({ status: 400, field: 'residency' });
  const count = await env.DB.prepare('SELECT count(*) AS n FROM tenants').first('n');
  expect(count).toBe(0);
});

it('members see it in the settings, where it cannot be changed', async () => {
  for (const residency of ['none', 'eu'] as const) {
    const { id, owner } = await makeDashboardTenant({ residency });
    const settings = await ask('GET', '/settings', owner.token);
    expect(settings.body.data.residency).toBe(residency);
    for (const wanted of ['none', 'eu', null]) {
      const change = { name: 'Orchard', residency: wanted };
      const refused = await ask('PATCH', '/settings', owner.token, change);
      expect([refused.status, refused.body.error]).toMatchObject([
        400,
        {
          code: 'VALIDATION_FAILED',
          message: 'residency is chosen when a customer is created, and cannot be changed.',
        },
      ]);
    }
    const ctx = makeContext();
    expect(await auditedSettings(await readSettings(ctx, id))).toMatchObject({
      name: 'Cellar Door',
      residency,
    });
  }
});

it('operators cannot change it either', async () => {
  const { id } = await makeDashboardTenant({ residency: 'eu' });
  const change = { name: 'Orchard', residency: 'none' };
  const refused = await askAdmin('PATCH', `/tenants/${id}`, operator, change);
  expect([refused.status, refused.body.error]).toMatchObject([
    400,
    {
      code: 'VALIDATION_FAILED',
      message: 'residency is chosen when a customer is created, and cannot be changed.',
    },
  ]);
  const shown = await askAdmin('GET', `/tenants/${id}`, operator);
  expect(shown.body.data).toMatchObject({ name: 'Cellar Door', residency: 'eu' });
});

it('the database refuses every change of it, and other changes pass', async () => {
  const { id } = await makeDashboardTenant({ residency: 'eu' });
  const set = (column: string, value: string) =>
    env.DB.prepare(`UPDATE tenants SET ${column} = ? WHERE id = ?`).bind(value, id).run();
  await expect(set('residency', 'none')).rejects.toThrow('never changes');
  await set('residency', 'eu');
  await set('name', 'Orchard');
  const row = await env.DB.prepare('SELECT name, residency FROM tenants WHERE id = ?')
    .bind(id)
    .first();
  expect(row).toEqual({ name: 'Orchard', residency: 'eu' });
});
