import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import {
  listDeliveries,
  replayDelivery,
  replayFailed,
} from '../../../../src/domain/integration/webhooks/deliveries.ts';
import { recordAttempt } from '../../../../src/domain/integration/webhooks/deliver.ts';
import { updateEndpoint } from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { ledgerOf } from '../../../support/customer/ledgers.ts';
import { newInbox, received, receiverUrl } from '../../../support/customer/inbox.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import {
  completedEvent,
  registerAt,
  endSession,
  newSessionId,
  staffOf,
} from '../../../support/customer/webhooks.ts';

const ALWAYS = { fromMs: 0, untilMs: Date.parse('2100-01-01') };

let world: WebhookWorld;
let tenantId: string;
let inbox: string;
beforeEach(async () => {
  // Every receiver in this file responds, so no request should time out, even on a busy machine.
  world = new WebhookWorld();
  tenantId = (await makeTenant()).id;
  inbox = newInbox();
});

const listenAt = async (behaviour: string) =>
  (await registerAt(world.ctx, tenantId, receiverUrl(inbox, behaviour))).endpoint;

async function end(sessionId = newSessionId(), version = 2) {
  await endSession(world.ctx, tenantId, sessionId, version);
  world.nowMs += 1000;
}

const rowsOf = async (endpointId: string) =>
  (await listDeliveries(world.ctx, tenantId, endpointId, { offset: 0, limit: 100 })).rows;

const repair = (endpointId: string) =>
  updateEndpoint(world.ctx, staffOf(tenantId), endpointId, {
    url: receiverUrl(inbox, 'ok'),
    state: 'enabled',
  });

describe('a failure that is recorded late does not end a delivery', () => {
  const failAt = (url: string) => ({
    number: 1,
    url,
    atMs: world.nowMs,
    durationMs: 5,
    status: 410,
  });

  it.each([
    [
      'a replay that was asked for meanwhile',
      'ok',
      (id: string) => replayDelivery(world.ctx, staffOf(tenantId), id),
    ],
    ['another URL', 'gone', (_: string, endpointId: string) => repair(endpointId)],
  ])('that meanwhile has %s', async (_, behaviour, act) => {
    const endpoint = await listenAt(behaviour);
    await end();
    const claimed = await world.claimDue();
    world.nowMs += 1000;
    await act(claimed.delivery.id, endpoint.id);
    // Drops the messages that `act` has queued, as if they were lost. Recording the failed attempt
    // must queue the delivery again.
    world.takeDue();
    await recordAttempt(world.ctx, claimed, failAt(endpoint.url), { state: 'dead' });
    const [row] = await rowsOf(endpoint.id);
    expect(row?.delivery).toMatchObject({ state: 'pending', attempts: 1 });
    expect(row?.attempts).toHaveLength(1);
    await world.deliverDue();
    expect(await received(inbox)).toHaveLength(1);
  });
});

describe('a replay', () => {
  it('requested fifty times concurrently sends the delivery once', async () => {
    const endpoint = await listenAt('ok');
    await end();
    await world.deliverDueAtOnce();
    const [row] = await rowsOf(endpoint.id);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        replayDelivery(world.ctx, staffOf(tenantId), row!.delivery.id),
      ),
    );
    await world.deliverDueAtOnce();
    expect(await received(inbox)).toHaveLength(2);
    expect((await rowsOf(endpoint.id))[0]).toMatchObject({
      delivery: { state: 'delivered', attempts: 2 },
    });
  });

  it('of all keeps the order within a session', async () => {
    const endpoint = await listenAt('gone');
    const sessionId = newSessionId();
    for (const version of [2, 3, 4]) await end(sessionId, version);
    await world.deliverDueAtOnce();
    await repair(endpoint.id);
    expect(await replayFailed(world.ctx, staffOf(tenantId), endpoint.id, ALWAYS)).toBe(3);
    for (let round = 0; round < 3; round += 1) await world.deliverDueAtOnce();
    const users = (await received(inbox))
      .filter(({ accepted }) => accepted)
      .map(({ body }) => (JSON.parse(body) as { data: { external_user_id: string } }).data)
      .map((data) => data.external_user_id);
    expect(users).toEqual(['user-2', 'user-3', 'user-4']);
  });

  it('with more deliveries than one request may queue takes the oldest first', async () => {
    const endpoint = await listenAt('gone');
    for (let n = 0; n < 3; n += 1) await end();
    await world.deliverDueAtOnce();
    const oldest = (await rowsOf(endpoint.id)).map(({ delivery }) => delivery.id).toReversed();
    const which = { ...ALWAYS, endpointId: endpoint.id, max: 2 };
    const reopen = () => ledgerOf({ tenantId }).reopen(which, world.nowMs);
    const first = await reopen();
    expect(first.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(
      oldest.slice(0, 2).toSorted(),
    );
    const rest = await reopen();
    expect(rest.map(({ deliveryId }) => deliveryId)).toEqual(oldest.slice(2));
  });

  it('of all takes those of both modes, and another of all takes nothing', async () => {
    const endpoint = await listenAt('gone');
    await end();
    const event = completedEvent(tenantId, newSessionId(), 2);
    await consumeSessionEvents(world.ctx, [{ ...event, row: { ...event.row, test: true } }]);
    await world.deliverDueAtOnce();
    await repair(endpoint.id);
    const replay = () => replayFailed(world.ctx, staffOf(tenantId), endpoint.id, ALWAYS);
    expect([await replay(), await replay()]).toEqual([2, 0]);
    const states = (await rowsOf(endpoint.id)).map(({ delivery }) => delivery.state);
    expect(states).toEqual(['pending', 'pending']);
  });

  it('to a paused endpoint is held back until the endpoint is enabled', async () => {
    const endpoint = await listenAt('ok');
    await end();
    await world.deliverDueAtOnce();
    const [row] = await rowsOf(endpoint.id);
    const by = staffOf(tenantId);
    await updateEndpoint(world.ctx, by, endpoint.id, { state: 'paused' });
    await replayDelivery(world.ctx, by, row!.delivery.id);
    await world.deliverDueAtOnce();
    expect(await received(inbox)).toHaveLength(1);
    await updateEndpoint(world.ctx, by, endpoint.id, { state: 'enabled' });
    await world.deliverDueAtOnce();
    expect(await received(inbox)).toHaveLength(2);
  });

  it('of nothing changes nothing, and leaves no audit entry', async () => {
    const endpoint = await listenAt('ok');
    await end();
    await world.deliverDueAtOnce();
    expect(await replayFailed(world.ctx, staffOf(tenantId), endpoint.id, ALWAYS)).toBe(0);
    const actions = await env.DB.prepare('SELECT action FROM audit_entries').all();
    expect(actions.results).toEqual([{ action: 'webhook.create' }, { action: 'webhook.verify' }]);
  });
});
