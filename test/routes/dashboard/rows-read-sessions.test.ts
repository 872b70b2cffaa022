// Later pages and a single user's sessions, when there are more rows than a page may read: the
// number of rows read for a page does not grow with the table.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import {
  countRowsRead,
  FEW_AND_A_DAY,
  FEW_ROWS,
  makeKeys,
} from '../../support/counted/rows-read.ts';
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
  // The sessions of one user, the earliest thousand of which are canceled.
  await env.DB.prepare(
    `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode, verification_type,
       external_user_id, created_at_ms, completed_at_ms, expires_at_ms)
     ${NUMBERS} SELECT printf('%064x', i), ?, 0, 1, iif(i >= 11000, 'canceled', iif(i % 4, 'success', 'failed')), 'age', 'auto',
       iif(i < 11000, 'age_check', NULL), 'everybody', ${TIME_OF_ROW}, ${TIME_OF_ROW}, ${TIME_OF_ROW} + 86400000 FROM n`,
  )
    .bind(tenant.id)
    .run();
});

const inDashboard = (query: string) =>
  countRowsRead(`/dashboard/v1/sessions?mode=live&${query}`, {
    Authorization: `Bearer ${tenant.owner.token}`,
  });
const bySdk = (query: string) =>
  countRowsRead(`/api/v1/sessions?${query}`, { 'X-API-Key': tenant.secret });

describe.each([
  ['the dashboard', inDashboard],
  ['the SDK', bySdk],
])('a page of sessions in %s', (_where, read) => {
  it('that is the last one skips the rows of one day only', async () => {
    for (const [filter, total] of [
      ['', SEEDED_ROWS],
      ['&status=success', 8_250],
      ['&verification_type=age_check', 11_000],
      ['&status=failed&verification_type=age_check', 2_750],
    ] as const) {
      const last = await read(`per_page=20&page=${Math.ceil(total / 20)}${filter}`);
      expect([filter, last.status, last.total]).toEqual([filter, 200, total]);
      expect(last.data.length).toBeGreaterThan(0);
      expect([filter, last.rows <= FEW_AND_A_DAY ? 'few' : last.rows]).toEqual([filter, 'few']);
    }
  });

  it('of one user reads the latest 10,000 by an index, whatever the filters', async () => {
    for (const [filter, total] of [
      ['', MAX_COUNTED],
      ['&status=success', 7_500],
      ['&status=failed&verification_type=age_check', 2_500],
      // None of the latest 10,000 sessions matches these filters.
      ['&status=canceled', 0],
      ['&verification_type=full', 0],
    ] as const)
      for (const page of [1, Math.max(1, total / 20)]) {
        const found = await read(`external_user_id=everybody&per_page=20&page=${page}${filter}`);
        expect([filter, page, found.total]).toEqual([filter, page, total]);
        expect([filter, page, found.data.length]).toEqual([filter, page, Math.min(20, total)]);
        // Each row is read once to be counted, once in a subquery, and once when it is skipped.
        const most = 3 * MAX_COUNTED + FEW_ROWS;
        expect([filter, page, found.rows <= most ? 'few' : found.rows]).toEqual([
          filter,
          page,
          'few',
        ]);
      }
  });

  it('of an unknown user reads no rows of others', async () => {
    const found = await read('external_user_id=nobody&status=success');
    expect([found.total, found.rows <= FEW_ROWS]).toEqual([0, true]);
  });
});
