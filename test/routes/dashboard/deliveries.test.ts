import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverWebhook } from '../../../src/domain/integration/webhooks/deliver.ts';
import { EVENT_TYPES } from '../../../src/domain/integration/webhooks/event-types.ts';
import { ask } from '../../support/staff/dashboard.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { received, receiverUrl } from '../../support/customer/inbox.ts';
import { makeWebhookTenant, type WebhookTenant } from '../../support/customer/webhook-tenant.ts';
import { registerAt, endSession } from '../../support/customer/webhooks.ts';

let given: WebhookTenant;
beforeEach(async () => {
  given = await makeWebhookTenant();
});

const send = (method: string, path: string, body?: unknown) =>
  ask(method, path, given.tenant.owner.token, body);

const listenAt = (behaviour: string) =>
  registerAt(given.world.ctx, given.tenant.id, receiverUrl(given.inbox, behaviour));

async function endSessions(times: number) {
  for (let n = 0; n < times; n += 1) {
    await endSession(given.world.ctx, given.tenant.id);
    given.world.nowMs += 1;
  }
}

const deliveriesOf = async (endpointId: string, query = '') =>
  (await send('GET', `/webhooks/${endpointId}/deliveries${query}`)).body;

/** Waits until the given number of queued deliveries have been accepted. */
const acceptedInTime = (count: number) =>
  eventually(async () => {
    await given.world.deliverDue();
    const accepted = (await received(given.inbox)).filter((one) => one.accepted);
    expect(accepted).toHaveLength(count);
  });

describe('a delivery', () => {
  it('shows for every attempt what was sent, when, how long it took and the response', async () => {
    const { endpoint } = await listenAt('error');
    await endSessions(1);
    await given.world.deliverDue();
    const { data, meta } = await deliveriesOf(endpoint.id);
    const [request] = await received(given.inbox);
    expect(meta).toMatchObject({ pagination: { total: 1 } });
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        endpoint_id: endpoint.id,
        event: { id: request!.headers['webhook-id'], type: 'session.success' },
        state: 'pending',
        created_at: expect.any(String),
        next_attempt_at: expect.any(String),
        attempts: [
          {
            number: 1,
            at: expect.any(String),
            duration_ms: expect.any(Number),
            request: {
              method: 'POST',
              url: receiverUrl(given.inbox, 'error'),
              headers: {
                'Content-Type': 'application/json',
                'webhook-id': request!.headers['webhook-id'],
                'webhook-timestamp': request!.headers['webhook-timestamp'],
              },
              body: request!.body,
            },
            status: 500,
            failure: 'status',
            answer: 'no',
          },
        ],
      },
    ]);
    expect((await send('GET', `/deliveries/${data[0].id}`)).body.data).toEqual(data[0]);
  });

  it('keeps the first 4 KiB of an endless answer', async () => {
    const { endpoint } = await listenAt('flood');
    await endSessions(1);
    await given.world.deliverDue();
    const [{ attempts }] = (await deliveriesOf(endpoint.id)).data;
    expect(attempts[0].answer).toHaveLength(4096);
  });

  it('is listed newest first, by page and by state', async () => {
    const { endpoint } = await listenAt('gone');
    await endSessions(3);
    await given.world.deliverDue();
    const all = await deliveriesOf(endpoint.id);
    const created = all.data.map((row: { created_at: string }) => row.created_at);
    expect(created).toEqual(created.toSorted().reverse());
    const page = await deliveriesOf(endpoint.id, '?per_page=2&page=2');
    expect(page.data).toEqual(all.data.slice(2));
    expect(page.meta).toMatchObject({ pagination: { total: 3, total_pages: 2 } });
    expect((await deliveriesOf(endpoint.id, '?state=dead')).data).toHaveLength(3);
    expect((await deliveriesOf(endpoint.id, '?state=delivered')).data).toEqual([]);
    for (const query of ['?state=lost', '?page=0', '?per_page=101'])
      expect((await send('GET', `/webhooks/${endpoint.id}/deliveries${query}`)).status).toBe(400);
  });
});

