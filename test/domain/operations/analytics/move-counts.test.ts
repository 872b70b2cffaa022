// Customers' daily counts of past days move to ledgers with the breakdown (D-181). A customer's
// counts, the platform's sums and the billed counts stay the same wherever the days are stored.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteTenants } from '../../../../src/domain/customers/staff-authentication/unproven-store.ts';
import { readUsage } from '../../../../src/domain/customers/usage/usage.ts';
import { moveOutcomes } from '../../../../src/domain/operations/analytics/move-outcomes.ts';
import { removeCounts } from '../../../../src/domain/operations/analytics/moved-count-store.ts';
import { freezeDays } from '../../../../src/domain/operations/analytics/outcome-store.ts';
import { firstKeptDay } from '../../../../src/domain/operations/analytics/outcomes.ts';
import { recountRollups } from '../../../../src/domain/operations/analytics/recount.ts';
import { sumPlatform } from '../../../../src/domain/operations/analytics/sum-platform.ts';
import { FIRST_PARTY_TENANT_ID } from '../../../../src/domain/verification/rules/age/account-age.ts';
import { dayOf } from '../../../../src/domain/terms/locate-page.ts';
import {
  addUpCounts,
  callingLedgers,
  countsOf,
  endSession,
  outcomeRows,
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
  await env.DB.batch([
    env.DB.prepare("INSERT OR REPLACE INTO plans VALUES ('small', 'Small', 'EUR', 0, 10)"),
    env.DB.prepare("INSERT OR REPLACE INTO plans VALUES ('large', 'Large', 'EUR', 0, 5)"),
    env.DB.prepare("UPDATE tenants SET plan_id = 'small', created_at_ms = 1 WHERE id = ?").bind(
      tenantId,
    ),
  ]);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const ageOf = (days: number): string => dayOf(NOON_MS - days * DAY_MS);
const end = (ageDays: number, more: Partial<Parameters<typeof endSession>[0]> = {}) =>
  endSession({ tenantId, country: 'NL', atMs: NOON_MS - ageDays * DAY_MS, ...more });
const move = (ctx = world.ctx) => moveOutcomes(ctx);
const freeze = () => {
  const nowMs = world.ctx.now();
  return freezeDays(world.ctx.db, { beforeDay: firstKeptDay(nowMs), limit: 300, nowMs });
};

/** Ends sessions on days that are due to be moved, and on days that are not. */
async function fill(of = tenantId): Promise<void> {
  for (const age of [40, 12, 12, 9, 8, 0]) await end(age, { tenantId: of });
  await end(12, { tenantId: of, status: 'failed', contested: true });
  await end(12, { tenantId: of, contested: true });
  await env.DB.batch(
    [
      ['erased', ageOf(12), 3],
      ['unreviewed', ageOf(12), 2],
      ['steps.5', ageOf(12), 4],
      ['failed+created+risk.high', ageOf(12), 2],
      ['a name of a later version', ageOf(40), 7],
    ].map(([name, day, value]) =>
      env.DB.prepare('INSERT INTO daily_counts VALUES (?, ?, ?, ?)').bind(of, name, day, value),
    ),
  );
}

const SPANS = [
  [60, 0],
  [30, 10],
  [12, 12],
  [11, 3],
  [8, 0],
] as const;

const counts = (ctx = world.ctx, of = tenantId) =>
  Promise.all(SPANS.map(([from, to]) => countsOf(ctx, of, { from: ageOf(from), to: ageOf(to) })));

const rowsOf = async (query: string) => (await env.DB.prepare(query).all()).results;

/** Adds up the platform's counts, and returns them. */
async function platform() {
  for (let run = 0; run < 3; run += 1) await sumPlatform(world.ctx);
  const rows = await rowsOf("SELECT name, day, value FROM daily_counts WHERE tenant_id = ''");
  return addUpCounts(rows as { name: string; day: string; value: number }[]);
}

const planDays = () =>
  rowsOf('SELECT plan_id, day, value FROM plan_days WHERE value <> 0 ORDER BY 1, 2');
const usage = async () => (await readUsage(world.ctx, tenantId, 4)).months;

/** Everything that must not change when days move. */
const everything = async () => ({
  counts: await counts(),
  platform: await platform(),
  planDays: await planDays(),
  usage: await usage(),
});

const liveDays = async () =>
  [
    ...new Set((await outcomeRows('daily_counts', tenantId)).map(({ day }) => String(day))),
  ].toSorted();

describe('counts, sums and bills are the same', () => {
  it('before a day is frozen, when it is frozen, and when it has moved', async () => {
    await fill();
    const before = await everything();
    expect(before.counts[2]).toEqual({
      created: { [ageOf(12)]: 6 },
      success: { [ageOf(12)]: 3 },
      failed: { [ageOf(12)]: 3 },
      contested: { [ageOf(12)]: 2 },
      overturned: { [ageOf(12)]: 1 },
      erased: { [ageOf(12)]: 3 },
      unreviewed: { [ageOf(12)]: 2 },
      'risk.high': { [ageOf(12)]: 2 },
      'funnel.opened': { [ageOf(12)]: 4 },
      'funnel.camera': { [ageOf(12)]: 4 },
    });
    expect(before.platform['erased']).toEqual({ [ageOf(12)]: 3 });
    expect(before.usage.map(({ completed }) => completed)).toEqual([9, 1, 0, 0]);
    await freeze();
    expect(await everything()).toEqual(before);
    expect(await liveDays()).toEqual([ageOf(8), ageOf(0)]);
    expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
    await move();
    expect(await everything()).toEqual(before);
    expect(await outcomeRows('outcome_parts', tenantId)).toEqual([]);
    expect(await partsIn({ tenantId })).toHaveLength(3);
    expect(await outcomeRows('billed_days', tenantId)).toEqual([
      { tenant_id: tenantId, day: ageOf(40), value: 1 },
      { tenant_id: tenantId, day: ageOf(12), value: 6 },
      { tenant_id: tenantId, day: ageOf(9), value: 1 },
    ]);
  });

  it('when a run is cut off after any of its writes, and after the next run', async () => {
    await fill();
    const before = await everything();
    const cutOff = callingLedgers(world.ctx, 'putOutcomes', async (ledger, parts) => {
      await ledger.putOutcomes(parts);
      throw new Error('The isolate ended.');
    });
    await expect(move(cutOff)).rejects.toThrow('could not be moved');
    expect(await outcomeRows('outcome_parts', tenantId)).toHaveLength(3);
    expect(await partsIn({ tenantId })).toHaveLength(3);
    expect(await everything()).toEqual(before);
    await move();
    expect(await everything()).toEqual(before);
  });

  it('when no sum has been made yet, or an unsummed count of nothing moves', async () => {
    await fill();
    await end(20);
    await platform();
    await env.DB.prepare("UPDATE daily_counts SET value = 0 WHERE tenant_id <> '' AND day = ?")
      .bind(ageOf(20))
      .run();
    await end(15);
    await freeze();
    const sums = await platform();
    expect(sums['created']).toMatchObject({ [ageOf(15)]: 1, [ageOf(12)]: 6 });
    expect(sums['success']).not.toHaveProperty(ageOf(20));
  });

  it('of two customers on the same days, in runs that overlap, while sessions end', async () => {
    const { id: other } = await makeTenant();
    await fill();
    await fill(other);
    const races = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => move()),
      ...Array.from({ length: 4 }, () => freeze()),
      ...Array.from({ length: 10 }, (_, n) => end(12, n % 2 === 0 ? {} : { tenantId: other })),
      ...Array.from({ length: 4 }, () => counts()),
      ...Array.from({ length: 4 }, () => sumPlatform(world.ctx)),
    ]);
    expect(races.filter(({ status }) => status === 'rejected')).toEqual([]);
    await move();
    for (const of of [tenantId, other])
      expect((await counts(world.ctx, of))[2]).toMatchObject({
        created: { [ageOf(12)]: 11 },
        success: { [ageOf(12)]: 8 },
        failed: { [ageOf(12)]: 3 },
      });
    const sums = await platform();
    expect([sums['created']?.[ageOf(12)], sums['erased']?.[ageOf(12)]]).toEqual([22, 6]);
    expect(await planDays()).toContainEqual({ plan_id: 'small', day: ageOf(12), value: 11 });
  });

  it('while they are read: every answer is whole', async () => {
    await fill();
    const before = await counts();
    const slow = callingLedgers(world.ctx, 'sumParts', async (ledger, wanted) => {
      await move();
      return ledger.sumParts(wanted);
    });
    await freeze();
    expect(await counts(slow)).toEqual(before);
    await end(20);
    const after = await counts(slow);
    expect(after[1]?.['success']).toEqual({ [ageOf(20)]: 1, [ageOf(12)]: 3 });
    expect(await counts()).toEqual(after);
  });
});

