// The last pages of operators' lists, the lists of one account, and the platform's figures: only a
// few rows are read, even when the tables hold more rows than a page may read.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin } from '../../support/staff/admins.ts';
import { FEW_AND_A_DAY, FEW_ROWS, makeKeys, rowsReadBy } from '../../support/counted/rows-read.ts';
import { NUMBERS, SEEDED_ROWS, TIME_OF_ROW } from '../../support/counted/seeded-rows.ts';

let token: string;
beforeEach(async () => {
  await makeKeys('admin');
  ({ token } = await makeAdmin());
});

const { read } = rowsReadBy('admin', () => token);

const seed = (sql: string) => env.DB.prepare(`${sql} FROM n`).run();

const seedAccounts = (status: string) =>
  seed(
    `INSERT INTO accounts (subject, email, email_normalized, status, locked_until_ms, created_at_ms)
     ${NUMBERS} SELECT 'xid_' || i, 'p' || i, 'p' || i, '${status}', 9999999999999, ${TIME_OF_ROW}`,
  );

describe('few rows are read', () => {
  it('by the last page of accounts, which skips the rows of one day only', async () => {
    await seedAccounts('active');
    const last = await read(`/accounts?per_page=20&page=${SEEDED_ROWS / 20}`);
    expect([last.total, last.data.length]).toEqual([SEEDED_ROWS, 20]);
    expect(last.rows).toBeLessThanOrEqual(FEW_AND_A_DAY);
  });

  it('by a page of locked accounts, without a check of each lockout', async () => {
    await seedAccounts('locked');
    const first = await read('/accounts?status=locked');
    expect([first.total, first.rows <= FEW_ROWS]).toEqual([SEEDED_ROWS, true]);
    // For a statement that changes rows, D1 also reports how many rows it read.
    const { meta } = await env.DB.prepare(
      `UPDATE accounts SET status = 'active' WHERE status = 'locked'
       AND (CASE WHEN locked_until_ms IS NULL THEN 0 ELSE locked_until_ms END) <= ?`,
    )
      .bind(Date.now())
      .run();
    expect(meta.rows_read).toBeLessThanOrEqual(FEW_ROWS);
  });

  it('by the last page of the audit log, which skips the rows of one day only', async () => {
    await seed(
      `INSERT INTO audit_entries (at_ms, staff_id, audience, action, target_type, target_id)
       ${NUMBERS} SELECT ${TIME_OF_ROW}, 7777, 'admin', 'account.suspend', 'account', 'x'`,
    );
    for (const filter of [
      '',
      '&action=account.suspend',
      '&admin_user_id=7777&target_type=account',
    ]) {
      const last = await read(`/audit?per_page=20&page=${SEEDED_ROWS / 20}${filter}`);
      expect([filter, last.total, last.data.length]).toEqual([filter, SEEDED_ROWS, 20]);
      expect([filter, last.rows <= FEW_AND_A_DAY ? 'few' : last.rows]).toEqual([filter, 'few']);
    }
    // No entry matches these filters.
    for (const none of ['action=', 'target_type=', 'admin_user_id=7777&action='])
      expect([none, (await read(`/audit?${none}`)).total]).toEqual([none, 0]);
  });

  it('by the lists of one account, none of them rows of other accounts', async () => {
    await seedAccounts('active');
    const { results } = await env.DB.prepare(
      "SELECT id FROM accounts WHERE subject = 'xid_7'",
    ).run<{
      id: number;
    }>();
    const id = results[0]?.id ?? 0;
    await seed(
      `INSERT INTO login_attempts (account_id, method, outcome, device, at_ms)
       ${NUMBERS} SELECT ${id} - 1 + i % 1000, 'password', 'success', 'Firefox', ${TIME_OF_ROW}`,
    );
    await seed(
      `INSERT INTO notifications (account_id, type, details, created_at_ms)
       ${NUMBERS} SELECT ${id} - 1 + i % 1000, 'new_device', '{}', ${TIME_OF_ROW}`,
    );
    for (const [path, total] of [
      ['login-history', 12],
      ['notifications', 12],
      ['connections', 0],
    ] as const) {
      const page = await read(`/accounts/${id}/${path}`);
      expect([path, page.total, page.rows <= FEW_ROWS]).toEqual([path, total, true]);
    }
    for (const path of ['', '/passkeys', '/sessions']) {
      const { status, rows } = await read(`/accounts/${id}${path}`);
      expect([path, status, rows <= FEW_ROWS]).toEqual([path, 200, true]);
    }
    expect((await read('/admins')).rows).toBeLessThanOrEqual(FEW_ROWS);
  });
});

describe('a figure of the platform', () => {
  it('reads counts of days and plans, and counts customers of a plan in an index', async () => {
    await env.DB.prepare("INSERT INTO plans VALUES ('pro', 'Pro', 'EUR', 100, 2)").run();
    await seed(
      `INSERT INTO tenants (id, name, plan_id, created_at_ms) ${NUMBERS} SELECT 'ten_' || i, 'Shop', 'pro', ${TIME_OF_ROW}`,
    );
    const today = new Date().toISOString().slice(0, 10);
    await seed(
      `INSERT INTO daily_counts (tenant_id, name, day, value) ${NUMBERS} SELECT 'ten_' || i, 'success', '${today}', 3`,
    );
    const overview = await read('/analytics/overview');
    expect(overview.data.revenue.by_currency).toEqual([
      { currency: 'EUR', amount_minor: SEEDED_ROWS * (100 + 2 * 3) },
    ]);
    expect(overview.rows).toBeLessThanOrEqual(SEEDED_ROWS + FEW_ROWS);
    for (const path of [
      '/analytics/verifications?days=60',
      '/analytics/comparison?days=60',
      '/accounts/stats',
    ]) {
      const { status, rows } = await read(path);
      expect([path, status, rows <= FEW_ROWS ? 'few' : rows]).toEqual([path, 200, 'few']);
    }
  });
});
