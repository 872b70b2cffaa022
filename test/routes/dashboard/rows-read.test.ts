// Every list for a customer, when there are more rows than a page may read: the number of rows read
// for a first page does not grow with the table, even with filters that match nothing.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { rowsReadInLedger } from '../../support/counted/ledger-statements.ts';
import {
  countRowsRead,
  FEW_AND_A_DAY,
  FEW_ROWS,
  makeKeys,
  rowsReadBy,
} from '../../support/counted/rows-read.ts';
import {
  MAX_COUNTED,
  NUMBERS,
  SEEDED_ROWS,
  TIME_OF_ROW,
} from '../../support/counted/seeded-rows.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { endSession } from '../../support/customer/webhooks.ts';
import { makeContext } from '../../support/installation/context.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  await makeKeys('dashboard');
  tenant = await makeDashboardTenant();
});

const seed = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(`${sql} FROM n`)
    .bind(...values)
    .run();

const { read, expectFew } = rowsReadBy('dashboard', () => tenant.owner.token);

const seedSessions = (status: string, userId: string | null) =>
  seed(
    `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, verification_mode, verification_type,
       external_user_id, created_at_ms, completed_at_ms, expires_at_ms)
     ${NUMBERS} SELECT printf('%064x', i), ?1, 0, 1, ?2, 'age', 'auto', 'age_check', ?3, ${TIME_OF_ROW},
       iif(?2 = 'success', ${TIME_OF_ROW}, NULL), ${TIME_OF_ROW} + 86400000`,
    tenant.id,
    status,
    userId,
  );

/** A time long after every test, so that the alarm finds nothing to do. */
const FAR_MS = Date.parse('2100-01-01');

/** Fills the customer's ledger with events. */
async function fillLedger(): Promise<void> {
  await endSession(makeContext(), tenant.id);
  const which = { tenantId: tenant.id };
  await queryLedger(which, 'DELETE FROM events');
  await queryLedger(
    which,
    `INSERT INTO events (id, type, session_id, position, body, created_at_ms)
     ${NUMBERS} SELECT 'evt_' || i, 'session.success', 's' || i, 1, '{}', ${TIME_OF_ROW} FROM n`,
  );
}

