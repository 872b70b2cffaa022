// The path of a webhook from the end of a session to a customer's server, through the real queues.
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseToken } from '../../src/crypto/capability-token.ts';
import { get, init, post } from '../support/customer/api.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { newInbox, received, receiverUrl, type Received } from '../support/customer/inbox.ts';
import { queryLedgers } from '../support/customer/ledgers.ts';
import { registerAt } from '../support/customer/webhooks.ts';
import { makeContext } from '../support/installation/context.ts';
import { eventually } from '../support/installation/eventually.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function waitFor(inbox: string, count = 1): Promise<Received[]> {
  await eventually(async () => expect(await received(inbox)).toHaveLength(count));
  return received(inbox);
}

describe('a customer with an endpoint', () => {
  it('receives a settled session, signed, with exactly the object that the result call returns', async () => {
    const tenant = await makeTenant();
    const inbox = newInbox();
    const ctx = makeContext();
    const { secret } = await registerAt(ctx, tenant.id, receiverUrl(inbox, 'ok'));
    const token = await init(tenant.testSecret, { user_id: 'u-1', metadata: 'mine' });
    await post(`/verify/v1/sandbox/${token}/outcome`, { status: 'failed' }, tenant.testSecret);
    const [request] = await waitFor(inbox);
    const event = new Webhook(secret).verify(request!.body, request!.headers);
    const result = await get(`/verify/v1/result/${token}`, tenant.testSecret);
    expect(event).toMatchObject({ type: 'session.failed', data: result.body.data });
    expect(Object.keys((event as { data: object }).data)).toEqual(Object.keys(result.body.data));
    expect(request!.body).not.toContain('mine');
  });

  it('receives the event of a session that expired', async () => {
    const tenant = await makeTenant();
    const inbox = newInbox();
    const ctx = makeContext();
    await registerAt(ctx, tenant.id, receiverUrl(inbox, 'ok'), { eventTypes: ['session.expired'] });
    const token = await init(tenant.secret);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    const { VERIFICATION_SESSION: sessions } = env;
    await runDurableObjectAlarm(sessions.get(sessions.idFromString(parseToken(token)!.objectId)));
    const [request] = await waitFor(inbox);
    expect(JSON.parse(request!.body)).toMatchObject({
      type: 'session.expired',
      data: { status: 'expired', verified: false },
    });
  });

  it('receives a retry from the queue, seconds after its server failed', async () => {
    const tenant = await makeTenant();
    const inbox = newInbox();
    const ctx = makeContext();
    await registerAt(ctx, tenant.id, receiverUrl(inbox, 'error'));
    const token = await init(tenant.testSecret);
    await post(`/verify/v1/sandbox/${token}/outcome`, { status: 'success' }, tenant.testSecret);
    const [first, second] = await waitFor(inbox, 2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });

  it('receives only events it is subscribed to: by type and mode, and never of another customer', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const boxes = { all: newInbox(), live: newInbox(), failed: newInbox(), other: newInbox() };
    const ctx = makeContext();
    await registerAt(ctx, tenant.id, receiverUrl(boxes.all, 'ok'));
    await registerAt(ctx, tenant.id, receiverUrl(boxes.live, 'ok'), { mode: 'live' });
    await registerAt(ctx, tenant.id, receiverUrl(boxes.failed, 'ok'), {
      eventTypes: ['session.failed'],
    });
    await registerAt(ctx, other.id, receiverUrl(boxes.other, 'ok'));
    const token = await init(tenant.testSecret);
    await post(`/verify/v1/sandbox/${token}/outcome`, { status: 'success' }, tenant.testSecret);
    await waitFor(boxes.all);
    expect(await queryLedgers('SELECT id FROM deliveries')).toHaveLength(1);
    for (const inbox of [boxes.live, boxes.failed, boxes.other])
      expect(await received(inbox)).toEqual([]);
  });
});
