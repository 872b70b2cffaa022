// An endpoint receives nothing until it has responded to its challenge (D-65). Without this rule,
// anybody could register an endpoint to have requests sent to any host.
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { countAgainst } from '../../../src/domain/terms/guess-limits.ts';
import { get, post } from '../../support/customer/api.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { challenged, newInbox, received, receiverUrl } from '../../support/customer/inbox.ts';
import { makeWebhookTenant, type WebhookTenant } from '../../support/customer/webhook-tenant.ts';
import { endSession, staffOf } from '../../support/customer/webhooks.ts';
import { verifyEndpoint } from '../../../src/domain/integration/webhooks/verify-endpoint.ts';

let given: WebhookTenant;
beforeEach(async () => {
  given = await makeWebhookTenant();
});

const send = (method: string, path: string, body?: unknown) =>
  ask(method, `/webhooks${path}`, given.tenant.owner.token, body);
const register = async (url: string) =>
  (await send('POST', '', { url, events: ['session.success'] })).body.data;
const verify = (id: string) => send('POST', `/${id}/verify`);
const stateOf = async (id: string) => (await send('GET', `/${id}`)).body.data.state;
const endOne = async () => {
  await endSession(given.world.ctx, given.tenant.id);
  await given.world.deliverDue();
};
const deliveries = async (id: string) => (await send('GET', `/${id}/deliveries`)).body.data;

describe('a new endpoint', () => {
  it('is pending, gets no events, and receives nothing before it is verified', async () => {
    const { id, state } = await register(receiverUrl(given.inbox, 'ok'));
    expect(state).toBe('pending');
    await endOne();
    expect(await deliveries(id)).toEqual([]);
    for (const wish of [{ state: 'enabled' }, { state: 'paused' }]) {
      const { status, body } = await send('PATCH', `/${id}`, wish);
      expect([status, body.error?.code]).toEqual([409, 'ENDPOINT_NOT_VERIFIED']);
    }
    expect((await send('POST', `/${id}/test`, {})).status).toBe(409);
    const all = await post('/api/v1/webhooks/test', {}, given.tenant.testSecret);
    expect(all.body.data.deliveries).toEqual([]);
    expect([await challenged(given.inbox), await received(given.inbox)]).toEqual([[], []]);
    expect(await stateOf(id)).toBe('pending');
  });

  it('gets events once it has answered a signed challenge, which is sent once for ten concurrent requests', async () => {
    const { id, secret } = await register(receiverUrl(given.inbox, 'ok'));
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(id)));
    expect(replies.map(({ body }) => body.data?.state)).toEqual(Array(10).fill('enabled'));
    const [asked] = await challenged(given.inbox);
    expect(new Webhook(secret).verify(asked!.body, asked!.headers)).toEqual({
      type: 'endpoint.challenge',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { results } = await env.DB.prepare(
      "SELECT id FROM audit_entries WHERE action = 'webhook.verify'",
    ).all();
    expect(results).toHaveLength(1);
    await endOne();
    expect(await received(given.inbox)).toHaveLength(1);
    const asks = (await challenged(given.inbox)).length;
    expect((await verify(id)).body.data.state).toBe('enabled');
    expect(await challenged(given.inbox)).toHaveLength(asks);
  });

  it.each([
    ['says 200 and nothing', 'mute', { reason: 'empty_body', status: 200 }],
    ['sends back what came', 'echo', { reason: 'other_body', status: 200 }],
    ['says something else', 'words', { reason: 'other_body', status: 200 }],
    ['wraps the challenge', 'other-object', { reason: 'other_body', status: 200 }],
    ['lists the challenge', 'in-list', { reason: 'other_body', status: 200 }],
    ['leads elsewhere', 'moved', { reason: 'redirect', status: 307 }],
    ['returns it with 404', 'missing', { reason: 'wrong_status', status: 404 }],
    ['has a bad certificate', 'bad-certificate', { reason: 'certificate', status: 526 }],
    ['is away behind Cloudflare', 'no-origin', { reason: 'no_connection', status: 521 }],
    ['is not there', undefined, { reason: 'no_connection' }],
  ])(
    'that %s stays pending, with the reason, and may be verified again',
    async (_, behaviour, receiver) => {
      const url =
        behaviour === undefined ? 'http://127.0.0.1:1/' : receiverUrl(given.inbox, behaviour);
      const { id } = await register(url);
      const refused = await verify(id);
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'ENDPOINT_NOT_VERIFIED']);
      expect(refused.body.error).toMatchObject({ receiver });
      await endOne();
      expect([await stateOf(id), await deliveries(id)]).toEqual(['pending', []]);
      await send('PATCH', `/${id}`, { url: receiverUrl(given.inbox, 'ok') });
      expect((await verify(id)).body.data.state).toBe('enabled');
    },
  );

  it.each(['json-string', 'json-object'])(
    'may return the challenge as %s (D-140)',
    async (form) => {
      const { id } = await register(receiverUrl(given.inbox, form));
      expect((await verify(id)).body.data?.state).toBe('enabled');
    },
  );

  it('that does not answer in time is reported as a timeout (D-140)', async () => {
    const ctx = makeContext();
    const { config } = ctx;
    const hasty = { ...config, webhooks: { ...config.webhooks, timeoutMs: 50 } };
    const { id } = await register(receiverUrl(given.inbox, 'late'));
    const by = staffOf(given.tenant.id);
    await expect(verifyEndpoint({ ...ctx, config: hasty }, by, id)).rejects.toMatchObject({
      code: 'ENDPOINT_NOT_VERIFIED',
      receiver: { reason: 'timeout' },
    });
  });
});

