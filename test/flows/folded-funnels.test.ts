// Visitors' steps are stored in their session's row (D-165). A scheduled job moves the steps that
// earlier versions wrote as separate rows into the session's row. The job runs while traffic
// continues, and changes no figure.
import { env } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { recountRollups } from '../../src/domain/operations/analytics/recount.ts';
import { foldFunnels } from '../../src/domain/verification/fold-funnels.ts';
import { foldFunnel } from '../../src/domain/verification/rules/session/folded-funnel.ts';
import { findSession } from '../../src/domain/verification/session-list/find-session.ts';
import type { SessionEvent } from '../../src/domain/verification/rules/session/result.ts';
import { consumeSessionEvents } from '../../src/domain/integration/webhooks/consume-events.ts';
import { makeContext, withContext } from '../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../support/staff/dashboard.ts';
import { retakenAfter, sessionEvent } from '../support/customer/session-events.ts';

const idOf = (n: number): string => n.toString(16).padStart(64, '0');
const consume = (events: readonly SessionEvent[]) =>
  withContext((ctx) => consumeSessionEvents(ctx, events));
const stepsOf = async ({ id, tenantId }: SessionEvent['row']) =>
  (await withContext((ctx) => findSession(ctx, tenantId, id)))?.funnel;
const countUnfolded = async () =>
  (await env.DB.prepare('SELECT count(*) AS n FROM funnel_events').first<{ n: number }>())!.n;

/**
 * Writes session ends as the Worker did before D-165: the session's row, then a row for each step.
 */
async function consumeAsBefore(events: readonly SessionEvent[]): Promise<void> {
  await consume(events.map((event) => ({ ...event, funnel: [] })));
  await env.DB.batch(
    events.flatMap(({ row, funnel }) =>
      funnel.map(({ name, atMs, step = null, notice = null }, seq) =>
        env.DB.prepare('INSERT OR IGNORE INTO funnel_events VALUES (?, ?, ?, ?, ?, ?, ?, ?)').bind(
          row.id,
          seq,
          row.tenantId,
          Number(row.test),
          name,
          step,
          atMs,
          notice,
        ),
      ),
    ),
  );
}

it('folding runs in slices, newest first, while sessions end, and no figure or file changes', async () => {
  const tenant = await makeDashboardTenant();
  const read = async () => ({
    funnel: (await ask('GET', '/analytics/funnel?days=30', tenant.owner.token)).body.data,
    overview: (await ask('GET', '/analytics/overview?days=30', tenant.owner.token)).body.data,
  });
  const ended = (n: number, daysAgo: number): SessionEvent => {
    const event = sessionEvent(idOf(n), 'success', daysAgo, { tenantId: tenant.id });
    const { createdAtMs } = event.row;
    const steps = ['opened', 'liveness_start', 'age'] as const;
    return { ...event, funnel: steps.map((name, at) => ({ name, atMs: createdAtMs + at })) };
  };
  const old = Array.from({ length: 40 }, (_, n) => ended(n, n % 12));
  await consumeAsBefore(old);
  expect(await countUnfolded()).toBe(120);
  const before = await read();
  expect(before.funnel.steps).toMatchObject([
    { step: 'created', sessions: 40 },
    { step: 'opened', sessions: 40 },
    { step: 'liveness', sessions: 40 },
    { step: 'age', sessions: 40 },
    { step: 'completed', sessions: 40 },
  ]);
  // The recount does not mistake the steps for drift, either before they are moved or afterwards.
  expect(await withContext(recountRollups)).toMatchObject({ dailyCounts: 0 });
  // Delivers some of the session ends again after the job has read the steps and before it moves
  // them.
  const batch = env.DB.batch.bind(env.DB);
  const between = vi.spyOn(env.DB, 'batch').mockImplementationOnce(async (statements) => {
    await consume(old.slice(0, 5));
    return batch(statements);
  });
  await foldFunnels(makeContext());
  expect(between).toHaveBeenCalled();
  vi.restoreAllMocks();
  await foldFunnels(makeContext());
  expect(await countUnfolded()).toBe(0);
  expect(await read()).toEqual(before);
  for (const { row, funnel } of old.slice(0, 3)) expect(await stepsOf(row)).toEqual(funnel);
  expect(await withContext(recountRollups)).toMatchObject({ dailyCounts: 0 });
  // A retake subtracts the old session's steps, which were counted as separate rows, and the new
  // session adds its own.
  await consume([...retakenAfter(old[0]!), ended(99, 0)]);
  expect(await read()).toEqual(before);
  expect(await withContext(recountRollups)).toMatchObject({ dailyCounts: 0 });
});

it('a file shows steps that are not folded yet', async () => {
  const event = sessionEvent(idOf(1), 'success', 0);
  await consumeAsBefore([event]);
  expect(await stepsOf(event.row)).toEqual(event.funnel);
});

it('an end that arrives after its session’s erasure still adds the steps, counted once', async () => {
  const end = sessionEvent(idOf(1), 'success', 0);
  const { row } = end;
  const erased: SessionEvent = {
    type: 'erased',
    funnel: [],
    row: { ...row, version: row.version + 1, erasedAtMs: row.createdAtMs + 90_000 },
  };
  await consume([erased]);
  for (let time = 1; time <= 2; time += 1) await consume([end]);
  expect(await stepsOf(row)).toEqual(end.funnel);
  const steps = JSON.parse(foldFunnel(end.funnel)).days[0][1];
  const { results } = await env.DB.prepare(
    'SELECT tenant_id, value FROM daily_counts WHERE name = ?',
  )
    .bind(`steps.${steps}`)
    .all();
  expect(results).toEqual([{ tenant_id: 'ten_1', value: 1 }]);
  expect(await withContext(recountRollups)).toMatchObject({ dailyCounts: 0 });
});
