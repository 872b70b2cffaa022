// An evidence pack of a customer whose audit entries have moved to its ledger (D-183): it is the
// same as before, and it is refused without entries that the ledger has lost.
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../src/time/durations.ts';
import { entriesInD1, entriesInLedger, moveLog } from '../../support/customer/audit-log.ts';
import {
  daysAgo,
  fetchPack,
  lastMonth,
  makeFilledTenant,
  openPack,
  partOf,
} from '../../support/customer/evidence-pack.ts';
import { ledgerOf } from '../../support/customer/ledgers.ts';
import { makeContext } from '../../support/installation/context.ts';
import type { DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
let logged: string[];

beforeEach(async () => {
  tenant = await makeFilledTenant();
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)));
  await env.DB.batch(Array.from({ length: 32 }, (_one, n) => actsOf(32 - n)).flat());
});

/** Statements that record what members, the service and an operator do on one day. */
function actsOf(age: number): D1PreparedStatement[] {
  const record = (audience: string, action: string, type: string, after?: object) =>
    env.DB.prepare(
      `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id, before, after)
       VALUES (?, ?, ?, ?, ?, ?, 'x', ?, ?)`,
    ).bind(
      Date.now() - age * DAY_MS,
      audience === 'system' ? null : 7,
      audience,
      tenant.id,
      action,
      type,
      action === 'settings.update' ? JSON.stringify({ attempt_cap: age + 1 }) : null,
      after === undefined ? null : JSON.stringify(after),
    );
  const decide = (after: object) =>
    record('dashboard', 'review.decide', 'session', {
      decision: age % 3 === 0 ? 'reject' : 'approve',
      ...after,
    });
  const setCap = (audience: string) =>
    record(audience, 'settings.update', 'tenant', { attempt_cap: age });
  return [
    decide({ seconds: 60 * age, test: false }),
    decide({ seconds: 1, test: true }),
    // Decisions of earlier versions were not timed.
    ...(age % 5 === 0 ? [decide({ test: false })] : []),
    ...(age % 4 === 0 ? [setCap('dashboard')] : []),
    ...(age % 7 === 0 ? [setCap('admin')] : []),
    record('dashboard', 'session.erase', 'session'),
    record('dashboard', 'face.erase', 'face'),
    record('system', 'face.erase', 'face'),
  ];
}

const fetchMonth = (period = lastMonth()) =>
  fetchPack(tenant.owner.token, { jurisdiction: 'FR', ...period });
const bytesOf = async (period = lastMonth()) =>
  new Uint8Array(await (await fetchMonth(period)).arrayBuffer());

it('is the same before and after the entries moved, for a month and for a day', async () => {
  const periods = [
    lastMonth(),
    { from: daysAgo(30), to: daysAgo(20) },
    { from: daysAgo(9), to: daysAgo(7) },
    { from: daysAgo(2), to: daysAgo(2) },
  ];
  const before = await Promise.all(periods.map(bytesOf));
  const inD1 = (await entriesInD1(tenant.id)).length;
  await moveLog(makeContext());
  expect((await entriesInLedger(tenant.id)).length).toBeGreaterThan(120);
  expect((await entriesInD1(tenant.id)).length).toBeLessThan(inD1 / 2);
  expect(await Promise.all(periods.map(bytesOf))).toEqual(before);
  const pack = await openPack(await fetchMonth());
  const { decisions, time_to_decision: times } = partOf(pack, 'contests').reviews;
  expect(decisions).toEqual([
    { decision: 'approve', count: 24 },
    { decision: 'reject', count: 12 },
  ]);
  expect(times.timed).toBe(30);
  expect(partOf(pack, 'changes').entries).toHaveLength(7 + 4);
  expect(logged).toEqual([]);
});

it('is refused while the ledger has lost entries, and has them all again after a restore', async () => {
  const before = await bytesOf();
  await moveLog(makeContext());
  const entries = await entriesInLedger(tenant.id);
  await runInDurableObject(ledgerOf({ tenantId: tenant.id }), (_object, { storage }) => {
    storage.sql.exec('DELETE FROM audit_entries WHERE number IN (2, 3)');
  });
  const refused = await fetchMonth();
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('Some audit entries are missing');
  expect(logged).toContain(
    JSON.stringify({ event: 'audit_incomplete', tenant: tenant.id, missing: 2 }),
  );
  await ledgerOf({ tenantId: tenant.id }).erase();
  expect((await fetchMonth()).status).toBe(503);
  await ledgerOf({ tenantId: tenant.id }).putAudit(entries);
  expect(await bytesOf()).toEqual(before);
});

it('is refused while the ledger fails', async () => {
  await moveLog(makeContext());
  await runInDurableObject(ledgerOf({ tenantId: tenant.id }), (_object, { storage }) => {
    storage.sql.exec('DROP TABLE audit_days');
  });
  const refused = await fetchMonth();
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('A ledger of this customer does not respond');
});
