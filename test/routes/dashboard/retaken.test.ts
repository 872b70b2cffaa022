// Chains of retakes (D-89) as a customer's staff see them: lists, files and events show each
// session, and figures count each chain once.
import { env, exports } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import type { SessionEvent } from '../../../src/domain/verification/rules/session/result.ts';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { get } from '../../support/customer/api.ts';
import { withContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { failedToken, failSession, retake } from '../../support/customer/retakes.ts';
import { retakenAfter, sessionEvent } from '../../support/customer/session-events.ts';

afterEach(() => void vi.useRealTimers());

const steps = { created: 4, opened: 4, liveness: 0, age: 0, completed: 3 };

const consume = (events: readonly SessionEvent[]) =>
  withContext((ctx) => consumeSessionEvents(ctx, events));

/** The events of four checks: three chains of retakes, and one session without a retake. */
function chainsOf(tenantId: string): SessionEvent[] {
  const of = (id: string, status: string, daysAgo: number, countedBefore = false) =>
    sessionEvent(`${tenantId}-${id}`, status, daysAgo, {
      tenantId,
      countedBefore,
      verificationType: status === 'success' || status === 'failed' ? 'age_check' : null,
      reason: status === 'failed' ? 'liveness_failed' : null,
    });
  return [
    ...retakenAfter(of('a1', 'failed', 3)),
    of('a2', 'success', 1, true),
    ...retakenAfter(of('b1', 'expired', 2)),
    of('b2', 'failed', 1),
    ...retakenAfter(of('c1', 'failed', 3)),
    ...retakenAfter(of('c2', 'failed', 2, true)),
    of('c3', 'expired', 0, true),
    of('d', 'success', 0),
  ];
}

async function figuresOf({ owner }: DashboardTenant) {
  const read = async (path: string) => (await ask('GET', path, owner.token)).body.data;
  const { totals, by_reason: reasons } = await read('/analytics/overview?days=30');
  const { months } = await read('/usage');
  const completed = months.reduce(
    (sum: number, month: { completed: number }) => sum + month.completed,
    0,
  );
  return { totals, reasons, funnel: await read('/analytics/funnel?days=30'), completed };
}

describe('figures count a chain once, by its last session', () => {
  const orders: [string, (events: SessionEvent[]) => SessionEvent[]][] = [
    ['in order', (events) => events],
    ['in reverse', (events) => events.toReversed()],
  ];

  it.each(orders)('with events that arrive %s, and a second time', async (_how, order) => {
    const tenant = await makeDashboardTenant();
    for (const event of order(chainsOf(tenant.id))) await consume([event]);
    await consume(chainsOf(tenant.id));
    const figures = await figuresOf(tenant);
    expect(figures.totals).toMatchObject({ created: 4, success: 2, failed: 1, expired: 1 });
    expect(figures.reasons).toEqual([{ reason: 'liveness_failed', failed: 1 }]);
    expect(figures.funnel.steps).toMatchObject(
      Object.entries(steps).map(([step, sessions]) => ({ step, sessions })),
    );
    expect(await withContext((ctx) => recountRollups(ctx))).toEqual({
      dailyCounts: 0,
      accountDays: 0,
      sessionDays: 0,
      outcomeDays: 0,
    });
    expect(await figuresOf(tenant)).toEqual(figures);
  });

  it('and once in usage, as soon as it has a verdict, also when the retake has none', async () => {
    const tenant = await makeDashboardTenant();
    // Usage begins with the month in which the customer signed up, and the chains may have begun in
    // the month before this one.
    await env.DB.prepare('UPDATE tenants SET created_at_ms = 1 WHERE id = ?').bind(tenant.id).run();
    const before = (await figuresOf(tenant)).completed;
    const events = chainsOf(tenant.id);
    const completedAfter = async (...ids: string[]) => {
      await consume(events.filter(({ row }) => ids.includes(row.id.slice(tenant.id.length + 1))));
      return (await figuresOf(tenant)).completed - before;
    };
    expect(await completedAfter('a1')).toBe(1);
    expect(await completedAfter('a2')).toBe(1);
    expect(await completedAfter('b1')).toBe(1);
    expect(await completedAfter('b2')).toBe(2);
    expect(await completedAfter('c1', 'c2', 'c3')).toBe(3);
    expect(await completedAfter('d')).toBe(4);
  });
});

describe('a retaken session', () => {
  it('is listed by its status, and the new session refers to it in the list, in its details and in CSV', async () => {
    const tenant = await makeDashboardTenant();
    const first = await failedToken(tenant, { user_id: 'u-1' });
    const { token, previous } = (await retake(tenant, first)).body.data;
    const { token: next } = (await get(`/verify/v1/result/${token}`, tenant.secret)).body.data;
    const listed = async (query: string) =>
      (await ask('GET', `/sessions?${query}`, tenant.owner.token)).body.data;
    await eventually(async () => {
      expect(await listed('status=retaken')).toMatchObject([
        { token: previous, status: 'retaken', verified: false, reason: 'assistance_needed' },
      ]);
      expect(await listed('status=pending')).toMatchObject([{ token: next, previous }]);
      expect(await listed('status=failed')).toEqual([]);
    });
    const fileOf = async (of: string) =>
      (await ask('GET', `/sessions/${of}`, tenant.owner.token)).body.data;
    expect(await fileOf(next)).toMatchObject({ status: 'pending', previous });
    const old = await fileOf(previous);
    expect(old.status).toBe('retaken');
    expect(old.timeline.map(({ type }: { type: string }) => type)).toContain('ended');
    expect(old.timeline.find(({ type }: { type: string }) => type === 'ended').status).toBe(
      'failed',
    );
    const csv = await exports.default.fetch(
      new Request('http://localhost:8787/dashboard/v1/sessions/export', {
        headers: { Authorization: `Bearer ${tenant.owner.token}` },
      }),
    );
    const [head, ...lines] = (await csv.text()).trim().split('\r\n');
    const column = head?.split(',').indexOf('previous') ?? -1;
    expect(lines.find((line) => line.startsWith(next))?.split(',')[column]).toBe(previous);
    const sdk = (await get(`/api/v1/sessions?status=retaken`, tenant.secret)).body.data;
    expect(sdk).toMatchObject([{ token: previous }]);
  });

  it('sends no event of its own: each session of a chain reports its end, and the later one what it retakes', async () => {
    const tenant = await makeDashboardTenant();
    const first = await failedToken(tenant);
    const { token, previous } = (await retake(tenant, first)).body.data;
    await failSession(token);
    const { body } = await get(`/verify/v1/result/${token}`, tenant.secret);
    await eventually(async () => {
      const events = (await get('/api/v1/events', tenant.secret)).body.data;
      expect(events).toHaveLength(2);
      expect(events).toMatchObject([
        { type: 'session.failed', data: { token: previous, status: 'failed' } },
        { type: 'session.failed', data: { token: body.data.token, previous } },
      ]);
    });
  });
});
