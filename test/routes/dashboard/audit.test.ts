import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContext } from '../../../src/context.ts';
import {
  selectTenantDays,
  selectTenantPage,
} from '../../../src/domain/platform/audit/tenant-log-store.ts';
import { selectCounts } from '../../../src/domain/operations/analytics/store.ts';
import {
  selectCompletedByMonth,
  selectMovedByMonth,
} from '../../../src/domain/customers/usage/usage-store.ts';
import { recordAudit } from '../../../src/domain/platform/audit/record.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
});

const list = (query = '', token = tenant.owner.token) => ask('GET', `/audit${query}`, token);
const rename = (name: string, token = tenant.owner.token) =>
  ask('PATCH', '/settings', token, { name });

describe('GET /dashboard/v1/audit', () => {
  it('shows who did what, newest first, by pages, filtered', async () => {
    for (const name of ['One', 'Two', 'Three']) await rename(name);
    await ask('POST', '/auth/logout-all', (await makeMember(tenant.id, 'owner')).token);
    const first = await list('?per_page=2&target_type=tenant');
    expect(first.body.data.map(({ after }: any) => after.name)).toEqual(['Three', 'Two']);
    expect(first.body.meta).toMatchObject({ pagination: { total: 3, total_pages: 2 } });
    expect((await list('?per_page=2&page=2&target_type=tenant')).body.data).toHaveLength(1);
    expect((await list(`?member_id=mem_${tenant.owner.id}`)).body.data).toHaveLength(3);
    const [left] = (await list('?action=auth.logout_all')).body.data;
    expect(left).toMatchObject({ target_type: 'staff', target_id: left.member_id });
    expect((await list('?end_date=2020-01-01')).body.data).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`?start_date=${today}`)).body.data).toHaveLength(4);
  });

  it('shows the entries of that customer only', async () => {
    const other = await makeDashboardTenant();
    await rename('Mine');
    expect((await list('', other.owner.token)).body.data).toEqual([]);
    expect((await list(`?member_id=mem_${tenant.owner.id}`, other.owner.token)).body.data).toEqual(
      [],
    );
  });

  it('shows actions of operators and of the service without their identity and IP address', async () => {
    await withContext((ctx) =>
      recordAudit(ctx, {
        actor: {
          audience: 'admin',
          staffId: 7,
          tenantId: tenant.id,
          ip: '192.0.2.77',
          userAgent: 'ops',
        },
        action: 'tenant.update',
        target: { type: 'tenant', id: tenant.id },
      }),
    );
    const { data } = (await list()).body;
    expect(data).toMatchObject([{ member_id: null, action: 'tenant.update' }]);
    expect(JSON.stringify(data)).not.toMatch(/192\.0\.2\.77|ops/);
    expect((await list('?member_id=mem_7')).body.data).toEqual([]);
  });

  it.each([
    'member_id=7',
    'member_id=mem_x',
    'start_date=x',
    'start_date=2026-02-02&end_date=2026-02-01',
    'page=0',
    'per_page=101',
  ])('refuses %s', async (query) => expect((await list(`?${query}`)).status).toBe(400));
});

const PLACE = { total: 100, beforeMs: Date.now(), skip: 3 };

describe('the query', () => {
  it('uses an index of the customer', async () => {
    const { db } = createContext(env, createExecutionContext());
    const queries = [
      selectTenantPage(db, tenant.id, { action: 'x', staffId: 7 }, PLACE, 20),
      selectTenantDays(db, tenant.id, { startDate: '2026-01-01', targetType: 'tenant' }),
      selectCompletedByMonth(db, tenant.id, '2026-01-01'),
      selectMovedByMonth(db, tenant.id, '2026-01-01'),
      selectCounts(db, tenant.id, ['success', 'failed'], { from: '2026-01-01', to: '2026-02-01' }),
    ];
    for (const query of queries) {
      const { sql, params } = query.toSQL();
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...params)
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail).join('; ');
      expect(plan).toMatch(/SEARCH .*tenant_id=\?/);
      expect(plan).not.toContain('SCAN');
    }
  });
});