describe('a test event', () => {
  it.each(EVENT_TYPES)(
    'of type %s reaches the endpoint, whatever it subscribes to',
    async (type) => {
      const url = receiverUrl(given.inbox, 'ok');
      const wish = { eventTypes: ['session.success'] as const, mode: 'live' as const };
      const { endpoint, secret } = await registerAt(given.world.ctx, given.tenant.id, url, wish);
      const reply = await send('POST', `/webhooks/${endpoint.id}/test`, { type });
      const { event_id: eventId, delivery_id: deliveryId } = reply.body.data;
      await deliverWebhook(given.world.ctx, { deliveryId, attempt: 0 });
      await acceptedInTime(1);
      const [request] = await received(given.inbox);
      expect(new Webhook(secret).verify(request!.body, request!.headers)).toMatchObject({
        id: eventId,
        type,
        data: { test: true },
      });
    },
  );

  it('is refused for an unknown type and an invalid body', async () => {
    const { endpoint } = await listenAt('ok');
    for (const body of [{ type: 'session.opened' }, { type: 1 }, '[]', '{'])
      expect((await send('POST', `/webhooks/${endpoint.id}/test`, body)).status).toBe(400);
    expect((await deliveriesOf(endpoint.id)).data).toEqual([]);
  });

  it('is not sent to a disabled endpoint', async () => {
    const { endpoint } = await listenAt('gone');
    await endSessions(1);
    await given.world.deliverDue();
    expect((await send('POST', `/webhooks/${endpoint.id}/test`, {})).status).toBe(409);
  });
});

describe('a replay', () => {
  it('of one delivery sends the same event again', async () => {
    const { endpoint } = await listenAt('ok');
    await endSessions(1);
    await given.world.deliverDue();
    const [done] = (await deliveriesOf(endpoint.id)).data;
    expect(done.state).toBe('delivered');
    const reply = await send('POST', `/deliveries/${done.id}/replay`);
    expect(reply.body.data).toMatchObject({ id: done.id, attempts: [{ number: 1 }] });
    await deliverWebhook(given.world.ctx, { deliveryId: done.id, attempt: 1 });
    await acceptedInTime(2);
    const ids = (await received(given.inbox)).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    await expect
      .poll(async () => (await send('GET', `/deliveries/${done.id}`)).body.data)
      .toMatchObject({ state: 'delivered', attempts: [{ number: 1 }, { number: 2 }] });
  });

  it('of a period sends all deliveries that failed in it, and no others', async () => {
    const { endpoint } = await listenAt('gone');
    await endSessions(1);
    const fromMs = given.world.nowMs;
    await endSessions(2);
    const untilMs = given.world.nowMs;
    await endSessions(1);
    await given.world.deliverDue();
    expect((await deliveriesOf(endpoint.id, '?state=dead')).data).toHaveLength(4);
    const from = new Date(fromMs).toISOString();
    const until = new Date(untilMs).toISOString();
    const replay = () => send('POST', `/webhooks/${endpoint.id}/replay`, { from, until });
    expect((await replay()).status).toBe(409);
    expect((await deliveriesOf(endpoint.id, '?state=dead')).data).toHaveLength(4);
    const url = receiverUrl(given.inbox, 'ok');
    await send('PATCH', `/webhooks/${endpoint.id}`, { url, state: 'enabled' });
    expect((await replay()).body.data).toEqual({ replayed: 2 });
    await acceptedInTime(2);
    expect((await replay()).body.data).toEqual({ replayed: 0 });
    expect((await deliveriesOf(endpoint.id, '?state=dead')).data).toHaveLength(2);
  });

  it.each([
    ['no from', { until: '2026-08-14T00:00:00Z' }, 'from'],
    ['no until', { from: '2026-08-14T00:00:00Z' }, 'until'],
    ['a day', { from: '2026-08-13', until: '2026-08-14T00:00:00Z' }, 'from'],
    ['a number', { from: 0, until: '2026-08-14T00:00:00Z' }, 'from'],
    ['a day that is none', { from: '2026-02-30T00:00:00Z', until: '2026-08-14T00:00:00Z' }, 'from'],
    ['the end first', { from: '2026-08-14T00:00:00Z', until: '2026-08-13T00:00:00Z' }, 'until'],
    ['no time at all', { from: '2026-08-14T00:00:00Z', until: '2026-08-14T00:00:00Z' }, 'until'],
  ])('of a range with %s is refused', async (_case, body, field) => {
    const { endpoint } = await listenAt('ok');
    const reply = await send('POST', `/webhooks/${endpoint.id}/replay`, body);
    expect([reply.status, reply.body.error?.details?.[0]?.field]).toEqual([400, field]);
  });

  it('is audited, each kind with its own action', async () => {
    const { endpoint } = await listenAt('ok');
    await endSessions(1);
    const [row] = (await deliveriesOf(endpoint.id)).data;
    await send('POST', `/deliveries/${row.id}/replay`);
    await send('POST', `/webhooks/${endpoint.id}/test`, {});
    const { results } = await env.DB.prepare(
      "SELECT action, target_id FROM audit_entries WHERE action NOT IN ('webhook.create', 'webhook.verify') ORDER BY id",
    ).all();
    expect(results).toEqual([
      { action: 'delivery.replay', target_id: row.id },
      { action: 'webhook.test', target_id: endpoint.id },
    ]);
  });
});
