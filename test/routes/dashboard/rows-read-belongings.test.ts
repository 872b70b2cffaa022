// Further lists and counts for a customer: how many rows are read when the tables hold more rows
// than a page may read.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { countRowsRead, FEW_ROWS, makeKeys, rowsReadBy } from '../../support/counted/rows-read.ts';
import {
  MAX_COUNTED,
  NUMBERS,
  SEEDED_ROWS,
  TIME_OF_ROW,
} from '../../support/counted/seeded-rows.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  await makeKeys('dashboard');
  tenant = await makeDashboardTenant();
});

const seed = (sql: string, count = SEEDED_ROWS) =>
  env.DB.prepare(`${sql} FROM n WHERE i < ${count}`).bind(tenant.id).run();

const { read, expectFew } = rowsReadBy('dashboard', () => tenant.owner.token);

describe('few rows are read for the first page of', () => {
  it('API keys, counted up to 10,000', async () => {
    await seed(
      `INSERT INTO api_keys (id, tenant_id, kind, mode, hash, last_four, created_at_ms, revoked_at_ms)
       ${NUMBERS} SELECT 'key_' || i, ?, 'secret', 'live', 'hash_' || i, 'abcd', ${TIME_OF_ROW}, 1`,
    );
    await expectFew('/api-keys', MAX_COUNTED, MAX_COUNTED + FEW_ROWS);
    await expectFew('/api-keys?mode=live', MAX_COUNTED, MAX_COUNTED + FEW_ROWS);
    // The few keys that work are found by reading each key twice: for the page and for the total.
    await expectFew('/api-keys?status=active', 4, 2 * SEEDED_ROWS + FEW_ROWS);
  });

  it('OAuth clients, however many were deleted', async () => {
    await seed(
      `INSERT INTO oauth_clients (id, tenant_id, name, redirect_uris, scopes, secret_hash, created_at_ms, deleted_at_ms)
       ${NUMBERS} SELECT 'xoc_' || i, ?, 'Site', '[]', '[]', '', ${TIME_OF_ROW}, iif(i % 1200 = 7, NULL, 1)`,
    );
    await expectFew('/oauth-clients', 10);
  });

  it('the team and its invitations, each once or twice', async () => {
    await seed(
      `INSERT INTO staff (audience, tenant_id, email, email_normalized, email_verified_at_ms, name, role, created_at_ms)
       ${NUMBERS} SELECT 'dashboard', ?, 'm' || i, 'm' || i, 1, 'Member', 'viewer', 1`,
      1_000,
    );
    await seed(
      `INSERT INTO staff_invitations (id, tenant_id, email, email_normalized, role, token_hash, created_at_ms, expires_at_ms)
       ${NUMBERS} SELECT 'inv_' || i, ?, 'n' || i, 'n' || i, 'viewer', 'h' || i, i, iif(i % 20 = 1, 9999999999999, 1)`,
      1_000,
    );
    await expectFew('/team', 1_001, 1_000 + FEW_ROWS);
    await expectFew('/team/invitations', 50, 2_000 + FEW_ROWS);
  });

  it('blocked faces, in the dashboard and by the API, each one once', async () => {
    await seed(
      `INSERT INTO blocked_faces (name, tenant_id, test, reason, source, added_by, sealed, sealed_by, model, created_at_ms, expires_at_ms)
       ${NUMBERS} SELECT 'bfc_' || i, ?, 0, '', 'image', 'key_0', '', '', '', ${TIME_OF_ROW}, 9999999999999`,
      MAX_COUNTED,
    );
    const most = MAX_COUNTED + FEW_ROWS;
    await expectFew('/blocked-faces?mode=live', MAX_COUNTED, 2 * most);
    await expectFew('/blocked-faces?mode=test', 0);
    const page = await countRowsRead('/verify/v1/blacklist', { 'X-API-Key': tenant.secret });
    expect([page.status, page.total]).toEqual([200, MAX_COUNTED]);
    expect(page.rows).toBeLessThanOrEqual(2 * most);
  });
});

describe('a figure reads daily counts', () => {
  it('of its own days and of no other customer', async () => {
    const day = "strftime('%Y-%m-%d', 'now', '-' || (i % 60) || ' days')";
    for (const whose of [
      "'ten_' || (i / 60)",
      `iif(i < 60, '${tenant.id}', 'ten_x' || (i / 60))`,
    ]) {
      await env.DB.prepare(
        `INSERT INTO daily_counts (tenant_id, name, day, value) ${NUMBERS} SELECT ${whose}, 'success', ${day}, 3 FROM n`,
      ).run();
      await env.DB.prepare(
        `INSERT INTO outcome_days (tenant_id, kind, day, item, status, value)
         ${NUMBERS} SELECT ${whose}, 'seconds', ${day}, '40', 'success', 3 FROM n`,
      ).run();
    }
    for (const path of ['/usage', '/analytics/overview?days=60', '/analytics/funnel?days=60']) {
      const { status, rows } = await read(path);
      expect([path, status, rows <= FEW_ROWS ? 'few' : rows]).toEqual([path, 200, 'few']);
    }
  });

  it('of one month, however many months were counted', async () => {
    await env.DB.prepare('UPDATE tenants SET fall_through = 1').run();
    await seed(
      `INSERT INTO fall_through_months (tenant_id, month, left_at, language, device, value)
       ${NUMBERS} SELECT ?, 'm' || (i / 10), 'age', 'l' || (i % 10), 'phone', 60`,
    );
    const { status, rows } = await read('/analytics/fall-through');
    expect([status, rows <= FEW_ROWS]).toEqual([200, true]);
  });
});
