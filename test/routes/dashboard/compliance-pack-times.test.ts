// How long contests and reviews took, and how many reviews missed their deadline, in an evidence
// pack (D-164).
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { recountRollups } from '../../../src/domain/operations/analytics/recount.ts';
import {
  daysAgo,
  fetchPack,
  lastMonth,
  makeFilledTenant,
  noteNightlyRun,
  openPack,
} from '../../support/customer/evidence-pack.ts';
import { sessionEvent } from '../../support/customer/session-events.ts';
import { withContext } from '../../support/installation/context.ts';
import type { DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
beforeEach(async () => {
  tenant = await makeFilledTenant();
});

async function readContests() {
  await noteNightlyRun();
  const response = await fetchPack(tenant.owner.token, { jurisdiction: 'FR', ...lastMonth() });
  const files = await openPack(response);
  return { files, data: JSON.parse(files.get('contests.json') ?? 'null').data };
}

/** A contest that ended after the given number of seconds. */
function contest(id: string, status: string, seconds: number, more: object = {}) {
  const event = sessionEvent(id, status, 4, { tenantId: tenant.id, contested: true, ...more });
  const { row } = event;
  return { ...event, row: { ...row, completedAtMs: row.createdAtMs + seconds * 1_000 } };
}
const consume = (events: Parameters<typeof consumeSessionEvents>[1]) =>
  withContext((ctx) => consumeSessionEvents(ctx, events));
const many = (count: number, make: (n: number) => ReturnType<typeof contest>) =>
  Array.from({ length: count }, (_, n) => make(n));

describe('the time from a contest to its verdict', () => {
  it('has a median and a 90th percentile', async () => {
    await consume([
      ...many(10, (n) => contest(`a${n}`, 'success', 60 + n)),
      ...many(10, (n) => contest(`b${n}`, 'failed', 605)),
      contest('c', 'failed', 7_300),
      // None of these sessions is a live contest that was decided.
      contest('d', 'canceled', 9_000),
      contest('e', 'success', 9_000, { contested: false }),
      contest('f', 'success', 9_000, { test: true }),
    ]);
    const { data, files } = await readContests();
    expect(data.time_to_decision).toEqual({
      timed: 21,
      median_seconds: 600,
      ninetieth_percentile_seconds: 600,
    });
    expect(files.get('evidence.en.html')).toContain('10 minutes');
    expect(files.get('evidence.de.html')).toContain('10 Minuten');
  });

  it('has no count where that would give a small number away', async () => {
    await consume([
      ...many(12, (n) => contest(`a${n}`, 'success', 60)),
      contest('b', 'failed', 60),
    ]);
    const { data } = await readContests();
    expect(data.time_to_decision).toMatchObject({ timed: null, median_seconds: 60 });
  });

  it('is recounted by the nightly run, and follows a verdict that changes', async () => {
    await consume(many(12, (n) => contest(`a${n}`, 'success', 60)));
    await consume([contest('a0', 'failed', 61, { version: 9 })]);
    const counts = () =>
      env.DB.prepare(
        "SELECT item, status, value FROM outcome_days WHERE kind = 'contest' AND value <> 0 ORDER BY 1",
      ).all();
    const { results } = await counts();
    expect(results).toEqual([
      { item: '60', status: 'success', value: 11 },
      { item: '61', status: 'failed', value: 1 },
    ]);
    expect((await withContext((ctx) => recountRollups(ctx))).outcomeDays).toBe(0);
    await env.DB.prepare("DELETE FROM outcome_days WHERE kind = 'contest'").run();
    expect((await withContext((ctx) => recountRollups(ctx))).outcomeDays).toBeGreaterThan(0);
    expect((await counts()).results).toEqual(results);
  });
});

const decide = (seconds: number | undefined, test = false, day = daysAgo(3)) =>
  env.DB.prepare(
    `INSERT INTO audit_entries (at_ms, staff_id, audience, tenant_id, action, target_type, target_id, after)
     VALUES (?, ?, 'dashboard', ?, 'review.decide', 'session', 's', ?)`,
  ).bind(
    Date.parse(`${day}T10:00:00Z`),
    tenant.owner.id,
    tenant.id,
    JSON.stringify({ decision: 'approve', ...(seconds !== undefined && { seconds }), test }),
  );

describe('the time from asking for a human to a decision', () => {
  it('comes from the entries of the audit log, for live sessions within the period', async () => {
    await env.DB.batch([
      ...Array.from({ length: 9 }, () => decide(3_600)),
      decide(90_000),
      decide(undefined),
      decide(5, true),
      decide(5, false, daysAgo(40)),
    ]);
    const { data, files } = await readContests();
    expect(data.reviews).toMatchObject({
      decisions: [{ decision: 'approve', count: 11 }],
      time_to_decision: {
        timed: 10,
        median_seconds: 3_600,
        ninetieth_percentile_seconds: 3_600,
      },
    });
    expect(files.get('evidence.en.html')).toContain('60 minutes');
  });

  it('counts once each review that nobody decided in time, and none that somebody did', async () => {
    await env.DB.prepare(
      "UPDATE daily_counts SET day = ? WHERE tenant_id = '' AND name = 'unreviewed'",
    )
      .bind(daysAgo(30))
      .run();
    const waits = (id: string) => {
      const event = sessionEvent(id, 'pending_tenant_review', 6, { tenantId: tenant.id });
      return { ...event, row: { ...event.row, expiresAtMs: event.row.createdAtMs + 259_200_000 } };
    };
    const ended = (id: string, hours: number) => {
      const { row } = waits(id);
      const completedAtMs = row.createdAtMs + hours * 3_600_000;
      const status = 'failed';
      const end = sessionEvent(id, status, 6, { ...row, status, completedAtMs, version: 5 });
      return end;
    };
    const late = Array.from({ length: 11 }, (_, n) => `late${n}`);
    await consume([...late, 'decided'].map(waits));
    await consume([...late.map((id) => ended(id, 72)), ended('decided', 71)]);
    await consume(late.map((id) => ended(id, 72)));
    await withContext((ctx) => recountRollups(ctx));
    const { data } = await readContests();
    expect(data.reviews).toMatchObject({ over_deadline: 11, timed_whole_period: true });
  });
});
