import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { moveSessions } from '../../../src/domain/integration/moved-sessions/move-sessions.ts';
import { moveOutcomes } from '../../../src/domain/operations/analytics/move-outcomes.ts';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import { dayOf } from '../../../src/domain/terms/locate-page.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { env } from 'cloudflare:workers';
import { ledgerOf } from '../../support/customer/ledgers.ts';
import { outcomeRows, partsIn } from '../../support/customer/outcomes.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { makeMember } from '../../support/staff/members.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';

const DAY_MS = 86_400_000;
const NO_DRIFT = { dailyCounts: 0, accountDays: 0, sessionDays: 0, outcomeDays: 0 };

type Event = ReturnType<typeof sessionEvent>;
type Count = { sessions: number; share: number | null };
const consume = (events: Event[]) => withContext((ctx) => consumeSessionEvents(ctx, events));
const recount = () => withContext((ctx) => recountRollups(ctx));

async function read(tenant: DashboardTenant, path: string) {
  const { status, body } = await ask('GET', `/analytics/${path}`, tenant.owner.token);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Returns the event as if its session had ended the given number of seconds after its creation. */
const took = (event: Event, seconds: number): Event => ({
  ...event,
  row: { ...event.row, completedAtMs: event.row.createdAtMs + seconds * 1_000 },
});

/** The event that a session sends when its visitor's data is erased. */
const erased = (event: Event): Event => ({
  ...event,
  type: 'erased',
  row: { ...event.row, version: 9, ipCountry: null, externalUserId: null, erasedAtMs: Date.now() },
});

/**
 * Creates two weeks of a customer's sessions, along with sessions that must not be counted: test
 * sessions, and other customers' sessions.
 */
async function someSessions(tenant: DashboardTenant): Promise<Event[]> {
  const mine = { tenantId: tenant.id, verificationType: 'age_check', ipCountry: 'NL' };
  const events = [
    took(sessionEvent('a', 'success', 0, mine), 20),
    took(sessionEvent('b', 'success', 1, { ...mine, ipCountry: 'DE' }), 41),
    took(sessionEvent('c', 'failed', 1, { ...mine, reason: 'age_below_threshold' }), 60),
    took(
      sessionEvent('d', 'failed', 2, { ...mine, reason: 'liveness_failed', ipCountry: null }),
      307,
    ),
    sessionEvent('e', 'canceled', 2, { ...mine, verificationType: null }),
    sessionEvent('f', 'pending', 0, { ...mine, verificationType: null }),
    took(sessionEvent('g', 'success', 12, { ...mine, verificationType: 'agate_id' }), 5),
    sessionEvent('t', 'success', 0, { ...mine, test: true }),
    sessionEvent('x', 'success', 0, { ...mine, tenantId: 'ten_other' }),
  ];
  await consume(events);
  return events;
}

describe('GET /dashboard/v1/analytics/overview', () => {
  it('counts by day and outcome, and breaks verdicts down by country, type and reason', async () => {
    const tenant = await makeDashboardTenant();
    await someSessions(tenant);
    const data = await read(tenant, 'overview?days=7');
    expect(data).toMatchObject({
      days: 7,
      totals: {
        created: 6,
        success: 2,
        failed: 2,
        canceled: 1,
        expired: 0,
        completed: 4,
        success_rate: 0.5,
      },
      by_country: [
        { country: 'NL', success: 1, failed: 1 },
        { country: 'DE', success: 1, failed: 0 },
      ],
      by_verification_type: [{ verification_type: 'age_check', success: 2, failed: 2 }],
      by_reason: [
        { reason: 'age_below_threshold', failed: 1 },
        { reason: 'liveness_failed', failed: 1 },
      ],
    });
    expect(data.series).toHaveLength(7);
    expect(data.series.at(-2)).toEqual({
      date: dayOf(Date.now() - DAY_MS),
      created: 2,
      success: 1,
      failed: 1,
      canceled: 0,
      expired: 0,
    });
  });

  it('has the median duration, rounded to tens of seconds from two minutes on', async () => {
    const tenant = await makeDashboardTenant();
    await someSessions(tenant);
    const median = async (days: number) =>
      (await read(tenant, `overview?days=${days}`)).median_duration_seconds;
    expect(await median(1)).toBe(20);
    expect(await median(2)).toBe(41);
    expect(await median(3)).toBe((41 + 60) / 2);
    const slow = await makeDashboardTenant();
    await consume([took(sessionEvent('s', 'failed', 0, { tenantId: slow.id }), 307)]);
    expect((await read(slow, 'overview')).median_duration_seconds).toBe(300);
  });

  it('has no median and no rate where there was no verdict', async () => {
    const data = await read(await makeDashboardTenant(), 'overview?days=1');
    expect(data).toMatchObject({
      median_duration_seconds: null,
      totals: { created: 0, success_rate: null },
      by_country: [],
      by_verification_type: [],
      by_reason: [],
    });
  });

  it('counts each session once, however often and in whatever order its events arrive', async () => {
    const tenant = await makeDashboardTenant();
    const events = await someSessions(tenant);
    const before = await read(tenant, 'overview');
    await consume(events.toReversed());
    await Promise.all(Array.from({ length: 10 }, () => consume(events)));
    expect(await read(tenant, 'overview')).toEqual(before);
    expect(await recount()).toEqual(NO_DRIFT);
  });

  it('keeps the countries of erased sessions, even after the nightly recount', async () => {
    const tenant = await makeDashboardTenant();
    const events = await someSessions(tenant);
    const before = await read(tenant, 'overview');
    await consume(events.slice(0, 3).map(erased));
    expect(await recount()).toEqual(NO_DRIFT);
    await env.DB.prepare("UPDATE outcome_days SET value = 7 WHERE kind = 'reason'").run();
    expect(await recount()).toEqual({ ...NO_DRIFT, outcomeDays: 4 });
    expect(await read(tenant, 'overview')).toEqual(before);
    expect(await recount()).toEqual(NO_DRIFT);
  });
});

describe('GET /dashboard/v1/analytics/funnel', () => {
  it('counts the sessions that reached each step, once per session, live ones only', async () => {
    const tenant = await makeDashboardTenant();
    const [a, b, c] = ['a', 'b', 'c'].map((id) =>
      sessionEvent(id, 'success', 0, { tenantId: tenant.id }),
    );
    const steps = (event: Event, ...names: Event['funnel'][number]['name'][]): Event => ({
      ...event,
      funnel: names.map((name, n) => ({ name, atMs: event.row.createdAtMs + n })),
    });
    await consume([
      steps(
        a!,
        'opened',
        'consent',
        'liveness_start',
        'liveness_start',
        'liveness_end',
        'age',
        'verdict',
      ),
      steps(b!, 'opened', 'consent', 'liveness_start', 'verdict'),
      { ...steps(c!, 'opened', 'cancel'), row: { ...c!.row, status: 'canceled' } },
      { ...sessionEvent('d', 'expired', 0, { tenantId: tenant.id }), funnel: [] },
      sessionEvent('t', 'success', 0, { tenantId: tenant.id, test: true }),
    ]);
    expect(await read(tenant, 'funnel')).toEqual({
      days: 30,
      running: 0,
      steps: [
        { step: 'created', sessions: 4, share: 1 },
        { step: 'opened', sessions: 3, share: 0.75 },
        { step: 'liveness', sessions: 2, share: 0.5 },
        { step: 'age', sessions: 1, share: 0.25 },
        { step: 'completed', sessions: 2, share: 0.5 },
      ],
    });
    const empty = await read(await makeDashboardTenant(), 'funnel');
    expect(empty.steps[0]).toEqual({ step: 'created', sessions: 0, share: null });
  });

  it('covers sessions that have ended, since their steps arrive with the end, and says how many are running (D-165)', async () => {
    const tenant = await makeDashboardTenant();
    const of = (id: string, status: string, daysAgo = 0, more: Partial<Event['row']> = {}) =>
      sessionEvent(id, status, daysAgo, { tenantId: tenant.id, ...more });
    const running = ['pending', 'in_progress', 'pending_tenant_review', 'awaiting_retake'];
    await consume([
      ...running.map((status) => of(status, status)),
      of('test', 'pending', 0, { test: true }),
      of('before', 'pending_tenant_review', 9),
      of('other', 'pending', 0, { tenantId: 'ten_other' }),
    ]);
    const none = await read(tenant, 'funnel?days=7');
    expect(none.running).toBe(4);
    expect(none.steps.map(({ sessions, share }: Count) => [sessions, share])).toEqual(
      Array.from({ length: 5 }, () => [0, null]),
    );
    expect((await read(tenant, 'funnel')).running).toBe(5);
    await consume([of('pending', 'success'), of('in_progress', 'expired')]);
    const two = await read(tenant, 'funnel?days=7');
    expect(two.running).toBe(2);
    expect(two.steps.slice(0, 2)).toEqual([
      { step: 'created', sessions: 2, share: 1 },
      { step: 'opened', sessions: 2, share: 1 },
    ]);
  });
});

describe('figures of days that have moved to the ledger (D-178, D-181)', () => {
  it('are the same as before', async () => {
    const tenant = await makeDashboardTenant();
    await someSessions(tenant);
    const paths = ['overview?days=60', 'overview?days=7', 'funnel?days=60', 'funnel?days=7'];
    const readAll = () => Promise.all(paths.map((path) => read(tenant, path)));
    const before = await readAll();
    expect(before[0].by_verification_type).toHaveLength(2);
    expect(before[2].steps[1].sessions).toBe(before[3].steps[1].sessions + 1);
    await withContext((ctx) => moveOutcomes(ctx));
    expect(await partsIn({ tenantId: tenant.id })).toHaveLength(1);
    expect(await outcomeRows('daily_counts', tenant.id)).not.toContainEqual(
      expect.objectContaining({ day: dayOf(Date.now() - 12 * DAY_MS) }),
    );
    expect(await readAll()).toEqual(before);
  });

  it('follows sessions in the ledger: one that is erased counts on, one that is retaken does not', async () => {
    const tenant = await makeDashboardTenant();
    const mine = { tenantId: tenant.id, verificationType: 'age_check', ipCountry: 'NL' };
    const [kept, replaced] = [
      took(sessionEvent('k', 'success', 15, mine), 20),
      took(sessionEvent('r', 'failed', 15, { ...mine, reason: 'liveness_failed' }), 20),
    ];
    await consume([kept, replaced]);
    const move = () =>
      withContext(async (ctx) => {
        await moveSessions(ctx);
        await moveOutcomes(ctx);
      });
    await move();
    await consume([erased(kept)]);
    const counts = async () => (await read(tenant, 'overview?days=30')).by_country;
    expect(await counts()).toEqual([{ country: 'NL', success: 1, failed: 1 }]);
    const { row } = replaced;
    const retaken = { ...row, status: 'retaken', version: row.version + 1 };
    await consume([{ type: 'retaken', funnel: [], row: retaken }]);
    for (const work of [async () => undefined, move]) {
      await work();
      expect(await counts()).toEqual([{ country: 'NL', success: 1, failed: 0 }]);
    }
    expect(await partsIn({ tenantId: tenant.id })).toHaveLength(2);
  });

  it('is 503 without the ledger, and never a part of it; the last days need no ledger', async () => {
    const tenant = await makeDashboardTenant();
    await someSessions(tenant);
    await withContext((ctx) => moveOutcomes(ctx));
    await runInDurableObject(ledgerOf({ tenantId: tenant.id }), (_object, { storage }) => {
      storage.sql.exec('DROP TABLE outcome_parts');
    });
    for (const path of ['overview', 'funnel']) {
      const get = (days: number) =>
        ask('GET', `/analytics/${path}?days=${days}`, tenant.owner.token);
      const refused = await get(60);
      expect([refused.status, refused.body.error?.code]).toEqual([503, 'UNAVAILABLE']);
      expect((await get(7)).status).toBe(200);
    }
  });
});

describe('both', () => {
  it.each(['overview', 'funnel'])(
    '%s accepts 1 to 365 days, and answers 400 otherwise',
    async (path) => {
      const { owner } = await makeDashboardTenant();
      for (const days of ['0', '366', '-1', '1.5', 'x', ''])
        expect([
          days,
          (await ask('GET', `/analytics/${path}?days=${days}`, owner.token)).status,
        ]).toEqual([days, 400]);
      for (const days of ['1', '365'])
        expect((await ask('GET', `/analytics/${path}?days=${days}`, owner.token)).status).toBe(200);
    },
  );

  it.each(['overview', 'funnel'])('%s is not for reviewers', async (path) => {
    const { id } = await makeDashboardTenant();
    const reviewer = await makeMember(id, 'reviewer');
    expect((await ask('GET', `/analytics/${path}`, reviewer.token)).status).toBe(403);
    const analyst = await makeMember(id, 'analyst');
    expect((await ask('GET', `/analytics/${path}`, analyst.token)).status).toBe(200);
  });
});
