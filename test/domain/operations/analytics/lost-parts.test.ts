// A ledger that has lost parts of a customer's figures (D-181): the remaining figures are shown,
// evidence packs are refused, and an incident states how many parts are missing.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it, vi } from 'vitest';
import { moveOutcomes } from '../../../../src/domain/operations/analytics/move-outcomes.ts';
import {
  readFiguresForPack,
  readTenantFunnel,
  readTenantOverview,
} from '../../../../src/domain/operations/analytics/tenant-figures.ts';
import { freezeDays } from '../../../../src/domain/operations/analytics/outcome-store.ts';
import { firstKeptDay } from '../../../../src/domain/operations/analytics/outcomes.ts';
import { lastDays } from '../../../../src/domain/terms/locate-page.ts';
import { DAY_MS } from '../../../../src/time/durations.ts';
import { ledgerOf } from '../../../support/customer/ledgers.ts';
import { callingLedgers, endSession, partsIn } from '../../../support/customer/outcomes.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

let world: WebhookWorld;
let tenantId: string;
let logged: string[];

beforeEach(async () => {
  world = new WebhookWorld();
  ({ id: tenantId } = await makeTenant());
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => logged.push(line));
  for (const age of [40, 12, 9, 0]) await end(age);
});

const end = (ageDays: number) =>
  endSession({ tenantId, country: 'NL', atMs: world.nowMs - ageDays * DAY_MS });
const completedIn = async (days: number, ctx = world.ctx) =>
  (await readTenantOverview(ctx, tenantId, days)).totals.completed;
const packOf = (days: number, ctx = world.ctx) =>
  readFiguresForPack(ctx, tenantId, lastDays(world.nowMs, days));
const incident = (missing: number) =>
  JSON.stringify({ event: 'figures_incomplete', tenant: tenantId, missing });

it('is no incident while nothing is missing, whether parts wait, have moved, or arrive during the read', async () => {
  expect(await completedIn(60)).toBe(4);
  const { db, now } = world.ctx;
  await freezeDays(db, { beforeDay: firstKeptDay(now()), limit: 300, nowMs: now() });
  expect(await completedIn(60)).toBe(4);
  const moving = callingLedgers(world.ctx, 'sumParts', async (ledger, wanted) => {
    await moveOutcomes(world.ctx);
    return ledger.sumParts(wanted);
  });
  await moveOutcomes(world.ctx);
  await end(12);
  expect(await completedIn(60, moving)).toBe(5);
  expect(await completedIn(60)).toBe(5);
  await packOf(60);
  expect(logged).toEqual([]);
});

it('is logged, shown as far as there are figures, and refused to the evidence pack', async () => {
  await moveOutcomes(world.ctx);
  const parts = await partsIn({ tenantId });
  await ledgerOf({ tenantId }).erase();
  expect(await completedIn(60)).toBe(1);
  expect(logged).toEqual([incident(3)]);
  await readTenantFunnel(world.ctx, tenantId, 30);
  await expect(packOf(60)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('has to restore the ledgers'),
  });
  expect(logged).toHaveLength(3);
  // A later part does not hide that earlier ones are missing.
  await end(12);
  await moveOutcomes(world.ctx);
  await expect(packOf(60)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(logged.at(-1)).toBe(incident(3));
  // A pack for days that are still in D1 does not need the ledger.
  await packOf(8);
  await ledgerOf({ tenantId }).erase();
  await ledgerOf({ tenantId }).putOutcomes(parts.slice(0, 2));
  await expect(packOf(60)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(logged.at(-1)).toBe(incident(2));
});

it('is found when D1 has no volume for the parts that have moved', async () => {
  await moveOutcomes(world.ctx);
  await env.DB.prepare('DELETE FROM ledger_volumes WHERE tenant_id = ?').bind(tenantId).run();
  expect(await completedIn(60)).toBe(1);
  await expect(packOf(60)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(logged).toEqual([incident(3), incident(3)]);
});

it('is not assumed of an object that still runs a version that does not count its parts', async () => {
  await moveOutcomes(world.ctx);
  const earlier = callingLedgers(world.ctx, 'sumParts', async (ledger, wanted) => {
    const { outcomes, counts } = await ledger.sumParts(wanted);
    return { outcomes, counts };
  });
  const { figures } = await packOf(60, earlier);
  expect(figures.totals.completed).toBe(4);
  expect(logged).toEqual([]);
});
