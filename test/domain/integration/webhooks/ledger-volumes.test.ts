// A customer's events in several volumes and both modes: each mode has one feed, each endpoint has
// one list of deliveries, and changes reach every volume.
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  listDeliveries,
  readDelivery,
  replayDelivery,
  replayFailed,
} from '../../../../src/domain/integration/webhooks/deliveries.ts';
import { retryPendingWork } from '../../../../src/domain/integration/webhooks/ledger-work.ts';
import {
  deleteEndpoint,
  updateEndpoint,
} from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import { readFeed } from '../../../../src/domain/integration/webhooks/read-feed.ts';
import { resendEvent } from '../../../../src/domain/integration/webhooks/resend-event.ts';
import { consumeSessionEvents } from '../../../../src/domain/integration/webhooks/consume-events.ts';
import { sendTestEvent } from '../../../../src/domain/integration/webhooks/send-test-event.ts';
import type { Principal } from '../../../../src/domain/verification/customer.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import {
  ledgerOf,
  listVolumes,
  queryLedger,
  queryLedgers,
} from '../../../support/customer/ledgers.ts';
import {
  completedEvent,
  newSessionId,
  registerUnreachable,
  staffOf,
} from '../../../support/customer/webhooks.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';

const MINUTE_MS = 60_000;

let world: WebhookWorld;
let tenantId: string;
let endpointId: string;

beforeEach(async () => {
  world = new WebhookWorld();
  tenantId = (await makeTenant()).id;
  const { endpoint } = await registerUnreachable(world.ctx, tenantId, 'https://hooks.example/x');
  endpointId = endpoint.id;
});

const principal = (): Principal => ({
  kind: 'secret',
  test: false,
  isProven: true,
  tenant: {
    id: tenantId,
    name: 'Cellar Door',
    residency: 'none',
    embedOrigins: [],
    attemptCap: 3,
    retentionDays: 30,
  },
});

/**
 * Ends sessions one after another, a second apart.
 * @returns the sessions' user ids, oldest session first
 */
async function endSessions(count: number, test = false): Promise<string[]> {
  const users: string[] = [];
  for (let n = 0; n < count; n += 1) {
    world.nowMs += 1_000;
    const event = completedEvent(tenantId, newSessionId(), 2);
    const user = `user-${world.nowMs}`;
    users.push(user);
    await consumeSessionEvents(world.ctx, [
      {
        ...event,
        row: { ...event.row, test, externalUserId: user },
        result: { ...event.result!, test, externalUserId: user },
      },
    ]);
  }
  return users;
}

/** Fills the latest volume, so that the next event opens a new one. */
async function fillVolume(): Promise<void> {
  const latest = (await listVolumes()).findLast((one) => one.tenantId === tenantId && !one.test);
  await ledgerOf(latest!).noteRequests([], MINUTE_MS, 1);
}

const userOf = (body: string): string =>
  (JSON.parse(body) as { data: { external_user_id: string } }).data.external_user_id;

const feed = async (after?: string, limit = 100) =>
  (await readFeed(world.ctx, principal(), after, limit)).map(userOf);

const page = async (offset: number, limit: number) => {
  const asked = { offset, limit };
  const { rows, total } = await listDeliveries(world.ctx, tenantId, endpointId, asked);
  return { users: rows.map(({ body }) => userOf(body)), total };
};

describe('over three volumes', () => {
  let users: string[];

  beforeEach(async () => {
    users = await endSessions(2);
    await fillVolume();
    users.push(...(await endSessions(2)));
    await fillVolume();
    users.push(...(await endSessions(3)));
  });

  it('the feed is one, in order, from any event on', async () => {
    const numbers = (await listVolumes())
      .filter((one) => one.tenantId === tenantId)
      .map((one) => one.number);
    expect(numbers).toEqual([1, 2, 3]);
    expect(await feed()).toEqual(users);
    const bodies = await readFeed(world.ctx, principal(), undefined, 100);
    const ids = bodies.map((body) => (JSON.parse(body) as { id: string }).id);
    for (const [at, id] of ids.entries()) expect(await feed(id)).toEqual(users.slice(at + 1));
    expect(await feed(ids[0], 3)).toEqual(users.slice(1, 4));
  });

  it('an event that the queue brings again is not in the next volume, too', async () => {
    const [first] = await queryLedger<{ body: string; session_id: string }>(
      { tenantId },
      'SELECT body, session_id FROM events',
    );
    await consumeSessionEvents(world.ctx, [completedEvent(tenantId, first!.session_id, 2)]);
    expect(await feed()).toEqual(users);
    expect((await page(0, 100)).total).toBe(7);
  });

  it('deliveries are one list, which pages cut anywhere', async () => {
    const latestFirst = users.toReversed();
    expect(await page(0, 100)).toEqual({ users: latestFirst, total: 7 });
    for (let offset = 0; offset < 7; offset += 1)
      expect((await page(offset, 3)).users).toEqual(latestFirst.slice(offset, offset + 3));
    expect(await page(7, 3)).toEqual({ users: [], total: 7 });
  });

  it('a delivery is read and replayed, and an event sent again, wherever it is', async () => {
    const rows = await queryLedgers<{ id: string; event_id: string }>(
      'SELECT id, event_id FROM deliveries ORDER BY created_at_ms',
    );
    world.takeDue();
    for (const { id, event_id: eventId } of rows) {
      expect((await readDelivery(world.ctx, tenantId, id)).delivery.eventId).toBe(eventId);
      await replayDelivery(world.ctx, staffOf(tenantId), id);
      expect(await resendEvent(world.ctx, principal(), eventId)).toEqual([{ id, endpointId }]);
    }
    expect(world.takeDue()).toHaveLength(2 * rows.length);
  });

  it('an endpoint that is deleted leaves nothing in any of them', async () => {
    await deleteEndpoint(world.ctx, staffOf(tenantId), endpointId);
    expect(await queryLedgers('SELECT * FROM deliveries')).toEqual([]);
  });
});

