import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask, makeDashboardTenant, type DashboardTenant } from '../../support/staff/dashboard.ts';
import { queryLedger } from '../../support/customer/ledgers.ts';
import { newInbox, received, receiverUrl } from '../../support/customer/inbox.ts';
import { WebhookWorld } from '../../support/customer/webhook-world.ts';
import { endSession, takeAsVerified } from '../../support/customer/webhooks.ts';

const EVENTS = ['session.success', 'session.failed'];
const URL_OF_SHOP = 'https://shop.example/hooks?key=abc';

let tenant: DashboardTenant;
let world: WebhookWorld;
beforeEach(async () => {
  tenant = await makeDashboardTenant();
  world = new WebhookWorld();
});

const send = (method: string, path: string, body?: unknown) =>
  ask(method, `/webhooks${path}`, tenant.owner.token, body);

async function register(body: Record<string, unknown> = {}) {
  const reply = await send('POST', '', { url: URL_OF_SHOP, events: EVENTS, ...body });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body.data;
}

/** Creates an endpoint that has responded to its challenge. */
async function create(body: Record<string, unknown> = {}) {
  const made = await register(body);
  await (made.url === URL_OF_SHOP ? takeAsVerified(made.id) : send('POST', `/${made.id}/verify`));
  const { data } = (await send('GET', `/${made.id}`)).body;
  expect(data.state).toBe('enabled');
  return { ...data, secret: made.secret };
}

const audit = async () =>
  (
    await env.DB.prepare(
      "SELECT action, target_id, staff_id, tenant_id, before, after FROM audit_entries WHERE target_type = 'webhook' ORDER BY id",
    ).all<Record<string, string>>()
  ).results;

describe('a webhook endpoint', () => {
  it('is registered with a secret that is shown once, signs, and is stored encrypted', async () => {
    const inbox = newInbox();
    const { secret, ...made } = await create({
      url: receiverUrl(inbox, 'ok'),
      mode: 'live',
      description: 'Orders',
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^we_/),
      url: receiverUrl(inbox, 'ok'),
      description: 'Orders',
      events: EVENTS,
      mode: 'live',
      state: 'enabled',
      created_at: expect.any(String),
    });
    expect((await send('GET', `/${made.id}`)).body.data).toEqual(made);
    expect((await send('GET', '')).body).toMatchObject({
      data: [made],
      meta: { pagination: { page: 1, per_page: 20, total: 1, total_pages: 1 } },
    });
    const { results } = await env.DB.prepare('SELECT * FROM webhook_endpoints').all();
    expect(JSON.stringify(results)).not.toContain(secret.slice('whsec_'.length));
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    const [request] = await received(inbox);
    expect(new Webhook(secret).verify(request!.body, request!.headers)).toBeDefined();
  });

  it.each([
    ['no URL', { url: undefined }, 'url'],
    ['a URL that is a number', { url: 7 }, 'url'],
    ['plain http', { url: 'http://shop.example/' }, 'url'],
    ['an address in our own network', { url: 'https://169.254.169.254/' }, 'url'],
    ['a URL with credentials', { url: 'https://me:secret@shop.example/' }, 'url'],
    ['a URL with a line break', { url: 'https://shop.exa\nmple/' }, 'url'],
    ['a URL that is not percent-encoded', { url: 'https://shop.example/caf\u00e9' }, 'url'],
    ['a URL with a NUL', { url: 'https://shop.example/\0' }, 'url'],
    ['a description with a NUL', { description: 'a\0b' }, 'description'],
    ['a URL that is too long', { url: `https://shop.example/${'x'.repeat(2048)}` }, 'url'],
    ['no events', { events: undefined }, 'events'],
    ['an empty list of events', { events: [] }, 'events'],
    ['an unknown event', { events: ['session.opened'] }, 'events'],
    ['events that are a text', { events: 'session.success' }, 'events'],
    ['one event a hundred times', { events: Array(100).fill('session.success') }, 'events'],
    ['an unknown mode', { mode: 'prod' }, 'mode'],
    ['a long description', { description: 'x'.repeat(201) }, 'description'],
  ])('is not registered with %s', async (_case, fields, field) => {
    const reply = await send('POST', '', { url: URL_OF_SHOP, events: EVENTS, ...fields });
    expect([reply.status, reply.body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error?.details?.map((one) => one.field.split('.')[0])).toEqual([field]);
    expect((await send('GET', '')).body.data).toEqual([]);
  });

  it('gets an event once, however often the type is listed', async () => {
    const made = await create({ events: ['session.success', 'session.success'] });
    expect(made.events).toEqual(['session.success']);
  });

  it('is one of at most 20, even with 40 concurrent requests', async () => {
    const wish = { url: URL_OF_SHOP, events: EVENTS };
    const replies = await Promise.all(Array.from({ length: 40 }, () => send('POST', '', wish)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(20);
    expect((await send('GET', '?per_page=8&page=3')).body.data).toHaveLength(4);
    expect(await audit()).toHaveLength(20);
  });

  it('changes only the given fields, even with concurrent changes', async () => {
    const { secret: _secret, ...made } = await register({ description: 'Orders' });
    const path = `/${made.id}`;
    await Promise.all([
      send('PATCH', path, { mode: 'test' }),
      send('PATCH', path, { events: ['session.expired'] }),
      send('PATCH', path, { description: null }),
      send('PATCH', path, { url: 'https://shop.example/hooks?key=xyz' }),
    ]);
    const { description: _description, ...rest } = made;
    expect((await send('GET', path)).body.data).toEqual({
      ...rest,
      mode: 'test',
      events: ['session.expired'],
      url: 'https://shop.example/hooks?key=xyz',
    });
  });

  it('is unchanged after an invalid or empty change', async () => {
    const { secret: _secret, ...made } = await create();
    const path = `/${made.id}`;
    for (const wrong of [
      { url: 'http://shop.example/' },
      { events: [] },
      { state: 'disabled' },
      { mode: null },
      { url: 'https://shop.example/new', state: 'gone' },
    ])
      expect((await send('PATCH', path, wrong)).status).toBe(400);
    expect((await send('PATCH', path, {})).body.data).toEqual(made);
    expect((await send('GET', path)).body.data).toEqual(made);
    expect((await audit()).map(({ action }) => action)).toEqual(['webhook.create']);
  });

  it('is deleted with its deliveries', async () => {
    const { id } = await create({ url: receiverUrl(newInbox(), 'ok') });
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    const [delivery] = (await send('GET', `/${id}/deliveries`)).body.data;
    expect((await send('DELETE', `/${id}`)).body.data).toEqual({ done: true });
    for (const path of [
      `/webhooks/${id}`,
      `/webhooks/${id}/deliveries`,
      `/deliveries/${delivery.id}`,
    ])
      expect((await ask('GET', path, tenant.owner.token)).status).toBe(404);
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
    for (const table of ['deliveries', 'attempts', 'delivery_days'])
      expect(await queryLedger({ tenantId: tenant.id }, `SELECT * FROM ${table}`)).toEqual([]);
  });
});

describe('a paused endpoint', () => {
  it('gets nothing; pending deliveries are sent when it is enabled again', async () => {
    const inbox = newInbox();
    const { id } = await create({ url: receiverUrl(inbox, 'ok') });
    const paused = await send('PATCH', `/${id}`, { state: 'paused' });
    expect(paused.body.data.state).toBe('paused');
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    expect(await received(inbox)).toEqual([]);
    expect((await send('POST', `/${id}/test`, {})).status).toBe(409);
    expect((await send('PATCH', `/${id}`, { state: 'enabled' })).body.data.state).toBe('enabled');
    await world.deliverDue();
    expect(await received(inbox)).toHaveLength(1);
  });

  it('cannot be a disabled one, which can be enabled together with a new URL', async () => {
    const inbox = newInbox();
    const { id } = await create({ url: receiverUrl(inbox, 'gone') });
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    const disabled = (await send('GET', `/${id}`)).body.data;
    expect(disabled).toMatchObject({ state: 'disabled', disabled_reason: 'gone' });
    const url = receiverUrl(inbox, 'ok');
    const refused = await send('PATCH', `/${id}`, { state: 'paused', url });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'CONFLICT']);
    expect((await send('GET', `/${id}`)).body.data).toEqual(disabled);
    const repaired = (await send('PATCH', `/${id}`, { state: 'enabled', url })).body.data;
    expect(repaired).toMatchObject({ state: 'enabled', url });
    expect(Object.keys(repaired)).not.toContain('disabled_reason');
    expect(Object.keys(repaired)).not.toContain('failing_since');
  });
});