describe('a new URL of an endpoint', () => {
  it('must answer the challenge before anything changes', async () => {
    const { id } = await register(receiverUrl(given.inbox, 'ok'));
    await verify(id);
    const before = (await send('GET', `/${id}`)).body.data;
    const url = receiverUrl(newInbox(), 'mute');
    const refused = await send('PATCH', `/${id}`, { url, mode: 'test' });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'ENDPOINT_NOT_VERIFIED']);
    expect((await send('GET', `/${id}`)).body.data).toEqual(before);
    await endOne();
    expect(await received(given.inbox)).toHaveLength(1);
    const next = receiverUrl(newInbox(), 'ok');
    expect((await send('PATCH', `/${id}`, { url: next })).body.data).toMatchObject({
      url: next,
      state: 'enabled',
    });
  });
});

describe('requests to a customer’s hosts are limited', () => {
  const use = async (times: number, name: 'webhookChallenge' | 'webhookTest') => {
    const ctx = makeContext();
    const limit = ctx.config.guessLimits[name];
    const all = Array.from({ length: times }, () => countAgainst(ctx, [limit, given.tenant.id]));
    await Promise.all(all);
  };

  it('to thirty challenges an hour, by customer and by host', async () => {
    const { id } = await register(receiverUrl(given.inbox, 'mute'));
    await use(29, 'webhookChallenge');
    expect((await verify(id)).status).toBe(409);
    expect((await verify(id)).body.error?.code).toBe('TOO_MANY_REQUESTS');
    given.tenant = await makeDashboardTenant();
    const other = await register(receiverUrl(given.inbox, 'mute'));
    const replies = await Promise.all(Array.from({ length: 30 }, () => verify(other.id)));
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(29);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('to sixty test events an hour', async () => {
    const { id } = await register(receiverUrl(given.inbox, 'ok'));
    await verify(id);
    await use(58, 'webhookTest');
    expect((await send('POST', `/${id}/test`, {})).status).toBe(200);
    expect((await post('/api/v1/webhooks/test', {}, given.tenant.testSecret)).status).toBe(200);
    const refused = [
      await send('POST', `/${id}/test`, {}),
      await post('/api/v1/webhooks/test', {}, given.tenant.testSecret),
    ];
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect((await get('/api/v1/events', given.tenant.testSecret)).status).toBe(200);
  });
});