it('an endpoint of both modes has one list of deliveries', async () => {
  const live = await endSessions(2);
  const sandbox = await endSessions(2, true);
  const more = await endSessions(1);
  const latestFirst = [...live, ...sandbox, ...more].toReversed();
  expect(await page(0, 100)).toEqual({ users: latestFirst, total: 5 });
  for (let offset = 0; offset < 5; offset += 1)
    expect((await page(offset, 2)).users).toEqual(latestFirst.slice(offset, offset + 2));
});

describe('work that a request could not do in a ledger', () => {
  /** Creates a context in which the customer's ledgers respond only to `listTimes`. */
  const failing = (): typeof world.ctx => ({
    ...world.ctx,
    objects: {
      ...world.ctx.objects,
      // A replay lists the failed deliveries before it writes to the ledger, so `listTimes` must
      // still work.
      ledger: (residency, name) => {
        const ledger = world.ctx.objects.ledger(residency, name);
        return new Proxy(ledger, {
          get: (_stub, key) => {
            if (key === 'listTimes')
              return (...asked: Parameters<typeof ledger.listTimes>) => ledger.listTimes(...asked);
            throw new Error('The object does not answer.');
          },
        });
      },
    },
  });

  const heal = async () => {
    world.nowMs += 2 * MINUTE_MS;
    await retryPendingWork(world.ctx);
    expect(await env.DB.prepare('SELECT count(*) AS n FROM ledger_work').first('n')).toBe(0);
  };

  it('is done by the schedule: a test event, a replay, a deleted endpoint', async () => {
    await endSessions(1);
    await env.DB.prepare("UPDATE webhook_endpoints SET state = 'disabled'").run();
    for (const message of world.takeDue())
      if ('volume' in message && 'deliveryId' in message)
        await ledgerOf(message.volume).changeEndpoint(endpointId, 'disabled', world.nowMs);
    await env.DB.prepare("UPDATE webhook_endpoints SET state = 'enabled'").run();
    world.nowMs += MINUTE_MS;
    const sending = sendTestEvent(failing(), tenantId, endpointId, 'session.expired');
    await expect(sending).rejects.toThrow('does not answer');
    await heal();
    expect(await queryLedger({ tenantId, test: true }, 'SELECT * FROM events')).toHaveLength(1);
    expect(world.takeDue()).toHaveLength(1);

    const range = { fromMs: 0, untilMs: world.nowMs };
    const replay = replayFailed(failing(), staffOf(tenantId), endpointId, range);
    await expect(replay).rejects.toThrow('does not answer');
    await heal();
    expect(world.takeDue()).toHaveLength(1);

    const deletion = deleteEndpoint(failing(), staffOf(tenantId), endpointId);
    await expect(deletion).rejects.toThrow('does not answer');
    await heal();
    expect(await queryLedgers('SELECT * FROM deliveries')).toEqual([]);
  });

  it('goes by what the endpoint is when it is done, not by what it was', async () => {
    await endSessions(1);
    await updateEndpoint(world.ctx, staffOf(tenantId), endpointId, { state: 'paused' });
    const enabling = updateEndpoint(failing(), staffOf(tenantId), endpointId, { state: 'enabled' });
    await expect(enabling).rejects.toThrow('does not answer');
    await updateEndpoint(world.ctx, staffOf(tenantId), endpointId, { state: 'paused' });
    await heal();
    world.takeDue();
    expect(await queryLedger({ tenantId }, 'SELECT endpoint_id FROM held_endpoints')).toEqual([
      { endpoint_id: endpointId },
    ]);
  });
});