describe('a new secret', () => {
  it('signs together with the previous one, whose expiry is shown', async () => {
    const inbox = newInbox();
    const { id, secret: older } = await create({ url: receiverUrl(inbox, 'ok') });
    const { data } = (await send('POST', `/${id}/rotate-secret`)).body;
    expect(data.secret).not.toBe(older);
    const endsInMs = Date.parse(data.previous_secret_expires_at) - Date.now();
    expect(Math.abs(endsInMs - 86_400_000)).toBeLessThan(60_000);
    expect(Object.keys((await send('GET', `/${id}`)).body.data)).not.toContain('secret');
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    const [request] = await received(inbox);
    for (const secret of [older, data.secret])
      expect(new Webhook(secret).verify(request!.body, request!.headers)).toBeDefined();
  });

  it('is created once for fifty concurrent requests, so that the secret in use keeps signing', async () => {
    const inbox = newInbox();
    const { id, secret: older } = await create({ url: receiverUrl(inbox, 'ok') });
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => send('POST', `/${id}/rotate-secret`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49);
    await endSession(world.ctx, tenant.id);
    await world.deliverDue();
    const [request] = await received(inbox);
    expect(new Webhook(older).verify(request!.body, request!.headers)).toBeDefined();
  });
});

describe('the audit log', () => {
  it('has every change of an endpoint, without secrets and URL queries', async () => {
    const [before, after] = [newInbox(), newInbox()].map((inbox) => receiverUrl(inbox, 'ok'));
    const made = await create({ url: `${before}?key=abc` });
    const path = `/${made.id}`;
    await send('PATCH', path, { url: `${after}?key=xyz`, state: 'paused' });
    const { data } = (await send('POST', `${path}/rotate-secret`)).body;
    await send('DELETE', path);
    const entries = await audit();
    expect(entries.map(({ action }) => action)).toEqual(
      ['create', 'verify', 'update', 'rotate_secret', 'delete'].map((verb) => `webhook.${verb}`),
    );
    for (const entry of entries)
      expect(entry).toMatchObject({
        target_id: made.id,
        staff_id: tenant.owner.id,
        tenant_id: tenant.id,
      });
    expect(JSON.parse(entries[2]!['before']!)).toEqual({ url: `${before}?…`, state: 'enabled' });
    expect(JSON.parse(entries[2]!['after']!)).toEqual({ url: `${after}?…`, state: 'paused' });
    for (const secret of [made.secret, data.secret, 'abc', 'xyz'])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });
});