describe('a session that changes after its day has moved', () => {
  it('adds and takes off, for the customer, all customers and the bill, before and after it moves', async () => {
    await fill();
    const id = await end(12);
    await move();
    const before = await everything();
    await retakeSession(id);
    await end(12, { status: 'failed' });
    await env.DB.prepare('UPDATE verification_sessions SET erased_at_ms = ? WHERE id = ?')
      .bind(NOON_MS - 12 * DAY_MS, id)
      .run();
    const day = ageOf(12);
    const after = await everything();
    expect(after.counts[2]).toMatchObject({
      created: { [day]: 7 },
      success: { [day]: 3 },
      failed: { [day]: 4 },
      carried: { [day]: 1 },
      erased: { [day]: 4 },
    });
    for (const name of ['created', 'success', 'failed', 'carried', 'erased'])
      expect([name, after.platform[name]?.[day]]).toEqual([name, after.counts[2]?.[name]?.[day]]);
    expect(after.usage[0]?.completed).toBe((before.usage[0]?.completed ?? 0) + 1);
    expect(await outcomeRows('daily_counts', tenantId)).toContainEqual(
      expect.objectContaining({ name: 'success', day, value: -1 }),
    );
    await freeze();
    expect(await everything()).toEqual(after);
    await move();
    expect(await everything()).toEqual(after);
    await recountRollups(world.ctx);
    expect(await everything()).toEqual(after);
  });
});

