// The breakdowns of past days move from D1 to ledgers (D-178). The figures for any range of days
// must stay the same wherever the days are stored, even if a step of the move fails or a verdict
// changes afterwards.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FIRST_PARTY_TENANT_ID } from '../../../../src/domain/verification/rules/age/account-age.ts';
import { moveOutcomes } from '../../../../src/domain/operations/analytics/move-outcomes.ts';
import { freezeDays } from '../../../../src/domain/operations/analytics/outcome-store.ts';
import {
  firstKeptDay,
  OUTCOMES_KEPT_DAYS,
} from '../../../../src/domain/operations/analytics/outcomes.ts';
import { RECOUNTED_DAYS } from '../../../../src/domain/operations/analytics/recount.ts';
import { volumeName } from '../../../../src/domain/platform/ledgers/volume.ts';
import { dayOf } from '../../../../src/domain/terms/locate-page.ts';
import { ledgerOf } from '../../../support/customer/ledgers.ts';
import {
  callingLedgers,
  endSession,
  outcomeRows,
  outcomesOf,
  partsIn,
  retakeSession,
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

const freeze = () => {
  const nowMs = world.ctx.now();
  return freezeDays(world.ctx.db, { beforeDay: firstKeptDay(nowMs), limit: 300, nowMs });
};
const move = (ctx = world.ctx) => moveOutcomes(ctx);

const SPANS = [
  [30, 0],
  [30, 10],
  [12, 12],
  [11, 3],
  [9, 9],
  [8, 0],
  [0, 0],
  [60, 31],
] as const;

const everySpan = (ctx = world.ctx, of = tenantId) =>
  Promise.all(SPANS.map(([from, to]) => outcomesOf(ctx, of, { from: ageOf(from), to: ageOf(to) })));

const countries = async (ctx = world.ctx, of = tenantId) =>
  (await outcomesOf(ctx, of, { from: ageOf(30), to: ageOf(0) }))['country'];

async function fill(): Promise<void> {
  for (const [age, country] of [
    [30, 'NL'],
    [12, 'NL'],
    [12, 'DE'],
    [9, 'PL'],
    [8, 'NL'],
    [0, 'FR'],
  ] as const)
    await end(age, country);
  await end(12, 'NL', { status: 'failed' });
  await end(12, 'NL', { status: 'failed', contested: true });
}

/** The days that still have rows in D1. */
const liveDays = async () =>
  [
    ...new Set((await outcomeRows('outcome_days', tenantId)).map(({ day }) => String(day))),
  ].toSorted();

describe('figures are the same', () => {
  it('before a day is frozen, when it is frozen, and when it has moved', async () => {
    await fill();
    const before = await everySpan();
    expect(before[0]).toEqual({
      country: { DE: [1, 0], FR: [1, 0], NL: [3, 2], PL: [1, 0] },
      type: { age_check: [6, 2] },
      reason: {},
      seconds: { '40': [6, 2] },
      contest: { '40': [0, 1] },
    });
    await freeze();
    expect(await everySpan()).toEqual(before);
    expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
    expect(await liveDays()).toEqual([ageOf(8), ageOf(0)]);
    await move();
    expect(await everySpan()).toEqual(before);
    expect(await outcomeRows('outcome_parts', tenantId)).toEqual([]);
    expect((await partsIn({ tenantId })).map(({ number, day }) => [number, day])).toEqual([
      [1, ageOf(30)],
      [2, ageOf(12)],
      [3, ageOf(9)],
    ]);
    await move();
    expect(await everySpan()).toEqual(before);
  });

  it('when a run is cut off after any of its writes, and after the next run', async () => {
    await fill();
    const before = await everySpan();
    const cutOff = callingLedgers(world.ctx, 'putOutcomes', async (ledger, parts) => {
      await ledger.putOutcomes(parts);
      throw new Error('The isolate ended.');
    });
    await expect(move(cutOff)).rejects.toThrow('could not be moved');
    // The run was cut off before it deleted the parts from D1, so they are in both D1 and the
    // ledger.
    expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
    expect(await partsIn({ tenantId })).toHaveLength(3);
    expect(await everySpan()).toEqual(before);
    await move();
    expect(await outcomeRows('outcome_parts', tenantId)).toEqual([]);
    expect(await partsIn({ tenantId })).toHaveLength(3);
    expect(await everySpan()).toEqual(before);
  });

  it('while they are read: when days are frozen and moved between the two halves of a read', async () => {
    await end(20, 'NL');
    await move();
    await fill();
    const before = await everySpan();
    const seen = vi.fn<(upTo: number, except: readonly number[]) => void>();
    const slow = callingLedgers(world.ctx, 'sumParts', async (ledger, wanted) => {
      seen(wanted.upTo, wanted.except);
      await move();
      return ledger.sumParts(wanted);
    });
    expect(await everySpan(slow)).toEqual(before);
    expect(seen).toHaveBeenCalledWith(1, []);
    expect(await partsIn({ tenantId })).toHaveLength(4);
    expect(await everySpan()).toEqual(before);
  });

  it('while they are read: when parts that D1 had leave it between the two halves', async () => {
    await end(20, 'NL');
    await move();
    await fill();
    await freeze();
    const before = await everySpan();
    const slow = callingLedgers(world.ctx, 'sumParts', async (ledger, wanted) => {
      await move();
      return ledger.sumParts(wanted);
    });
    expect(await countries(slow)).toEqual(before[0]?.['country']);
    expect(await outcomeRows('outcome_parts', tenantId)).toEqual([]);
    expect(await everySpan()).toEqual(before);
  });

  it('for a year of days of one customer, which leaves D1 in bounded runs', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 364)
       INSERT INTO outcome_days (tenant_id, kind, day, item, status, value)
       SELECT ?1, kind.column1, strftime('%Y-%m-%d', ?2 / 1000 - i * 86400, 'unixepoch'), i % 7, status.column1, 1 + i % 3
       FROM n CROSS JOIN (VALUES ('country'), ('seconds')) AS kind CROSS JOIN (VALUES ('success'), ('failed')) AS status`,
    )
      .bind(tenantId, NOON_MS)
      .run();
    const year = { from: ageOf(364), to: ageOf(0) };
    const before = await outcomesOf(world.ctx, tenantId, year);
    expect(Object.keys(before['country'] ?? {})).toHaveLength(7);
    for (let run = 0; run < 19; run += 1) await move();
    expect(await outcomesOf(world.ctx, tenantId, year)).toEqual(before);
    expect(await outcomeRows('outcome_parts', tenantId)).toEqual([]);
    expect(await partsIn({ tenantId })).toHaveLength(365 - 9);
    expect(await liveDays()).toHaveLength(9);
  });
});

describe('a verdict that changes after its day has moved', () => {
  it('is a new row, below zero for one that is taken back, and moves as a part of its own', async () => {
    await fill();
    const id = await end(12, 'DE', { contested: true });
    await move();
    const before = await everySpan();
    await retakeSession(id);
    await end(12, 'PL', { status: 'failed' });
    expect(await outcomeRows('outcome_days', tenantId)).toContainEqual(
      expect.objectContaining({ kind: 'contest', day: ageOf(12), item: '40', value: -1 }),
    );
    const after = await everySpan();
    expect(before[2]?.['country']).toEqual({ DE: [2, 0], NL: [1, 2] });
    expect(after[2]).toMatchObject({
      country: { DE: [1, 0], NL: [1, 2], PL: [0, 1] },
      seconds: { '40': [2, 3] },
      contest: { '40': [0, 1] },
    });
    await freeze();
    expect(await everySpan()).toEqual(after);
    await move();
    expect(await everySpan()).toEqual(after);
    expect((await partsIn({ tenantId })).filter(({ day }) => day === ageOf(12))).toHaveLength(2);
  });

  it('counts on a day that never had any, and a day that adds up to nothing makes no part', async () => {
    await end(20, 'NL');
    await move();
    const id = await end(25, 'DE');
    expect(await countries()).toEqual({ DE: [1, 0], NL: [1, 0] });
    await retakeSession(id);
    // The verdict that was replaced is still billed, so the daily counts do not all add up to 0.
    await env.DB.prepare('UPDATE daily_counts SET value = 0 WHERE tenant_id = ?')
      .bind(tenantId)
      .run();
    await move();
    expect(await countries()).toEqual({ NL: [1, 0] });
    expect(await liveDays()).toEqual([]);
    expect(await outcomeRows('daily_counts', tenantId)).toEqual([]);
    expect(await outcomeRows('outcomes_frozen', tenantId)).toMatchObject([{ parts: 1 }]);
  });

  it('keeps its country when its session was erased meanwhile', async () => {
    const id = await end(12, 'DE');
    await move();
    await env.DB.prepare(
      'UPDATE verification_sessions SET ip_country = NULL, erased_at_ms = 1 WHERE id = ?',
    )
      .bind(id)
      .run();
    expect(await countries()).toEqual({ DE: [1, 0] });
    await move();
    expect(await countries()).toEqual({ DE: [1, 0] });
  });
});

describe('the ledger', () => {
  it('is asked once for a span that begins before the kept days, and is the customer’s own', async () => {
    const { id: other } = await makeTenant();
    await fill();
    await end(12, 'SE', { tenantId: other });
    await move();
    const asked: string[] = [];
    const counting = callingLedgers(world.ctx, 'sumParts', (ledger, wanted, name) => {
      asked.push(name);
      return ledger.sumParts(wanted);
    });
    const read = (from: number, to: number) =>
      outcomesOf(counting, tenantId, { from: ageOf(from), to: ageOf(to) });
    await read(OUTCOMES_KEPT_DAYS, 0);
    expect(asked).toEqual([]);
    await read(30, 0);
    expect(asked).toEqual([volumeName({ tenantId, test: false }, 1)]);
    expect(await countries(world.ctx, other)).toEqual({ SE: [1, 0] });
    const { id: empty } = await makeTenant();
    await outcomesOf(counting, empty, { from: ageOf(30), to: ageOf(0) });
    expect(asked).toHaveLength(1);
  });

  it('of a customer in the EU is there', async () => {
    const { id } = await makeTenant({ residency: 'eu' });
    await end(12, 'NL', { tenantId: id });
    await move();
    const name = `eu:${volumeName({ tenantId: id, test: false }, 1)}`;
    const wanted = {
      from: ageOf(30),
      to: ageOf(0),
      kinds: ['country'] as const,
      names: [],
      upTo: 9,
      except: [],
    };
    const found = await env.LEDGER.get(env.LEDGER.idFromName(name)).sumParts(wanted);
    expect(found.outcomes).toEqual([{ kind: 'country', item: 'NL', success: 1, failed: 0 }]);
    expect(await countries(world.ctx, id)).toEqual({ NL: [1, 0] });
    expect(await partsIn({ tenantId: id })).toEqual([]);
  });

  it('that does not respond makes the figures unavailable, never incomplete', async () => {
    await fill();
    await move();
    const silent = callingLedgers(world.ctx, 'sumParts', () => Promise.reject(new Error('gone')));
    await expect(countries(silent)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await outcomesOf(silent, tenantId, { from: ageOf(8), to: ageOf(0) })).toMatchObject({
      country: { FR: [1, 0], NL: [1, 0] },
    });
  });

  it('has all parts in its first volume, also when that is full and others follow', async () => {
    await fill();
    await move();
    await env.DB.batch([
      env.DB.prepare('UPDATE ledger_volumes SET full_at_ms = 1 WHERE tenant_id = ?').bind(tenantId),
      env.DB.prepare(
        'INSERT INTO ledger_volumes (tenant_id, test, number, opened_at_ms) VALUES (?, 0, 2, 1)',
      ).bind(tenantId),
    ]);
    await end(15, 'NL');
    const before = await everySpan();
    await move();
    expect(await partsIn({ tenantId })).toHaveLength(4);
    expect(await partsIn({ tenantId, number: 2 })).toEqual([]);
    expect(await everySpan()).toEqual(before);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('The ledger fails.'))],
    ['does not answer', () => new Promise<never>(() => {})],
  ])('of one customer that %s does not hold up the others', async (_how, fail) => {
    const { id: other } = await makeTenant();
    await fill();
    await end(12, 'SE', { tenantId: other });
    const failing = callingLedgers(world.ctx, 'putOutcomes', (ledger, parts) =>
      ledger.id.equals(ledgerOf({ tenantId }).id) ? fail() : ledger.putOutcomes(parts),
    );
    await expect(moveOutcomes(failing, { patienceMs: 500 })).rejects.toThrow('could not be moved');
    expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
    expect(await outcomeRows('outcome_parts', other)).toEqual([]);
    await move();
    expect(await partsIn({ tenantId })).toHaveLength(3);
  });
});

it('parts of customers that have ended and of the service itself stay in D1', async () => {
  await fill();
  await end(12, 'NL', { tenantId: FIRST_PARTY_TENANT_ID });
  await env.DB.prepare('UPDATE tenants SET ended_at_ms = 1 WHERE id = ?').bind(tenantId).run();
  const before = await everySpan();
  await move();
  expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
  expect(await outcomeRows('outcome_parts', FIRST_PARTY_TENANT_ID)).toHaveLength(1);
  expect(await everySpan()).toEqual(before);
});

it('nothing is frozen while a backup reads the tables', async () => {
  await fill();
  const rows = await outcomeRows('outcome_days', tenantId);
  await env.DB.prepare(
    "INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms) VALUES ('x', 'backup', 1, ?)",
  )
    .bind(NOON_MS + 1)
    .run();
  await move();
  expect(await outcomeRows('outcome_days', tenantId)).toEqual(rows);
  expect(await outcomeRows('outcomes_frozen', tenantId)).toEqual([]);
  world.nowMs += 1;
  await move();
  expect(await partsIn({ tenantId })).toHaveLength(3);
});

it('days stay in D1 until their figures are not recounted any more', () => {
  expect(OUTCOMES_KEPT_DAYS).toBeGreaterThan(RECOUNTED_DAYS);
  // A day moves an hour after midnight at the earliest, but readers look for it both in D1 and in
  // the ledger from midnight on.
  const midnightMs = Date.UTC(2026, 10, 20);
  expect(firstKeptDay(midnightMs)).toBe('2026-11-11');
  expect(firstKeptDay(midnightMs + 3_600_000)).toBe('2026-11-12');
});
