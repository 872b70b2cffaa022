// The sweep and the drain of webhooks: no customer waits for another customer's backlog.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverWebhook } from '../../../../src/domain/integration/webhooks/deliver.ts';
import type { WebhookMessage } from '../../../../src/domain/integration/webhooks/delivery.ts';
import { updateEndpoint } from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { sweepDeliveries } from '../../../../src/domain/integration/webhooks/sweep.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { registerUnreachable, staffOf } from '../../../support/customer/webhooks.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

let world: WebhookWorld;

beforeEach(() => {
  world = new WebhookWorld();
});

/** An endpoint with attempts that were due an hour ago. */
async function backlog(count: number, ofTenant?: string): Promise<string> {
  const tenantId = ofTenant ?? (await makeTenant()).id;
  const { endpoint } = await registerUnreachable(world.ctx, tenantId, 'https://hooks.example/x');
  const dueMs = world.nowMs - HOUR_MS;
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO webhook_deliveries (id, event_id, endpoint_id, tenant_id, session_id, position,
       state, round_started_ms, next_attempt_ms, created_at_ms)
     SELECT ?2 || '~' || i, 'evt', ?2, ?3, ?2 || '-s' || i, 1, 'pending', ?4, ?4 + i, ?4 FROM n`,
  )
    .bind(count, endpoint.id, tenantId, dueMs)
    .run();
  return endpoint.id;
}

const endpointOf = (message: WebhookMessage): string =>
  'endpointId' in message ? message.endpointId : (message.deliveryId.split('~')[0] ?? '');

/**
 * Handles the messages that queue attempts, without making an attempt.
 * @returns the queued attempts
 */
async function drain(): Promise<WebhookMessage[]> {
  const due = world.takeDue();
  const drains = due.filter((message) => 'endpointId' in message);
  for (const message of drains) await deliverWebhook(world.ctx, message);
  return due.filter((message) => !('endpointId' in message));
}

describe('the sweep', () => {
  it('takes a share from every customer, however much one of them has waiting', async () => {
    const large = await backlog(3_000);
    const small = await backlog(2);
    await sweepDeliveries(world.ctx);
    expect(world.waiting.map(({ message }) => endpointOf(message)).toSorted()).toEqual(
      [large, small].toSorted(),
    );
    await drain();
    const queued = await drain();
    expect(queued.filter((message) => endpointOf(message) === small)).toHaveLength(2);
    expect(queued.filter((message) => endpointOf(message) === large)).toHaveLength(1_000);
  });

  it('drains a customer with many endpoints no faster than one with a single endpoint', async () => {
    const { id: tenantId } = await makeTenant();
    const many: string[] = [];
    for (let n = 0; n < 5; n += 1) many.push(await backlog(1_000, tenantId));
    const single = await backlog(1_000);
    await sweepDeliveries(world.ctx);
    const order = world.waiting.map(({ message }) => endpointOf(message));
    expect(order.toSorted()).toEqual([...many, single].toSorted());
    expect(order.slice(0, 2)).toContain(single);
    await drain();
    const queued = (await drain()).map(endpointOf);
    expect(queued.filter((id) => id === single)).toHaveLength(1_000);
    for (const id of many) expect(queued.filter((one) => one === id)).toHaveLength(200);
    world.nowMs += 10 * SECOND_MS;
    // The other endpoint keeps its rate when this one has finished.
    await drain();
    expect((await drain()).map(endpointOf)).toHaveLength(1_000);
  });

  it('does not queue an attempt again while it is in flight', async () => {
    await backlog(10);
    await sweepDeliveries(world.ctx);
    await sweepDeliveries(world.ctx);
    await drain();
    expect(await drain()).toHaveLength(10);
  });

  it('drains a paused endpoint with 100,000 waiting within 20 minutes of its resumption', async () => {
    const id = await backlog(100_000);
    const row = await env.DB.prepare('SELECT tenant_id FROM webhook_endpoints').first<{
      tenant_id: string;
    }>();
    const change = (state: 'paused' | 'enabled') =>
      updateEndpoint(world.ctx, staffOf(row!.tenant_id), id, { state });
    await change('paused');
    await sweepDeliveries(world.ctx);
    expect(world.waiting).toEqual([]);
    const startMs = world.nowMs;
    await change('enabled');
    const queued = new Set<string>();
    while (world.waiting.length > 0) {
      for (const message of await drain())
        if ('deliveryId' in message) queued.add(message.deliveryId);
      world.nowMs += 10 * SECOND_MS;
    }
    expect(queued.size).toBe(100_000);
    expect(world.nowMs - startMs).toBeLessThan(20 * 60 * SECOND_MS);
  });
});
