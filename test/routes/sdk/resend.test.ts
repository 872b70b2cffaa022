// A backend resends an event from the feed, with a secret key.
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { get, post } from '../../support/customer/api.ts';
import { received, receiverUrl } from '../../support/customer/inbox.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { makeWebhookTenant, type WebhookTenant } from '../../support/customer/webhook-tenant.ts';
import { endSession, registerAt } from '../../support/customer/webhooks.ts';
import { ask } from '../../support/staff/dashboard.ts';

let given: WebhookTenant;
beforeEach(async () => {
  given = await makeWebhookTenant();
});

const listen = () => registerAt(given.world.ctx, given.tenant.id, receiverUrl(given.inbox, 'ok'));

async function makeEvent(): Promise<string> {
  await endSession(given.world.ctx, given.tenant.id);
  await given.world.deliverDue();
  const { data } = (await get('/api/v1/events', given.tenant.secret)).body;
  return data.at(-1).id;
}

const resend = (id: string, key = given.tenant.secret) =>
  post(`/api/v1/events/${id}/resend`, {}, key);

const sendings = async (id: string) =>
  (await received(given.inbox)).filter(({ headers }) => headers['webhook-id'] === id);

describe('POST /api/v1/events/{id}/resend', () => {
  it('sends a delivered event again under its own id, signed, and audits it with the API key', async () => {
    const { endpoint, secret } = await listen();
    const id = await makeEvent();
    expect(await sendings(id)).toHaveLength(1);
    const { status, body } = await resend(id);
    expect([status, body.data]).toEqual([
      200,
      {
        event_id: id,
        deliveries: [{ id: expect.stringMatching(/^dlv_/), endpoint_id: endpoint.id }],
      },
    ]);
    await given.world.deliverDue();
    expect(await sendings(id)).toHaveLength(2);
    for (const sent of await sendings(id)) new Webhook(secret).verify(sent.body, sent.headers);
    const { data } = (await ask('GET', '/audit', given.tenant.owner.token)).body;
    expect(data[0]).toMatchObject({
      action: 'event.resend',
      target_id: id,
      after: { key: expect.stringMatching(/^key_/) },
    });
  });

  it('answers 404 for an event of another customer or of the other mode, and for an unknown one', async () => {
    await listen();
    const id = await makeEvent();
    const other = await makeTenant();
    for (const key of [other.secret, other.testSecret, given.tenant.testSecret])
      expect((await resend(id, key)).status).toBe(404);
    expect((await resend('evt_unknown')).status).toBe(404);
    expect((await resend('x'.repeat(101))).status).toBe(400);
    expect((await resend(id, given.tenant.publishable)).body.error?.code).toBe(
      'SECRET_KEY_REQUIRED',
    );
    expect(await sendings(id)).toHaveLength(1);
  });

  it('sends nothing to an endpoint that is disabled, was moved to the other mode, or is newer than the event', async () => {
    const [off, moved] = [(await listen()).endpoint, (await listen()).endpoint];
    const id = await makeEvent();
    await env.DB.prepare("UPDATE webhook_endpoints SET state = 'disabled' WHERE id = ?")
      .bind(off.id)
      .run();
    await ask('PATCH', `/webhooks/${moved.id}`, given.tenant.owner.token, { mode: 'test' });
    await listen();
    expect((await resend(id)).body.data).toEqual({ event_id: id, deliveries: [] });
  });

  it('shares its rate limit with test events, and sends nothing beyond it', async () => {
    await listen();
    const id = await makeEvent();
    const answers = await Promise.all(Array.from({ length: 61 }, () => resend(id)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([statuses[0], statuses[59], statuses[60]]).toEqual([200, 200, 429]);
  });
});
