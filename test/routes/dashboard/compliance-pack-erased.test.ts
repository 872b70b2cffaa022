// The number of erased sessions in an evidence pack when the rows of some sessions have moved to
// ledgers (D-177), and the refusal of a pack when a ledger has lost figures (D-181).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { moveOutcomes } from '../../../src/domain/operations/analytics/move-outcomes.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import {
  daysAgo,
  fetchPack,
  lastMonth,
  makeFilledTenant,
  openPack,
  partOf,
} from '../../support/customer/evidence-pack.ts';
import { ledgerOf, type LedgerOf } from '../../support/customer/ledgers.ts';
import { afterErasure, movedSession, putSessions } from '../../support/customer/moved-sessions.ts';
import { endSession } from '../../support/customer/outcomes.ts';
import { makeContext } from '../../support/installation/context.ts';
import type { DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeFilledTenant();
  await env.DB.prepare("UPDATE daily_counts SET day = ? WHERE tenant_id = '' AND name = 'erased'")
    .bind(daysAgo(30))
    .run();
  await env.DB.prepare(
    'INSERT INTO daily_counts (tenant_id, name, day, value) VALUES (?, ?, ?, 12)',
  )
    .bind(tenant.id, 'erased', daysAgo(3))
    .run();
});

const fetchMonth = () => fetchPack(tenant.owner.token, { jurisdiction: 'FR', ...lastMonth() });
const proof = async () => partOf(await openPack(await fetchMonth()), 'retention').proof;

/** Moves sessions into a volume and erases each of them as of the given number of days ago. */
async function erase(volume: Omit<LedgerOf, 'tenantId'>, daysAgoErased: readonly number[]) {
  const which = { tenantId: tenant.id, ...volume };
  const { test = false, number = 1 } = volume;
  await env.DB.prepare(
    'INSERT OR IGNORE INTO ledger_volumes (tenant_id, test, number, opened_at_ms, kept_days) VALUES (?, ?, ?, 1, 7)',
  )
    .bind(tenant.id, test ? 1 : 0, number)
    .run();
  const sessions = daysAgoErased.map(() => movedSession());
  await putSessions(which, ...sessions);
  await ledgerOf(which).eraseSessions(
    sessions.map((session, at) => afterErasure(session, Date.now() - daysAgoErased[at]! * DAY_MS)),
  );
}

it('is that of D1 and of all live volumes on the days of the period', async () => {
  expect(await proof()).toMatchObject({ sessions_erased: 12 });
  await erase({ number: 1 }, [1, 2, 30, 31]);
  await erase({ number: 2 }, [0, 5]);
  await erase({ test: true }, [2, 2, 2]);
  expect(await proof()).toMatchObject({ sessions_erased: 12 + 3 + 1 });
});

it('is not shown without a ledger that does not respond', async () => {
  await erase({ number: 1 }, [1, 2]);
  await runInDurableObject(ledgerOf({ tenantId: tenant.id }), (_object, { storage }) => {
    storage.sql.exec('DROP TABLE erased_days');
  });
  const response = await fetchMonth();
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('A ledger of this customer does not respond');
});

it('is not shown, nor anything else, if a ledger has lost figures that have moved to it', async () => {
  const atMs = Date.now() - 12 * DAY_MS;
  await endSession({ tenantId: tenant.id, country: 'NL', atMs });
  await moveOutcomes(makeContext());
  expect((await fetchMonth()).status).toBe(200);
  await ledgerOf({ tenantId: tenant.id }).erase();
  const response = await fetchMonth();
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('The operator has to restore the ledgers.');
});
