// Running totals of outcomes are calculated after each day ends (D-173). Every span must give the
// same figures before and after that calculation, even when verdicts arrive late.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { readOutcomes, sumDay } from '../../../../src/domain/operations/analytics/outcome-store.ts';
import { sumOutcomes } from '../../../../src/domain/operations/analytics/sum-outcomes.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 20, 12);

let world: WebhookWorld;
let sessions = 0;

beforeEach(() => {
  world = new WebhookWorld();
  world.nowMs = NOON_MS;
});

const dayOf = (ageDays: number): string =>
  new Date(NOON_MS - ageDays * DAY_MS).toISOString().slice(0, 10);

/** Inserts the row of a session that succeeded `ageDays` days ago. */
async function succeed(ageDays: number, country: string, tenantId = 'ten_1'): Promise<void> {
  sessions += 1;
  const atMs = NOON_MS - ageDays * DAY_MS;
  await env.DB.prepare(
    `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose,
       verification_mode, ip_country, created_at_ms, completed_at_ms, expires_at_ms)
     VALUES (?1, ?2, 0, 3, 'success', 'age', 'auto', ?3, ?4, ?4, ?4)`,
  )
    .bind(`s-${sessions}`, tenantId, country, atMs)
    .run();
}

/**
 * Reads the counts by country for a span of days.
 * @param fromAge the age of the first day, in days
 */
async function countries(fromAge: number, toAge: number, tenantId = 'ten_1') {
  const span = { from: dayOf(fromAge), to: dayOf(toAge) };
  const rows = await readOutcomes(world.ctx.db, tenantId, 'country', span);
  return Object.fromEntries(rows.map(({ item, value }) => [item, value]));
}

const SPANS = [
  [3, 0],
  [3, 1],
  [2, 2],
  [1, 0],
  [0, 0],
  [9, 4],
] as const;

const everySpan = () => Promise.all(SPANS.map(([from, to]) => countries(from, to)));

const summedUntil = async () =>
  (await env.DB.prepare('SELECT day FROM outcomes_summed').first<{ day: string }>())?.day;

async function fill(): Promise<void> {
  for (const [age, country] of [
    [3, 'NL'],
    [3, 'NL'],
    [2, 'DE'],
    [1, 'NL'],
    [0, 'NL'],
    [0, 'FR'],
  ] as const)
    await succeed(age, country);
  await succeed(1, 'NL', 'ten_2');
}

describe('totals of outcomes', () => {
  it('are the same before and after their days are summed', async () => {
    await fill();
    const before = await everySpan();
    expect(before[0]).toEqual({ NL: 4, DE: 1, FR: 1 });
    expect(before[4]).toEqual({ NL: 1, FR: 1 });
    await sumOutcomes(world.ctx);
    expect(await summedUntil()).toBe(dayOf(1));
    expect(await everySpan()).toEqual(before);
    expect(await countries(3, 0, 'ten_2')).toEqual({ NL: 1 });
    await sumOutcomes(world.ctx);
    expect(await everySpan()).toEqual(before);
  });

  it('include a verdict that arrives after its day was summed, and one of a day without any', async () => {
    await fill();
    await sumOutcomes(world.ctx);
    await succeed(2, 'DE');
    await succeed(2, 'PL');
    await succeed(4, 'NL');
    expect(await countries(3, 0)).toEqual({ NL: 4, DE: 2, FR: 1, PL: 1 });
    expect(await countries(9, 4)).toEqual({ NL: 1 });
    expect(await countries(9, 0)).toEqual({ NL: 5, DE: 2, FR: 1, PL: 1 });
  });

  it('leave a verdict out that was taken back, before and after its day was summed', async () => {
    await fill();
    const take = (age: number) =>
      env.DB.prepare(
        `UPDATE verification_sessions SET status = 'retaken' WHERE id = (
           SELECT id FROM verification_sessions WHERE completed_at_ms = ? AND tenant_id = 'ten_1' LIMIT 1)`,
      )
        .bind(NOON_MS - age * DAY_MS)
        .run();
    await take(3);
    await sumOutcomes(world.ctx);
    await take(2);
    await take(0);
    expect(await countries(3, 1)).toEqual({ NL: 2 });
    expect(Object.values(await countries(3, 0)).reduce((sum, one) => sum + one, 0)).toBe(3);
  });

  it('wait for a day whose first verdict arrives while a later one is summed', async () => {
    await succeed(1, 'NL');
    await succeed(2, 'DE');
    await sumDay(world.ctx.db, dayOf(1));
    expect((await summedUntil()) ?? '').toBe('');
    expect(await countries(3, 0)).toEqual({ NL: 1, DE: 1 });
    await sumOutcomes(world.ctx);
    expect(await summedUntil()).toBe(dayOf(1));
    expect(await countries(3, 0)).toEqual({ NL: 1, DE: 1 });
  });

  it('are complete although the nightly job was missing for days', async () => {
    await fill();
    await sumOutcomes(world.ctx);
    world.nowMs += 5 * DAY_MS;
    await succeed(-3, 'NL');
    expect(await countries(3, -5)).toEqual({ NL: 5, DE: 1, FR: 1 });
    await sumOutcomes(world.ctx);
    expect(await summedUntil()).toBe(dayOf(-3));
    expect(await countries(3, -5)).toEqual({ NL: 5, DE: 1, FR: 1 });
  });
});
