import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createContext } from '../../../src/context.ts';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import { sumPlatform } from '../../../src/domain/operations/analytics/sum-platform.ts';
import { dayOf } from '../../../src/domain/terms/locate-page.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { insertAccounts } from '../../support/account/account-rows.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { sessionEvent as event } from '../../support/customer/session-events.ts';
import { makeTenant } from '../../support/customer/tenants.ts';

const DAY_MS = 86_400_000;
const ctx = () => createContext(env, createExecutionContext());

/**
 * Writes the rows for the events, and computes the sums over all customers as the ten-minute
 * schedule does.
 */
async function consume(events: readonly SessionEvent[]): Promise<void> {
  await consumeSessionEvents(ctx(), events);
  await sumPlatform(ctx());
}

const NO_DRIFT = { dailyCounts: 0, accountDays: 0, sessionDays: 0, outcomeDays: 0 };

const get = async (path: string) => {
  const { token } = await makeAdmin({ role: 'analyst' });
  const { status, body } = await ask('GET', path, token);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};

describe('GET /admin/v1/analytics/verifications', () => {
  it('counts each session once, however often and in whatever order its events arrive', async () => {
    const events = [
      event('a', 'pending', 0),
      event('a', 'success', 0),
      event('b', 'failed', 1),
      event('c', 'pending', 1),
      event('t', 'success', 0, { test: true }),
    ];
    await consume(events);
    await consume(events.toReversed());
    await Promise.all(Array.from({ length: 10 }, () => consume(events)));
    const { days, totals, series } = await get('/analytics/verifications');
    expect(days).toBe(30);
    expect(series).toHaveLength(30);
    expect(totals).toEqual({
      created: 3,
      success: 1,
      failed: 1,
      canceled: 0,
      expired: 0,
      completed: 2,
      success_rate: 0.5,
    });
    expect(series.slice(-3)).toEqual([
      {
        date: dayOf(Date.now() - 2 * DAY_MS),
        created: 0,
        success: 0,
        failed: 0,
        canceled: 0,
        expired: 0,
      },
      {
        date: dayOf(Date.now() - DAY_MS),
        created: 2,
        success: 0,
        failed: 1,
        canceled: 0,
        expired: 0,
      },
      { date: dayOf(Date.now()), created: 1, success: 1, failed: 0, canceled: 0, expired: 0 },
    ]);
  });

  it('accepts 1 to 365 days, and answers 400 otherwise (spec 8)', async () => {
    const { token } = await makeAdmin();
    for (const path of ['verifications', 'comparison']) {
      for (const days of ['0', '366', '-1', '1.5', 'x', ''])
        expect([days, (await ask('GET', `/analytics/${path}?days=${days}`, token)).status]).toEqual(
          [days, 400],
        );
      for (const days of ['1', '365'])
        expect((await ask('GET', `/analytics/${path}?days=${days}`, token)).status).toBe(200);
    }
  });

  it('contains a check once the ten-minute schedule has run, on whatever day it ended (D-175)', async () => {
    // A late event is only written for a customer that exists (D-177).
    const { id: tenantId } = await makeTenant();
    const events = [event('a', 'success', 0), event('b', 'expired', 20, { tenantId })];
    await consumeSessionEvents(ctx(), events);
    expect((await get('/analytics/verifications')).totals).toMatchObject({ created: 0 });
    await sumPlatform(ctx());
    const summed = await get('/analytics/verifications');
    expect(summed.totals).toMatchObject({ created: 2, success: 1, expired: 1 });
    await sumPlatform(ctx());
    expect(await get('/analytics/verifications')).toEqual(summed);
  });

  it('has no success rate where nothing was completed', async () => {
    expect((await get('/analytics/verifications?days=1')).totals.success_rate).toBeNull();
  });
});

describe('GET /admin/v1/analytics/comparison', () => {
  it('compares a period with the previous one: changes, funnel, aligned series with zero days', async () => {
    await consume([
      event('a', 'success', 0),
      event('b', 'success', 2),
      event('c', 'failed', 2),
      event('d', 'success', 3),
      event('e', 'canceled', 5),
      event('f', 'success', 9),
    ]);
    await insertAccounts([{}, { created: dayOf(Date.now() - 4 * DAY_MS) }]);
    const data = await get('/analytics/comparison?days=3');
    expect(data.current).toMatchObject({
      from: dayOf(Date.now() - 2 * DAY_MS),
      to: dayOf(Date.now()),
      created: 3,
      success: 2,
      completed: 3,
      new_users: 1,
    });
    expect(data.previous).toMatchObject({
      from: dayOf(Date.now() - 5 * DAY_MS),
      to: dayOf(Date.now() - 3 * DAY_MS),
      created: 2,
      success: 1,
      canceled: 1,
      new_users: 1,
    });
    expect(data.change_percent).toEqual({
      created: 50,
      success: 100,
      failed: 100,
      canceled: -100,
      expired: 0,
      completed: 200,
      new_users: 0,
      new_tenants: 0,
    });
    expect(data.funnel.current).toMatchObject({ created: 3, opened: 3, camera: 3, verdict: 0 });
    expect(data.funnel.previous).toMatchObject({ created: 2, opened: 2, camera: 2 });
    await consume([event('g', 'pending', 0), event('h', 'expired', 1)]);
    const later = await get('/analytics/comparison?days=3');
    expect(later.current.created).toBe(5);
    // Steps are recorded when a session ends, so a running session is not in the funnel (D-165).
    expect(later.funnel.current).toMatchObject({ created: 4, opened: 4, camera: 4 });
    const created = (series: { created: number }[]) => series.map((day) => day.created);
    expect(created(data.series.current)).toEqual([2, 0, 1]);
    expect(created(data.series.previous)).toEqual([1, 0, 1]);
  });
});

