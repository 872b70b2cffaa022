// The audit log of a customer whose 12,000 entries are in its ledger (D-183): the number of rows
// that a page reads in D1 and in the ledger does not grow with the log, even if nothing matches its
// filters.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { rowsReadInLedger } from '../../support/counted/ledger-statements.ts';
import { FEW_AND_A_DAY, FEW_ROWS, makeKeys, rowsReadBy } from '../../support/counted/rows-read.ts';
import {
  NUMBERS,
  ROWS_OF_A_DAY,
  SEEDED_ROWS,
  TIME_OF_ROW,
} from '../../support/counted/seeded-rows.ts';
import { listVolume } from '../../support/customer/ledger-copies.ts';
import { ledgerOf, queryLedger } from '../../support/customer/ledgers.ts';
import { makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';

/** An entry of each of these is the only one of its kind; the larger `i`, the older the entry. */
const RARE = { action: 11_000, type: 11_300, member: 11_600 };

let tenant: DashboardTenant;
let readInLedger: () => number;

beforeEach(async () => {
  await makeKeys('dashboard');
  tenant = await makeDashboardTenant();
  const which = { tenantId: tenant.id };
  await listVolume(tenant.id);
  // Storing nothing creates the tables.
  await ledgerOf(which).putAudit([]);
  await queryLedger(
    which,
    `INSERT INTO audit_entries (number, id, hash, at_ms, staff_id, audience, action, target_type, target_id)
     ${NUMBERS} SELECT ${SEEDED_ROWS} - i, ${SEEDED_ROWS} - i, 'h' || i, ${TIME_OF_ROW},
       iif(i = ${RARE.member}, 999, ?), 'dashboard', iif(i = ${RARE.action}, 'key.revoke', 'session.export'),
       iif(i = ${RARE.type}, 'key', 'session'), 'x' FROM n ORDER BY i DESC`,
    tenant.owner.id,
  );
  await haveMoved(SEEDED_ROWS);
  readInLedger = await rowsReadInLedger(which);
});

const haveMoved = (entries: number) =>
  env.DB.prepare('INSERT OR REPLACE INTO audit_moved (tenant_id, entries) VALUES (?, ?)')
    .bind(tenant.id, entries)
    .run();

const { read, expectFew } = rowsReadBy('dashboard', () => tenant.owner.token);

/**
 * Expects the first page of a list to read few rows in D1, and few in the ledger.
 * @param most the maximum number of rows read in the ledger
 */
async function expectFewInBoth(query: string, total: number, most = FEW_ROWS): Promise<void> {
  await expectFew(`/audit?${query}`, total);
  const rows = readInLedger();
  expect([query, rows > 0, rows <= most ? 'few' : rows]).toEqual([query, true, 'few']);
}

it('few rows are read for a first page, with every filter', async () => {
  const mine = `member_id=mem_${tenant.owner.id}`;
  await expectFewInBoth('', SEEDED_ROWS);
  for (const one of ['action=session.export', 'target_type=session', mine])
    await expectFewInBoth(one, SEEDED_ROWS - 1);
  for (const pair of [`${mine}&action=session.export`, `${mine}&target_type=session`])
    await expectFewInBoth(pair, SEEDED_ROWS - 2);
  await expectFewInBoth('action=session.export&target_type=session', SEEDED_ROWS - 2);
});

it('few rows are read for the only entry of its kind, and for a filter that matches nothing', async () => {
  const [mine, rare] = [`member_id=mem_${tenant.owner.id}`, 'member_id=mem_999'];
  for (const one of ['action=key.revoke', 'target_type=key', rare]) await expectFewInBoth(one, 1);
  for (const pair of [
    `${mine}&action=key.revoke`,
    `${mine}&target_type=key`,
    `${rare}&action=session.export`,
    `${rare}&target_type=session`,
    'action=key.revoke&target_type=session',
  ])
    await expectFewInBoth(pair, 1);
  for (const none of [
    'action=x',
    'target_type=x',
    'member_id=mem_998',
    `${rare}&action=key.revoke`,
    `${mine}&target_type=x`,
    'action=key.revoke&target_type=key',
    'end_date=2020-01-01',
  ])
    await expectFewInBoth(none, 0);
});

it('few rows are read for the last page, and for one of a day of which a part is in D1', async () => {
  const last = await read(`/audit?page=${SEEDED_ROWS / 20}`);
  expect([last.data.length, last.total, last.rows <= FEW_ROWS]).toEqual([20, SEEDED_ROWS, true]);
  const rows = readInLedger();
  expect([rows >= 20, rows <= FEW_AND_A_DAY]).toEqual([true, true]);
  await env.DB.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id)
     ${NUMBERS} SELECT ${TIME_OF_ROW}, ?2, 'dashboard', ?1, 'session.export', 'session', 'x' FROM n
     WHERE i < ${ROWS_OF_A_DAY}`,
  )
    .bind(tenant.id, tenant.owner.id)
    .run();
  const split = await read('/audit?page=15');
  expect([split.data.length, split.total]).toEqual([20, SEEDED_ROWS + ROWS_OF_A_DAY]);
  expect(split.rows).toBeLessThanOrEqual(FEW_AND_A_DAY);
  expect(readInLedger()).toBeLessThanOrEqual(FEW_AND_A_DAY);
});

it('few rows are read while some entries are still in both places', async () => {
  const both = 100;
  await haveMoved(SEEDED_ROWS - both);
  // These entries are read three times: for both counts, and to skip them in the list.
  const most = FEW_ROWS + 3 * both;
  await expectFewInBoth('', SEEDED_ROWS - both, most);
  await expectFewInBoth('action=session.export', SEEDED_ROWS - both - 1, most);
});
