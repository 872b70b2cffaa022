// Which attempts a ledger's alarm queues: no endpoint waits for another endpoint's backlog, and no
// customer waits for another customer's, since each customer has its own ledger.
import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverWebhook } from '../../../../src/domain/integration/webhooks/deliver.ts';
import type {
  AttemptMessage,
  WebhookMessage,
} from '../../../../src/domain/integration/webhooks/delivery.ts';
import { updateEndpoint } from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { queryLedger, ledgerOf, ringLedger } from '../../../support/customer/ledgers.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { endSession, registerUnreachable, staffOf } from '../../../support/customer/webhooks.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

let world: WebhookWorld;
let tenantId: string;

beforeEach(async () => {
  world = new WebhookWorld();
  tenantId = (await makeTenant()).id;
});
afterEach(() => void vi.useRealTimers());

/** Creates an endpoint with `count` deliveries that were due an hour ago. */
async function backlog(count: number, ofTenant = tenantId): Promise<string> {
  // A ledger creates its tables when it receives its first event.
  await endSession(world.ctx, ofTenant);
  const { endpoint } = await registerUnreachable(world.ctx, ofTenant, 'https://hooks.example/x');
  await queryLedger(
    { tenantId: ofTenant },
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO deliveries (id, event_id, endpoint_id, session_id, position, state,
       round_started_ms, next_attempt_ms, due_ms, created_at_ms)
     SELECT ?2 || '~' || i, (SELECT id FROM events ORDER BY seq LIMIT 1), ?2, ?2 || '-s' || i, 1,
       'pending', ?3, ?3 + i, ?3 + i, ?3 FROM n`,
    count,
    endpoint.id,
    world.nowMs - HOUR_MS,
  );
  // Deletes the deliveries of the session's end event, which are not part of the backlog.
  await queryLedger({ tenantId: ofTenant }, "DELETE FROM deliveries WHERE id NOT LIKE 'we%'");
  world.takeDue();
  return endpoint.id;
}

const isAttempt = (message: WebhookMessage): message is AttemptMessage =>
  'volume' in message && !('backlog' in message);

const takeAttempts = (): AttemptMessage[] => world.takeDue().filter(isAttempt);

/**
 * Sets the test's clock and the faked `Date` to the time of the ledger's alarm, and runs the alarm.
 */
async function ringInTime(): Promise<AttemptMessage[]> {
  const atMs = await runInDurableObject(ledgerOf({ tenantId }), (_object, { storage }) =>
    storage.getAlarm(),
  );
  world.nowMs = Math.max(world.nowMs, atMs ?? Number.NaN);
  vi.useFakeTimers({ toFake: ['Date'], now: world.nowMs });
  await ringLedger({ tenantId });
  return takeAttempts();
}

const setState = (id: string, state: 'paused' | 'enabled') =>
  updateEndpoint(world.ctx, staffOf(tenantId), id, { state });

describe('the alarm of a ledger', () => {
  it('takes a share from every endpoint, however much one of them has waiting', async () => {
    const large = await backlog(3_000);
    const small = await backlog(2);
    await world.ring();
    const queued = takeAttempts();
    expect(queued.filter((message) => message.endpointId === small)).toHaveLength(2);
    expect(queued.filter((message) => message.endpointId === large)).toHaveLength(500);
  });

  it('drains a customer with many endpoints no faster than one with a single endpoint', async () => {
    const many: string[] = [];
    for (let n = 0; n < 5; n += 1) many.push(await backlog(1_000));
    const single = await backlog(1_000, (await makeTenant()).id);
    await world.ring();
    const queued = takeAttempts().map(({ endpointId }) => endpointId);
    expect(queued.filter((id) => id === single)).toHaveLength(1_000);
    for (const id of many) expect(queued.filter((one) => one === id)).toHaveLength(200);
    world.nowMs += 10 * SECOND_MS;
    // The customer's rate stays the same after the other customer's backlog is empty.
    await world.ring();
    const next = takeAttempts().map(({ endpointId }) => endpointId);
    expect(next).toHaveLength(1_000);
    expect(new Set(next)).toEqual(new Set(many));
  });

  it('does not queue an attempt again while it is in flight', async () => {
    await backlog(10);
    await world.ring();
    await world.ring();
    const queued = takeAttempts();
    expect(queued).toHaveLength(10);
    const [first] = queued;
    await ledgerOf({ tenantId }).claim(first!, world.nowMs, 15 * MINUTE_MS);
    // All queued messages are lost except the claimed one, whose attempt is still running.
    world.nowMs += 11 * MINUTE_MS;
    await world.ring();
    const again = takeAttempts().map(({ deliveryId }) => deliveryId);
    expect(again).toHaveLength(9);
    expect(again).not.toContain(first!.deliveryId);
  });

  it('drains a paused endpoint with 100,000 waiting within 20 minutes of its resumption', async () => {
    const id = await backlog(100_000);
    await setState(id, 'paused');
    await world.ring();
    await deliverWebhook(world.ctx, takeAttempts()[0]!);
    await world.ring();
    expect(takeAttempts()).toEqual([]);
    const startMs = world.nowMs;
    await setState(id, 'enabled');
    const queued = new Set(takeAttempts().map(({ deliveryId }) => deliveryId));
    for (let rings = 0; queued.size < 100_000 && rings < 200; rings += 1) {
      const more = await ringInTime();
      expect(more.length).toBeLessThanOrEqual(1_000);
      for (const { deliveryId } of more) queued.add(deliveryId);
    }
    expect(queued.size).toBe(100_000);
    expect(world.nowMs - startMs).toBeLessThan(20 * 60 * SECOND_MS);
  });

  it('probes a held endpoint with one attempt every ten minutes', async () => {
    const id = await backlog(100);
    await setState(id, 'paused');
    await world.ring();
    const [first] = takeAttempts();
    await deliverWebhook(world.ctx, first!);
    const startMs = world.nowMs;
    const probes: number[] = [];
    while (world.nowMs - startMs < HOUR_MS) {
      for (const message of await ringInTime()) {
        probes.push(Math.round((world.nowMs - startMs) / MINUTE_MS));
        await deliverWebhook(world.ctx, message);
      }
    }
    expect(probes).toEqual([10, 20, 30, 40, 50, 60]);
    const attempts = await queryLedger({ tenantId }, 'SELECT * FROM attempts');
    expect(attempts).toEqual([]);
  });
});
