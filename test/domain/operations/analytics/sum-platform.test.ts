// The ten-minute schedule sums the customers' daily counts into the platform's counts (D-175).
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { sumPlatform } from '../../../../src/domain/operations/analytics/sum-platform.ts';
import { readCounts } from '../../../../src/domain/operations/analytics/store.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const DAY = '2026-11-20';

let world: WebhookWorld;

beforeEach(() => {
  world = new WebhookWorld();
});

const count = (tenantId: string, name: string, value: number, day = DAY) =>
  env.DB.prepare('INSERT INTO daily_counts (tenant_id, name, day, value) VALUES (?, ?, ?, ?)')
    .bind(tenantId, name, day, value)
    .run();

const NAMES = ['created', 'success', 'failed', 'risk.low', 'tenants', 'corrected', 'erased'];

/** Reads the platform's counts for one day, without those that are zero. */
async function platform(day = DAY): Promise<Record<string, number>> {
  const rows = await readCounts(world.ctx.db, NAMES, { from: day, to: day });
  return Object.fromEntries(
    rows.filter(({ value }) => value !== 0).map(({ name, value }) => [name, value]),
  );
}

it('a sum has every name that a count joins, of all customers, and leaves the platform’s own counts', async () => {
  await count('', 'tenants', 2);
  await count('', 'corrected', 1);
  await count('ten_1', 'success+created+risk.low', 3);
  await count('ten_1', 'created', 1);
  await count('ten_2', 'success', 2);
  await count('ten_2', 'erased', 4);
  await sumPlatform(world.ctx);
  expect(await platform()).toEqual({
    created: 4,
    success: 5,
    'risk.low': 3,
    erased: 4,
    tenants: 2,
    corrected: 1,
  });
});

it('a sum follows a count that changes, or that another one takes back', async () => {
  await count('ten_1', 'failed+created', 2);
  await count('ten_2', 'success', 2);
  await sumPlatform(world.ctx);
  await count('ten_1', 'failed', -1);
  await env.DB.prepare("UPDATE daily_counts SET value = 0 WHERE tenant_id = 'ten_2'").run();
  await sumPlatform(world.ctx);
  expect(await platform()).toEqual({ created: 2, failed: 1 });
});

it('a run writes the eight latest days that have changed, and the next one the rest', async () => {
  const days = Array.from({ length: 10 }, (_, n) => `2026-11-${10 + n}`);
  for (const day of days) await count('ten_1', 'created', 1, day);
  const summed = async () =>
    (await Promise.all(days.map(platform))).filter(({ created }) => created === 1).length;
  await sumPlatform(world.ctx);
  expect([await summed(), await platform(days[1])]).toEqual([8, {}]);
  await sumPlatform(world.ctx);
  expect(await summed()).toBe(10);
  await env.DB.prepare("UPDATE daily_counts SET value = 7 WHERE tenant_id = ''").run();
  await sumPlatform(world.ctx);
  expect(await platform(days[9])).toEqual({ created: 7 });
});
