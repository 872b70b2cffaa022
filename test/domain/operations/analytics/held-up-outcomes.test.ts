// Faults that may delay moving some outcomes to ledgers (D-178), but must not delay the others.
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it, vi } from 'vitest';
import { moveOutcomes } from '../../../../src/domain/operations/analytics/move-outcomes.ts';
import {
  deleteParts,
  freezeDays,
  listWaiting,
} from '../../../../src/domain/operations/analytics/outcome-store.ts';
import { firstKeptDay } from '../../../../src/domain/operations/analytics/outcomes.ts';
import { dayOf } from '../../../../src/domain/terms/locate-page.ts';
import { ledgerOf } from '../../../support/customer/ledgers.ts';
import {
  callingLedgers,
  endSession,
  outcomeRows,
  outcomesOf,
  partsIn,
} from '../../../support/customer/outcomes.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 20, 12);

let world: WebhookWorld;
let tenantId: string;

beforeEach(async () => {
  world = new WebhookWorld();
  world.nowMs = NOON_MS;
  ({ id: tenantId } = await makeTenant());
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const ageOf = (days: number): string => dayOf(NOON_MS - days * DAY_MS);

const end = (
  ageDays: number,
  country: string,
  more: Partial<Parameters<typeof endSession>[0]> = {},
) => endSession({ tenantId, country, atMs: NOON_MS - ageDays * DAY_MS, ...more });

/** Ends a session on each of three days that are due to be moved, and on one day that is not. */
async function fill(): Promise<void> {
  for (const age of [30, 12, 9, 0]) await end(age, 'NL');
}

const freeze = (limit = 300) => {
  const nowMs = world.ctx.now();
  return freezeDays(world.ctx.db, { beforeDay: firstKeptDay(nowMs), limit, nowMs });
};
const move = () => moveOutcomes(world.ctx);
const figures = () => outcomesOf(world.ctx, tenantId, { from: ageOf(60), to: ageOf(0) });

it('customers whose ledgers fail do not take every turn of a run', async () => {
  const { id: other } = await makeTenant();
  await fill();
  await end(12, 'SE', { tenantId: other });
  const failing = callingLedgers(world.ctx, 'putOutcomes', (ledger, parts) =>
    ledger.id.equals(ledgerOf({ tenantId }).id)
      ? Promise.reject(new Error('The ledger fails.'))
      : ledger.putOutcomes(parts),
  );
  const limits = { customers: 1, partsOfEach: 20 };
  // Each run moves one customer at random, so the chance that `other` is never chosen is one in
  // 10^12.
  for (let run = 0; run < 40; run += 1)
    await moveOutcomes(failing, { limits }).catch(() => undefined);
  expect(await outcomeRows('outcome_parts', other)).toEqual([]);
});

it('parts go to the live ledger of a customer that also has a test ledger', async () => {
  await env.DB.prepare(
    'INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms) VALUES (?, 1, 1, 1)',
  )
    .bind(tenantId)
    .run();
  await fill();
  const before = await figures();
  await move();
  expect(await partsIn({ tenantId })).toHaveLength(3);
  expect(await figures()).toEqual(before);
});

it('waiting parts move even while no further day can be frozen', async () => {
  await fill();
  await freeze();
  const { db } = world.ctx;
  // Fails the first query, which lists the days to freeze.
  const all = vi.spyOn(db, 'all').mockRejectedValueOnce(new Error('D1 fails.'));
  await expect(move()).rejects.toThrow('D1 fails.');
  all.mockRestore();
  expect(await partsIn({ tenantId })).toHaveLength(3);
});

it('rows of a kind that only a later version knows do not hold up the others', async () => {
  await env.DB.prepare(
    "INSERT INTO outcome_days (tenant_id, kind, day, item, status, value) VALUES (?, 'later', ?, 'x', 'success', 1)",
  )
    .bind(tenantId, ageOf(40))
    .run();
  await fill();
  const before = await figures();
  for (let run = 0; run < 3; run += 1) await freeze(1);
  expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
  expect(await figures()).toEqual(before);
});

it('days of an upgrade that have only counts do not hold up days with a breakdown', async () => {
  await env.DB.prepare("INSERT INTO daily_counts SELECT ?, 'created', value, 1 FROM json_each(?)")
    .bind(tenantId, JSON.stringify([60, 59, 58, 57].map(ageOf)))
    .run();
  await fill();
  for (let run = 0; run < 3; run += 1) await freeze(1);
  const parts = () => outcomeRows('outcome_parts', tenantId);
  expect((await parts()).map(({ day }) => day)).toEqual([30, 12, 9].map(ageOf));
  // Day 20 has rows of both kinds but uses up only one of the three pairs. The two oldest days that
  // have only counts use up the others.
  await end(20, 'NL');
  await freeze(3);
  expect((await parts()).slice(3).map(({ day }) => day)).toEqual([60, 59, 20].map(ageOf));
});

it('a part gets a new number even if the counter is behind', async () => {
  await fill();
  await freeze();
  await env.DB.prepare('UPDATE outcomes_frozen SET parts = 0 WHERE tenant_id = ?')
    .bind(tenantId)
    .run();
  await end(20, 'SE');
  const before = await figures();
  await move();
  expect((await partsIn({ tenantId })).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(await figures()).toEqual(before);
});

it('a part that D1 has made again since it was listed is not deleted', async () => {
  await fill();
  await freeze();
  const listed = await listWaiting(world.ctx.db, { customers: 100, partsOfEach: 20 });
  await env.DB.prepare("UPDATE outcome_parts SET id = 'other' WHERE tenant_id = ? AND number = 2")
    .bind(tenantId)
    .run();
  await deleteParts(world.ctx.db, listed);
  expect((await outcomeRows('outcome_parts', tenantId)).map(({ number }) => number)).toEqual([2]);
});
