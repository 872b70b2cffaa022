import { describe, expect, it } from 'vitest';
import { consumeSessionEvents } from '../../../src/domain/integration/webhooks/consume-events.ts';
import { get, post } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { queryLedger, ringLedger } from '../../support/customer/ledgers.ts';
import { newInbox, receiverUrl } from '../../support/customer/inbox.ts';
import { WebhookWorld } from '../../support/customer/webhook-world.ts';
import {
  completedEvent,
  endSession,
  newSessionId,
  registerAt,
} from '../../support/customer/webhooks.ts';

describe('GET /api/v1/events', () => {
  it('lists every event once, in order, when paging with the last id', async () => {
    const tenant = await makeTenant();
    const other = await makeTenant();
    const { ctx } = new WebhookWorld();
    for (let i = 1; i <= 25; i += 1)
      await consumeSessionEvents(ctx, [
        completedEvent(tenant.id, newSessionId(), i),
        completedEvent(other.id, newSessionId(), i),
      ]);
    const seen: { id: string; data: { external_user_id: string } }[] = [];
    for (let after = ''; ; after = `&after=${seen.at(-1)!.id}`) {
      const { body } = await get(`/api/v1/events?limit=10${after}`, tenant.secret);
      if (body.data.length === 0) break;
      seen.push(...body.data);
    }
    expect(seen.map(({ data }) => data.external_user_id)).toEqual(
      Array.from({ length: 25 }, (_, i) => `user-${i + 1}`),
    );
    expect((await get('/api/v1/events', tenant.secret)).body.data).toHaveLength(20);
    expect((await get('/api/v1/events', tenant.testSecret)).body.data).toEqual([]);
  });

  it('lists an event once when the queue delivers it twice', async () => {
    const tenant = await makeTenant();
    const { ctx } = new WebhookWorld();
    const said = completedEvent(tenant.id, newSessionId(), 2);
    await consumeSessionEvents(ctx, [said, said]);
    await consumeSessionEvents(ctx, [said]);
    expect((await get('/api/v1/events', tenant.secret)).body.data).toHaveLength(1);
  });

  it.each(['?after=evt_unknown', '?limit=0', '?limit=101', '?limit=x'])(
    'refuses %s',
    async (query) => {
      const { secret } = await makeTenant();
      const reply = await get(`/api/v1/events${query}`, secret);
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('refuses an event of another tenant as a position', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const { ctx } = new WebhookWorld();
    await endSession(ctx, other.id);
    const [event] = (await get('/api/v1/events', other.secret)).body.data;
    expect((await get(`/api/v1/events?after=${event.id}`, tenant.secret)).status).toBe(400);
  });

  it('deletes events that are older than 30 days', async () => {
    const tenant = await makeTenant();
    const world = new WebhookWorld();
    const which = { tenantId: tenant.id };
    await endSession(world.ctx, tenant.id);
    const growOlder = async (days: number) => {
      const ms = days * 86_400_000;
      await queryLedger(which, 'UPDATE events SET created_at_ms = created_at_ms - ?', ms);
      await ringLedger(which);
    };
    await growOlder(29);
    expect((await get('/api/v1/events', tenant.secret)).body.data).toHaveLength(1);
    const [last] = (await get('/api/v1/events', tenant.secret)).body.data;
    await growOlder(2);
    expect((await get('/api/v1/events', tenant.secret)).body.data).toEqual([]);
    const { body } = await get(`/api/v1/events?after=${last.id}`, tenant.secret);
    const message = expect.stringContaining('Without it, the list begins with the oldest event.');
    expect(body.error?.details).toEqual([{ field: 'after', message }]);
  });
});

describe('POST /api/v1/webhooks/test', () => {
  it('sends to the subscribed endpoints of the mode, or to the one that is named', async () => {
    const tenant = await makeTenant();
    const { ctx } = new WebhookWorld();
    const url = receiverUrl(newInbox(), 'ok');
    const { endpoint: both } = await registerAt(ctx, tenant.id, url);
    const { endpoint: live } = await registerAt(ctx, tenant.id, url, { mode: 'live' });
    await registerAt(ctx, tenant.id, url, { eventTypes: ['session.failed'] });
    const send = (body: object) => post('/api/v1/webhooks/test', body, tenant.testSecret);
    const all = await send({});
    expect(all.status).toBe(200);
    expect(all.body.data).toEqual({
      event_id: expect.stringMatching(/^evt_/),
      deliveries: [{ id: expect.stringMatching(/^dlv_/), endpoint_id: both.id }],
    });
    const one = await send({ endpoint_id: live.id, type: 'session.canceled' });
    expect(one.body.data.deliveries).toMatchObject([{ endpoint_id: live.id }]);
    expect((await send({ endpoint_id: 'we_other' })).status).toBe(404);
    expect((await send({ type: 'session.opened' })).status).toBe(400);
    expect((await get('/api/v1/events', tenant.testSecret)).body.data).toEqual([]);
  });
});
