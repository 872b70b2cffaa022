// Contested estimates (D-93) as a customer's staff see them: in figures, lists, CSV exports, and
// the events of the original session and the one that replaced it.
import { exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { get } from '../../support/customer/api.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { retakenAfter, sessionEvent } from '../../support/customer/session-events.ts';
import { tooYoung } from '../../support/visitor/too-young.ts';

afterEach(() => void vi.useRealTimers());

const consume = (events: readonly SessionEvent[]) =>
  withContext((ctx) => consumeSessionEvents(ctx, events));

/**
 * The events of four contests: one was overturned, one upheld, one retaken by the customer and then
 * overturned, and one is in progress.
 */
function contestsOf(tenantId: string): SessionEvent[] {
  const of = (id: string, status: string, daysAgo: number, contested = true, more = {}) =>
    sessionEvent(`${tenantId}-${id}`, status, daysAgo, {
      tenantId,
      contested,
      countedBefore: contested,
      verificationType: ['success', 'failed'].includes(status) ? 'full' : null,
      reason: status === 'failed' ? 'age_below_threshold' : null,
      ...more,
    });
  return [
    ...retakenAfter(of('a1', 'failed', 3, false)),
    of('a2', 'success', 3),
    ...retakenAfter(of('b1', 'failed', 2, false)),
    of('b2', 'failed', 2),
    ...retakenAfter(of('c1', 'failed', 2, false)),
    ...retakenAfter(of('c2', 'failed', 2)),
    of('c3', 'success', 1),
    ...retakenAfter(of('d1', 'failed', 0, false)),
    of('d2', 'pending', 0),
    of('e', 'success', 0, false),
    of('t', 'success', 0, true, { test: true }),
    of('x', 'success', 0, true, { tenantId: 'ten_other' }),
  ];
}

const contestsIn = async ({ owner }: DashboardTenant, days: number) =>
  (await ask('GET', `/analytics/overview?days=${days}`, owner.token)).body.data.contests;

describe('figures for contested sessions', () => {
  const orders: [string, (events: SessionEvent[]) => SessionEvent[]][] = [
    ['in order', (events) => events],
    ['in reverse', (events) => events.toReversed()],
  ];

  it.each(orders)(
    'count a chain once, with events that arrive %s, and a second time',
    async (_, order) => {
      const tenant = await makeDashboardTenant();
      for (const event of order(contestsOf(tenant.id))) await consume([event]);
      await consume(contestsOf(tenant.id));
      expect(await contestsIn(tenant, 30)).toEqual({ contested: 4, overturned: 2 });
      expect(await contestsIn(tenant, 2)).toEqual({ contested: 2, overturned: 1 });
      const drift = await withContext((ctx) => recountRollups(ctx));
      expect(drift).toMatchObject({ dailyCounts: 0 });
    },
  );

  it('are none where nothing was contested', async () => {
    const tenant = await makeDashboardTenant();
    expect(await contestsIn(tenant, 30)).toEqual({ contested: 0, overturned: 0 });
  });
});

describe('a contested session', () => {
  it('is marked in lists and CSV, and both sessions send the event of their end', async () => {
    const tenant = await makeDashboardTenant();
    const visit = await tooYoung({}, { customer: tenant });
    const { body } = await visit.edge.browser.step('contest');
    const token = body.data.verify_url.split('/v/')[1];
    await visit.edge.browser.open(token);
    await visit.edge.browser.step('assistance');
    const { token: first } = await visit.result();
    const { token: next } = (await get(`/verify/v1/result/${token}`, tenant.secret)).body.data;
    await eventually(async () => {
      const rows = (await ask('GET', '/sessions', tenant.owner.token)).body.data;
      expect(rows).toMatchObject([
        { token: next, status: 'failed', previous: first, contested: true },
        { token: first, status: 'retaken', reason: 'age_below_threshold' },
      ]);
      expect(rows[1].contested).toBeUndefined();
      const events = (await get('/api/v1/events', tenant.secret)).body.data;
      expect(events).toMatchObject([
        { type: 'session.failed', data: { token: first, reason: 'age_below_threshold' } },
        { type: 'session.failed', data: { token: next, previous: first } },
      ]);
      expect(events).toHaveLength(2);
    });
    const sdk = (await get('/api/v1/sessions?status=failed', tenant.secret)).body.data;
    expect(sdk).toMatchObject([{ token: next, contested: true }]);
    const csv = await exports.default.fetch(
      new Request('http://localhost:8787/dashboard/v1/sessions/export', {
        headers: { Authorization: `Bearer ${tenant.owner.token}` },
      }),
    );
    const [head, ...lines] = (await csv.text()).trim().split('\r\n');
    const column = head?.split(',').indexOf('contested') ?? -1;
    expect(lines.find((line) => line.startsWith(next))?.split(',')[column]).toBe('true');
    expect(lines.find((line) => line.startsWith(first))?.split(',')[column]).toBe('');
    expect(await contestsIn(tenant, 30)).toEqual({ contested: 1, overturned: 0 });
  });
});