describe('the bill', () => {
  it('follows the customer to another plan with all its days, and ends with the customer', async () => {
    await fill();
    const before = await planDays();
    await move();
    await end(12);
    const setPlan = (plan: string | null) =>
      env.DB.prepare('UPDATE tenants SET plan_id = ? WHERE id = ?').bind(plan, tenantId).run();
    await setPlan('large');
    expect(await planDays()).toEqual(
      before.map(({ day, value }) => ({
        plan_id: 'large',
        day,
        value: Number(value) + (day === ageOf(12) ? 1 : 0),
      })),
    );
    await setPlan(null);
    expect(await planDays()).toEqual([]);
    await move();
    await setPlan('small');
    expect((await usage())[0]?.completed).toBe(10);
    expect(await planDays()).toHaveLength(before.length);
    await deleteTenants(world.ctx.db, [tenantId]);
    expect(await planDays()).toEqual([]);
    expect(await outcomeRows('billed_days', tenantId)).toEqual([]);
  });
});

describe('a customer that is deleted', () => {
  it('leaves the sums of all customers as they are, and no row of its own', async () => {
    const { id: other } = await makeTenant();
    await fill();
    await fill(other);
    await freeze();
    await end(12);
    await end(12, { tenantId: other });
    const before = await platform();
    const ofOther = await counts(world.ctx, other);
    await deleteTenants(world.ctx.db, [tenantId]);
    expect(await outcomeRows('daily_counts', tenantId)).toEqual([]);
    const addedUp = async () => {
      await env.DB.prepare(
        'INSERT OR IGNORE INTO unsummed_days SELECT DISTINCT day FROM daily_counts',
      ).run();
      return platform();
    };
    expect(await addedUp()).toEqual(before);
    expect(await counts(world.ctx, other)).toEqual(ofOther);
    await move();
    expect(await addedUp()).toEqual(before);
    expect(await planDays()).toEqual([]);
  });

  it('gets no parts for rows that an earlier version left behind', async () => {
    for (const id of ['ten_gone', FIRST_PARTY_TENANT_ID]) await fill(id);
    const before = await platform();
    await freeze();
    expect(await outcomeRows('outcome_parts', 'ten_gone')).toEqual([]);
    expect(await outcomeRows('outcomes_frozen', 'ten_gone')).toEqual([]);
    expect(await outcomeRows('outcome_days', 'ten_gone')).toHaveLength(6);
    expect(await outcomeRows('outcome_parts', FIRST_PARTY_TENANT_ID)).toHaveLength(3);
    expect(await platform()).toEqual(before);
  });
});

