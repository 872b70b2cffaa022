import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const usage = async (query = '') =>
  (await ask('GET', `/usage${query}`, tenant.owner.token)).body.data;
const month = (ago: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
    .toISOString()
    .slice(0, 7);
};

async function addSession(tenantId: string, status: string, day: string, test = 0) {
  const atMs = Date.parse(`${day}T12:00:00Z`);
  await env.DB.prepare(
    `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode,
       created_at_ms, completed_at_ms, expires_at_ms)
     VALUES (?, ?, ?, 3, ?, 'age_verification', 'auto', ?, ?, ?)`,
  )
    .bind(crypto.randomUUID(), tenantId, test, status, atMs, atMs, atMs)
    .run();
}

const began = (ago: number) =>
  env.DB.prepare('UPDATE tenants SET created_at_ms = ? WHERE id = ?')
    .bind(Date.parse(`${month(ago)}-02T00:00:00Z`), tenant.id)
    .run();

describe('GET /dashboard/v1/usage', () => {
  it('counts completed sessions, by month, at the plan’s price', async () => {
    await began(2);
    await env.DB.batch([
      env.DB.prepare(`INSERT INTO plans VALUES ('grow', 'Grow', 'EUR', 4900, 25)`),
      env.DB.prepare(`UPDATE tenants SET plan_id = 'grow' WHERE id = ?`).bind(tenant.id),
    ]);
    for (const status of ['success', 'failed', 'canceled', 'expired'])
      await addSession(tenant.id, status, `${month(1)}-15`);
    await addSession(tenant.id, 'success', `${month(0)}-01`);
    await addSession(tenant.id, 'success', `${month(0)}-01`, 1);
    const other = await makeDashboardTenant();
    await addSession(other.id, 'success', `${month(0)}-01`);
    expect(await usage()).toEqual({
      plan: {
        id: 'grow',
        name: 'Grow',
        currency: 'EUR',
        monthly_minor: 4900,
        verification_minor: 25,
      },
      months: [
        { month: month(0), completed: 1, amount_minor: 4925 },
        { month: month(1), completed: 2, amount_minor: 4950 },
        { month: month(2), completed: 0, amount_minor: 4900 },
      ],
    });
    expect((await usage('?months=1')).months).toHaveLength(1);
  });

  it('costs nothing without a plan, and starts with the month of the customer’s creation', async () => {
    expect(await usage('?months=36')).toEqual({
      plan: null,
      months: [{ month: month(0), completed: 0, amount_minor: 0 }],
    });
  });

  it.each(['0', '37', '-1', '1.5', 'x', ''])('refuses months=%s', async (months) => {
    const { status, body } = await ask('GET', `/usage?months=${months}`, tenant.owner.token);
    expect([status, body.error?.details?.[0]?.field]).toEqual([400, 'months']);
  });
});
