// Events are deleted 30 days after they were created, along with everything about their deliveries.
import { beforeEach, expect, it } from 'vitest';
import { queryLedger, ringLedger, ledgerOf } from '../../../support/customer/ledgers.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const DAY_MS = 86_400_000;

let world: WebhookWorld;
let tenantId: string;

beforeEach(async () => {
  world = new WebhookWorld();
  tenantId = (await makeTenant()).id;
});

/** Records an event with a delivery that failed once. */
async function addEvent(id: string, ageDays: number, sessionId: string | null): Promise<void> {
  const atMs = world.nowMs - ageDays * DAY_MS;
  const both = { session_id: sessionId, position: 1, created_at_ms: atMs };
  await ledgerOf({ tenantId }).record({
    ref: { tenantId, test: false, number: 1, residency: 'none' },
    nowMs: world.nowMs,
    begunAfter: 0,
    fullBytes: 4e9,
    events: [{ id, type: 'session.success', body: '{}', redacted: 0, ...both }],
    deliveries: [{ id: `dlv_${id}`, event_id: id, endpoint_id: 'we_1', ...both }],
  });
  await queryLedger({ tenantId }, "UPDATE deliveries SET state = 'dead'");
  await queryLedger(
    { tenantId },
    `INSERT INTO attempts (delivery_id, number, url, at_ms, duration_ms, status)
     VALUES ('dlv_' || ?, 1, '', ?, 1, 500)`,
    id,
    atMs,
  );
}

const left = async () =>
  (
    await queryLedger<{ what: string }>(
      { tenantId },
      `SELECT 'event ' || id AS what FROM events UNION ALL SELECT 'delivery ' || event_id
         FROM deliveries UNION ALL SELECT 'attempt ' || delivery_id FROM attempts`,
    )
  ).map(({ what }) => what);

const allOf = (id: string): string[] => [`event ${id}`, `delivery ${id}`, `attempt dlv_${id}`];

it('deletes the events of sessions and of tests, and nothing that is younger', async () => {
  await addEvent('old', 31, 'a session');
  await addEvent('old test', 31, null);
  await addEvent('young', 29, 'a session');
  await addEvent('young test', 29, null);
  await ringLedger({ tenantId });
  expect((await left()).toSorted()).toEqual([...allOf('young'), ...allOf('young test')].toSorted());
  // Days whose deliveries have all been deleted no longer have counts.
  expect(await queryLedger({ tenantId }, 'SELECT value FROM delivery_days')).toEqual([
    { value: 2 },
  ]);
});

it('deletes an old event that arrived late, behind a younger one', async () => {
  await addEvent('young', 29, 'one session');
  await addEvent('late', 31, 'another session');
  await ringLedger({ tenantId });
  expect((await left()).toSorted()).toEqual(allOf('young').toSorted());
});