describe('few rows are read for the first page of', () => {
  it('sessions, with every filter', async () => {
    await seedSessions('success', null);
    for (const filter of [
      '',
      '&status=success',
      '&verification_type=age_check',
      '&start_date=2020-01-01',
    ])
      await expectFew(`/sessions?mode=live${filter}`, SEEDED_ROWS);
    for (const none of ['status=failed', 'external_user_id=u', 'end_date=2020-01-01', 'mode=test'])
      await expectFew(`/sessions?mode=live&${none}`.replace('mode=live&mode', 'mode'), 0);
    await expectFew('/reviews?mode=live', 0);
  });

  it('one user’s sessions, the latest 10,000 counted', async () => {
    await seedSessions('success', 'everybody');
    const path = '/sessions?mode=live&external_user_id=everybody';
    await expectFew(path, MAX_COUNTED, MAX_COUNTED + FEW_ROWS);
  });

  it('sessions that wait for a human', async () => {
    await seedSessions('pending_tenant_review', null);
    await expectFew('/reviews?mode=live', SEEDED_ROWS);
  });

  it('deliveries, with every state, in D1 and in the ledger', async () => {
    await fillLedger();
    await env.DB.prepare(
      `INSERT INTO webhook_endpoints (id, tenant_id, url, event_types, mode, state, secret, created_at_ms)
       VALUES ('we_1', ?, 'https://shop.example/hook', '["session.success"]', 'both', 'enabled', 'x', 1)`,
    )
      .bind(tenant.id)
      .run();
    await queryLedger(
      { tenantId: tenant.id },
      `INSERT INTO deliveries (id, event_id, endpoint_id, session_id, position, state,
         round_started_ms, next_attempt_ms, due_ms, created_at_ms)
       ${NUMBERS} SELECT 'dlv_' || i, 'evt_' || i, 'we_1', 's' || i, 1, 'pending', 1, 1,
         ${FAR_MS}, ${TIME_OF_ROW} FROM n`,
    );
    await queryLedger({ tenantId: tenant.id }, "UPDATE deliveries SET state = 'delivered'");
    await queryLedger({ tenantId: tenant.id }, "DELETE FROM deliveries WHERE id = 'dlv_7'");
    const list = '/webhooks/we_1/deliveries';
    const readInLedger = await rowsReadInLedger({ tenantId: tenant.id });
    for (const [query, count] of [
      ['', SEEDED_ROWS - 1],
      ['?state=delivered', SEEDED_ROWS - 1],
      ['?state=pending', 0],
      ['?state=dead', 0],
    ] as const) {
      await expectFew(`${list}${query}`, count);
      expect([query, readInLedger() <= FEW_ROWS]).toEqual([query, true]);
    }
    const last = await read(`${list}?page=${SEEDED_ROWS / 20}`);
    expect(last.data).toHaveLength(19);
    expect(last.rows).toBeLessThanOrEqual(FEW_ROWS);
    const rows = readInLedger();
    expect([rows >= 19, rows <= FEW_AND_A_DAY]).toEqual([true, true]);
    // Deleting all deliveries leaves no counts of zero behind.
    await queryLedger({ tenantId: tenant.id }, 'DELETE FROM deliveries');
    expect(await queryLedger({ tenantId: tenant.id }, 'SELECT * FROM delivery_days')).toEqual([]);
  });

  it('the audit log, with every filter', async () => {
    await seed(
      `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
       ${NUMBERS} SELECT ${TIME_OF_ROW}, ?2, 'dashboard', ?1, iif(i = 11000, 'key.revoke', 'session.export'), 'session', 'x'`,
      tenant.id,
      tenant.owner.id,
    );
    const mine = `member_id=mem_${tenant.owner.id}`;
    for (const filter of ['target_type=session', mine, `${mine}&target_type=session`])
      await expectFew(`/audit?${filter}`, SEEDED_ROWS);
    for (const filter of ['action=session.export', `${mine}&action=session.export`])
      await expectFew(`/audit?${filter}`, SEEDED_ROWS - 1);
    for (const one of ['action=key.revoke', `${mine}&action=key.revoke`])
      await expectFew(`/audit?${one}`, 1);
    for (const none of ['action=x', 'target_type=x', 'member_id=mem_999', `${mine}&action=x`])
      await expectFew(`/audit?${none}`, 0);
  });

  it('enrolled faces, counted up to 10,000', async () => {
    await seed(
      `INSERT INTO face_templates (id, tenant_id, test, user_id, sealed, sealed_by, model, enrolled_at_ms, last_used_at_ms)
       ${NUMBERS} SELECT 'ftp_' || i, ?, 0, 'u' || i, 'x', 'x', 'x', ${TIME_OF_ROW}, ${TIME_OF_ROW}`,
      tenant.id,
    );
    await expectFew('/faces?mode=live', MAX_COUNTED, MAX_COUNTED + FEW_ROWS);
    await expectFew('/faces?mode=test', 0);
  });

  it('events, for a backend from the start and from the end, for people from any place', async () => {
    await fillLedger();
    const readInLedger = await rowsReadInLedger({ tenantId: tenant.id });
    const feed = (query: string) =>
      countRowsRead(`/api/v1/events${query}`, { 'X-API-Key': tenant.secret });
    const first = await feed('');
    expect([first.data.length, first.rows <= FEW_ROWS]).toEqual([20, true]);
    const rows = readInLedger();
    expect([rows >= 20, rows <= FEW_ROWS]).toEqual([true, true]);
    const after = await feed(`?after=evt_${SEEDED_ROWS - 1}`);
    expect([after.data.length, after.rows <= FEW_ROWS]).toEqual([0, true]);
    expect(readInLedger()).toBeLessThanOrEqual(FEW_ROWS);
    for (const [query, count] of [
      ['limit=2', 2],
      ['limit=2&before=evt_6000', 2],
      ['limit=2&before=evt_0', 0],
      ['mode=test', 0],
    ] as const) {
      const page = await read(`/events?${query}`);
      expect([query, page.status, page.rows <= FEW_ROWS]).toEqual([query, 200, true]);
      expect(page.data.length).toBe(count);
      expect([query, readInLedger() <= FEW_ROWS]).toEqual([query, true]);
    }
  });
});