describe('risk in the comparison', () => {
  const read = async () => {
    const { current, previous } = await get('/analytics/comparison?days=3');
    return [current.risk, previous.risk];
  };

  it('counts each verdict once, by its risk band and on the day it was reached, and no test sessions', async () => {
    await consume([
      event('a', 'success', 0, { risk: 'low' }),
      event('b', 'failed', 1, { risk: 'high' }),
      event('c', 'success', 1, { risk: 'low', test: true }),
      event('d', 'canceled', 1, { risk: 'medium' }),
      event('e', 'success', 2),
      event('f', 'success', 4, { risk: 'medium' }),
    ]);
    await consume([event('a', 'success', 0, { risk: 'low' })]);
    const expected = [
      { low: 1, medium: 0, high: 1 },
      { low: 0, medium: 1, high: 0 },
    ];
    expect(await read()).toEqual(expected);
    expect(await recountRollups(ctx())).toEqual(NO_DRIFT);
    expect(await read()).toEqual(expected);
  });

  it('follows a session that is retaken, or whose risk band changes later', async () => {
    const end = event('a', 'failed', 0, { risk: 'medium' });
    await consume([end]);
    const later = { ...end.row, version: end.row.version + 1 };
    await consume([{ ...end, row: { ...later, risk: 'high' } }]);
    expect((await read())[0]).toEqual({ low: 0, medium: 0, high: 1 });
    const gone = { ...later, version: later.version + 1, status: 'retaken' };
    await consume([{ ...end, row: gone }]);
    expect((await read())[0]).toEqual({ low: 0, medium: 0, high: 0 });
    expect(await recountRollups(ctx())).toEqual(NO_DRIFT);
  });
});

describe('GET /admin/v1/analytics/overview', () => {
  it('totals tenants, users, verifications, and revenue by currency from plan prices', async () => {
    const [first, second, third] = [await makeTenant(), await makeTenant(), await makeTenant()];
    await env.DB.batch([
      env.DB.prepare("INSERT INTO plans VALUES ('p1', 'Start', 'EUR', 4900, 20)"),
      env.DB.prepare("INSERT INTO plans VALUES ('p2', 'Start', 'USD', 5900, 25)"),
      env.DB.prepare("UPDATE tenants SET plan_id = 'p1' WHERE id IN (?, ?)").bind(
        first.id,
        second.id,
      ),
      env.DB.prepare("UPDATE tenants SET plan_id = 'p2' WHERE id = ?").bind(third.id),
    ]);
    await consume([
      event('a', 'success', 0, { tenantId: first.id }),
      event('b', 'failed', 0, { tenantId: first.id }),
      event('c', 'canceled', 0, { tenantId: first.id }),
      event('d', 'success', 40, { tenantId: first.id }),
      event('e', 'success', 0, { tenantId: first.id, test: true }),
    ]);
    await insertAccounts([{}, { status: 'suspended', verified: false }]);
    const data = await get('/analytics/overview');
    expect(data).toMatchObject({
      tenants: { total: 3 },
      users: { total: 2, email_verified: 1, by_status: { suspended: 1 } },
      verifications: { total: 4, success: 2, failed: 1, canceled: 1 },
      revenue: {
        month: dayOf(Date.now()).slice(0, 7),
        by_currency: [
          { currency: 'EUR', amount_minor: 2 * 4900 + 2 * 20 },
          { currency: 'USD', amount_minor: 5900 },
        ],
      },
    });
  });
});

describe('the nightly recount', () => {
  it('finds no drift after any kind of change', async () => {
    await makeTenant();
    const [id] = await insertAccounts([{}, { status: 'locked', verified: false }]);
    await env.DB.prepare("UPDATE accounts SET status = 'suspended' WHERE id = ?").bind(id).run();
    await consume([
      event('a', 'pending', 3),
      event('b', 'success', 1),
      event('t', 'success', 1, { test: true }),
    ]);
    await consume([event('a', 'expired', 3)]);
    expect(await recountRollups(ctx())).toEqual(NO_DRIFT);
  });

  it('reports drift and corrects it', async () => {
    await insertAccounts([{}]);
    await consume([event('a', 'success', 0)]);
    await env.DB.batch([
      env.DB.prepare("UPDATE daily_counts SET value = 9 WHERE name = 'success' AND tenant_id = ''"),
      env.DB.prepare('DELETE FROM account_days'),
    ]);
    expect(await recountRollups(ctx())).toEqual({ ...NO_DRIFT, dailyCounts: 2, accountDays: 1 });
    expect((await get('/analytics/verifications')).totals.success).toBe(1);
    expect(await recountRollups(ctx())).toEqual(NO_DRIFT);
    expect((await get('/analytics/comparison?days=3')).current.corrected).toBe(3);
  });

  it('does not take a count for wrong that waits for its sum', async () => {
    await consume([event('a', 'success', 0)]);
    await consumeSessionEvents(ctx(), [event('b', 'failed', 0)]);
    expect(await recountRollups(ctx())).toEqual(NO_DRIFT);
  });

  it('adds the drift of a second recount on the same day to that of the first, and counts none of it as drift itself', async () => {
    await consume([event('a', 'success', 0, { risk: 'low' })]);
    for (let night = 1; night <= 2; night += 1) {
      await env.DB.prepare(
        "DELETE FROM daily_counts WHERE name = 'risk.low' AND tenant_id = ''",
      ).run();
      expect(await recountRollups(ctx())).toEqual({ ...NO_DRIFT, dailyCounts: 1 });
      const { current } = await get('/analytics/comparison?days=3');
      expect([current.corrected, current.risk.low]).toEqual([night, 1]);
    }
    expect(await recountRollups(ctx())).toEqual(NO_DRIFT);
  });
});