it('a recount leaves a day alone whose counts have moved, even if it counts that day', async () => {
  await fill();
  await move();
  await platform();
  const moved = () =>
    rowsOf(`SELECT * FROM daily_counts WHERE day < '${ageOf(8)}' ORDER BY 1, 2, 3`);
  const [rows, before] = [await moved(), await counts()];
  await env.DB.batch([
    env.DB.prepare("INSERT INTO daily_counts VALUES ('-', 'risk.low', ?, 1)").bind(ageOf(8)),
    env.DB.prepare('UPDATE daily_counts SET value = 9 WHERE tenant_id = ? AND day = ?').bind(
      tenantId,
      ageOf(8),
    ),
  ]);
  // If the clock is five days back, the recount covers the latest day that has moved and the day
  // after it, which has not moved.
  world.nowMs = NOON_MS - 5 * DAY_MS;
  await recountRollups(world.ctx);
  world.nowMs = NOON_MS;
  await platform();
  expect(await counts()).toEqual(before);
  expect(await moved()).toEqual(rows);
});

it('no count moves while a backup reads the tables', async () => {
  await fill();
  const tables = () => rowsOf('SELECT * FROM daily_counts ORDER BY 1, 2, 3');
  const rows = await tables();
  await env.DB.prepare(
    "INSERT INTO deployment_links (token_hash, kind, created_at_ms, expires_at_ms) VALUES ('x', 'backup', 1, ?)",
  )
    .bind(NOON_MS + 1)
    .run();
  await move();
  expect(await tables()).toEqual(rows);
  expect(await rowsOf('SELECT * FROM billed_days')).toEqual([]);
});

it('a move reads only the rows of its days and customers', async () => {
  // Each of 300 customers has counts on two days.
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
       INSERT INTO tenants (id, name, created_at_ms) SELECT 'ten_' || i, 'A', 1 FROM n`,
    ),
    env.DB.prepare(
      `INSERT INTO daily_counts SELECT tenants.id, name.value, day.value, 1
       FROM tenants, json_each('["success","failed","created"]') AS name, json_each(?) AS day`,
    ).bind(JSON.stringify([ageOf(12), ageOf(11)])),
  ]);
  const pairs = JSON.stringify([
    ['ten_1', ageOf(12)],
    ['ten_2', ageOf(12)],
  ]);
  for (const statement of removeCounts(world.ctx.db, pairs, NOON_MS)) {
    const { sql, params } = statement.toSQL();
    const { meta } = await env.DB.prepare(sql)
      .bind(...params)
      .run();
    expect([sql, meta.rows_read < 100]).toEqual([sql, true]);
  }
  expect(await outcomeRows('billed_days', 'ten_2')).toMatchObject([{ day: ageOf(12), value: 2 }]);
  expect(await outcomeRows('daily_counts', 'ten_2')).toHaveLength(3);
});

it('a part from before D-181, without counts, still counts its outcomes', async () => {
  await fill();
  const before = await counts();
  await move();
  const { number } = (await partsIn({ tenantId })).at(-1)!;
  const part = { id: 'old', day: ageOf(12), outcomes: '{"country":{"NL":[2,0]}}' };
  await env.DB.batch([
    env.DB.prepare('INSERT INTO outcome_parts VALUES (?, ?, ?, ?, ?)').bind(
      tenantId,
      number + 1,
      part.id,
      part.day,
      part.outcomes,
    ),
    env.DB.prepare('UPDATE outcomes_frozen SET parts = ? WHERE tenant_id = ?').bind(
      number + 1,
      tenantId,
    ),
  ]);
  expect(await counts()).toEqual(before);
  await move();
  expect(await counts()).toEqual(before);
});
