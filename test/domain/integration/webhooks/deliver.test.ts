import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { deliverWebhook } from '../../../../src/domain/integration/webhooks/deliver.ts';
import {
  listDeliveries,
  readDelivery,
  replayDelivery,
  replayFailed,
} from '../../../../src/domain/integration/webhooks/deliveries.ts';
import {
  deleteEndpoint,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from '../../../../src/domain/integration/webhooks/manage-endpoints.ts';
import type { TenantActor } from '../../../../src/domain/platform/audit/record.ts';
import { sendTestEvent } from '../../../../src/domain/integration/webhooks/send-test-event.ts';
import { makeTenant } from '../../../support/customer/tenants.ts';
import { queryLedger } from '../../../support/customer/ledgers.ts';
import { newInbox, received, receiverUrl } from '../../../support/customer/inbox.ts';
import { WebhookWorld } from '../../../support/customer/webhook-world.ts';
import {
  registerAt,
  registerUnreachable,
  endSession,
  staffOf,
} from '../../../support/customer/webhooks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * The time limit for receivers that never respond, long enough for the request to reach them on a
 * busy machine.
 */
const SHORT_MS = 5000;
const PATIENT_MS = 600_000;
const FIRST_PAGE = { offset: 0, limit: 100 };

let world: WebhookWorld;
let tenantId: string;
let staff: TenantActor;
let inbox: string;

beforeEach(async () => {
  world = new WebhookWorld();
  tenantId = (await makeTenant()).id;
  staff = staffOf(tenantId);
  inbox = newInbox();
});

const end = (sessionId?: string, version?: number) =>
  endSession(world.ctx, tenantId, sessionId, version);

/**
 * Advances the clock to the time of the next attempt and makes that attempt.
 * @returns the time until that attempt, in milliseconds
 */
async function attemptNext(): Promise<number> {
  const dueMs = (await world.nextDueMs()) ?? 0;
  const waitedMs = dueMs - world.nowMs;
  world.nowMs = Math.max(world.nowMs, dueMs);
  await world.deliverDue();
  return waitedMs;
}

const listenAt = (behaviour: string) =>
  registerAt(world.ctx, tenantId, receiverUrl(inbox, behaviour));

async function onlyDelivery(endpointId: string) {
  const { rows } = await listDeliveries(world.ctx, tenantId, endpointId, FIRST_PAGE);
  expect(rows).toHaveLength(1);
  return readDelivery(world.ctx, tenantId, rows[0]!.delivery.id);
}

describe('a delivery', () => {
  it('carries the result object in an event, as JSON, once (D-23)', async () => {
    const { endpoint } = await listenAt('ok');
    await end();
    await world.deliverDue();
    const [request, ...more] = await received(inbox);
    expect(more).toEqual([]);
    expect(request?.headers['content-type']).toBe('application/json');
    const event = JSON.parse(request!.body) as Record<string, unknown>;
    expect(Object.keys(event)).toEqual(['id', 'type', 'api_version', 'created', 'data']);
    expect(event).toMatchObject({
      id: request!.headers['webhook-id'],
      type: 'session.success',
      api_version: '2026-08-13',
      created: expect.any(Number),
      data: { token: expect.stringMatching(/^xtk_/), verified: true, external_user_id: 'user-2' },
    });
    const { delivery, attempts } = await onlyDelivery(endpoint.id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(attempts).toMatchObject([{ number: 1, status: 200, answer: 'thank you' }]);
  });

  it('is signed for both verifiers: the Standard Webhooks library, and ten lines of HMAC', async () => {
    const { secret } = await listenAt('ok');
    await end();
    await world.deliverDue();
    const [request] = await received(inbox);
    const { body, headers } = request!;
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature');

    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['agate-signature']!)!;
    const utf8 = (text: string) => new TextEncoder().encode(text);
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign']);
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(`${t}.${body}`)));
    expect(Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(v1);
    expect(t).toBe(headers['webhook-timestamp']);
  });

  it('is signed for every attempt, with both secrets for a day after a rotation', async () => {
    const { endpoint, secret: old } = await listenAt('error');
    await end();
    await world.deliverDue();
    const { secret: fresh } = await rotateSecret(world.ctx, staff, endpoint.id);
    await attemptNext();
    world.nowMs += DAY_MS;
    await world.deliverDue();
    const [first, during, after] = await received(inbox);
    const verify = (secret: string, request: typeof first) => {
      // The library rejects signatures whose timestamps are far from its own clock, and the test's
      // clock runs ahead, so signatures are recomputed instead.
      const {
        'webhook-id': id,
        'webhook-timestamp': at,
        'webhook-signature': signed,
      } = request!.headers;
      return signed!
        .split(' ')
        .includes(new Webhook(secret).sign(id!, new Date(Number(at) * 1000), request!.body));
    };
    expect([verify(old, first), verify(fresh, first)]).toEqual([true, false]);
    expect([verify(old, during), verify(fresh, during)]).toEqual([true, true]);
    expect([verify(old, after), verify(fresh, after)]).toEqual([false, true]);
    expect(during!.headers['webhook-timestamp']).not.toBe(first!.headers['webhook-timestamp']);
    expect(during!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(during!.headers['agate-signature']).toContain(
      `t=${during!.headers['webhook-timestamp']},v1=`,
    );
  });

  it.each([
    ['error', { status: 500, failure: 'status', answer: 'no' }],
    ['redirect', { status: 301, failure: 'redirect' }],
    ['slow', { failure: 'timeout' }],
    ['reset', { failure: 'connection' }],
  ])('is retried after %s, and the attempt records the reason', async (behaviour, expected) => {
    const { endpoint } = await listenAt(behaviour);
    if (behaviour === 'slow') world.timeoutMs = SHORT_MS;
    await end();
    await world.deliverDue();
    world.timeoutMs = PATIENT_MS;
    const { delivery, attempts } = await onlyDelivery(endpoint.id);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    const { number: _number, url, atMs: _atMs, durationMs: _durationMs, ...rest } = attempts[0]!;
    expect(rest).toEqual(expected);
    expect(url).toBe(receiverUrl(inbox, behaviour));
    await updateEndpoint(world.ctx, staff, endpoint.id, { url: receiverUrl(inbox, 'ok') });
    await attemptNext();
    expect((await onlyDelivery(endpoint.id)).delivery.state).toBe('delivered');
    // If a redirect had been followed, the request would already have arrived at `ok`.
    expect((await received(inbox)).map((request) => request.behaviour)).toEqual([behaviour, 'ok']);
  });

  it('refuses an untrusted certificate', async () => {
    const url = `${inject('untrustedReceiver')}/${inbox}/ok`;
    const { endpoint } = await registerUnreachable(world.ctx, tenantId, url);
    await end();
    await world.deliverDue();
    expect((await onlyDelivery(endpoint.id)).attempts).toMatchObject([{ failure: 'connection' }]);
    expect(await received(inbox)).toEqual([]);
  });

  it.each([
    ['flood', 4096, /^x+$/],
    ['created', 4096, /^y+$/],
    ['stall', 8, /^half of $/],
  ])(
    'counts as delivered after a response like %s, and the start of the response is kept',
    async (behaviour, length, kept) => {
      const { endpoint } = await listenAt(behaviour);
      if (behaviour === 'stall') world.timeoutMs = SHORT_MS;
      await end();
      await world.deliverDue();
      const { delivery, attempts } = await onlyDelivery(endpoint.id);
      expect(delivery.state).toBe('delivered');
      expect(attempts[0]?.answer).toMatch(kept);
      expect(attempts[0]?.answer).toHaveLength(length);
    },
  );

  it('is retried by the schedule for three days; then it is dead and visible, and its endpoint is disabled', async () => {
    const { endpoint } = await listenAt('error');
    await end();
    await world.deliverDue();
    const waitedMs: number[] = [];
    while ((await world.nextDueMs()) !== undefined) waitedMs.push(await attemptNext());
    const seconds = [5, 60, 300, 1800, 7200, 18_000, 36_000, 43_200, 43_200, 43_200];
    for (const [i, expected] of seconds.entries())
      expect(Math.abs(waitedMs[i]! / 1000 - expected)).toBeLessThanOrEqual(expected * 0.1 + 1);
    const totalMs = waitedMs.reduce((sum, one) => sum + one, 0);
    expect(Math.abs(totalMs - 3 * DAY_MS)).toBeLessThan(MINUTE_MS);
    const { delivery, attempts } = await onlyDelivery(endpoint.id);
    expect(delivery).toMatchObject({ state: 'dead', attempts: waitedMs.length + 1 });
    expect(attempts.every(({ status }) => status === 500)).toBe(true);
    expect(await readEndpoint(world.ctx, tenantId, endpoint.id)).toMatchObject({
      state: 'disabled',
      disabledReason: 'failing',
    });
  });

  it('disables its endpoint at once on 410 Gone, with everything that waits for that endpoint', async () => {
    const { endpoint } = await listenAt('gone');
    await end();
    await end();
    const [first] = world.takeDue();
    await deliverWebhook(world.ctx, first!);
    expect(await readEndpoint(world.ctx, tenantId, endpoint.id)).toMatchObject({
      state: 'disabled',
      disabledReason: 'gone',
    });
    const { rows } = await listDeliveries(world.ctx, tenantId, endpoint.id, FIRST_PAGE, 'dead');
    expect(rows.map(({ attempts }) => attempts.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await end();
    expect(world.waiting).toEqual([]);
  });

  it('is sent once when the queue delivers its message fifty times at once', async () => {
    const { endpoint } = await listenAt('ok');
    await end();
    const [message] = world.takeDue();
    await Promise.all(Array.from({ length: 50 }, () => deliverWebhook(world.ctx, message!)));
    expect(await received(inbox)).toHaveLength(1);
    expect((await onlyDelivery(endpoint.id)).attempts).toHaveLength(1);
  });

  it('is retried when the Worker that sent it crashed', async () => {
    await listenAt('ok');
    await end();
    const [message] = world.takeDue();
    const leasedUntilMs = world.nowMs + 5_000;
    await queryLedger({ tenantId }, 'UPDATE deliveries SET leased_until_ms = ?', leasedUntilMs);
    expect(await deliverWebhook(world.ctx, message!)).toBe(5);
    world.nowMs += 5_000;
    expect(await deliverWebhook(world.ctx, message!)).toBeUndefined();
    expect(await received(inbox)).toHaveLength(1);
  });

  it('is queued by the alarm of its ledger when its message was lost', async () => {
    await listenAt('ok');
    await end();
    world.takeDue();
    expect(await world.deliverDue()).toBe(0);
    world.nowMs += 3 * MINUTE_MS;
    expect(await world.deliverDue()).toBe(1);
    expect(await received(inbox)).toHaveLength(1);
  });

  it('waits for the earlier delivery of its session, not for those of other sessions', async () => {
    const { endpoint } = await listenAt('error');
    const sessionId = await end();
    await world.deliverDue();
    await end(sessionId, 3);
    await end();
    await updateEndpoint(world.ctx, staff, endpoint.id, { url: receiverUrl(inbox, 'ok') });
    await world.deliverDue();
    expect((await received(inbox)).filter(({ accepted }) => accepted)).toHaveLength(1);
    await attemptNext();
    await world.deliverDue();
    const users = (await received(inbox))
      .filter(({ accepted }) => accepted)
      .map(({ body }) => (JSON.parse(body) as { data: { external_user_id: string } }).data)
      .map((data) => data.external_user_id);
    expect(users).toEqual(['user-2', 'user-2', 'user-3']);
  });
});

describe('staff', () => {
  it('replays one delivery: the receiver gets the same id, and the attempts add up', async () => {
    const { endpoint } = await listenAt('ok');
    await end();
    await world.deliverDue();
    const { delivery, attempts } = await onlyDelivery(endpoint.id);
    await replayDelivery(world.ctx, staff, delivery.id);
    expect((await onlyDelivery(endpoint.id)).attempts).toEqual(attempts);
    await world.deliverDue();
    const ids = (await received(inbox)).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([delivery.eventId, delivery.eventId]);
    expect((await onlyDelivery(endpoint.id)).attempts.map(({ number }) => number)).toEqual([1, 2]);
    await expect(
      replayDelivery(world.ctx, staffOf('ten_other'), delivery.id),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('replays all that failed in a period, once the endpoint is enabled again', async () => {
    const { endpoint } = await listenAt('gone');
    await end();
    world.nowMs += HOUR_MS;
    await end();
    await world.deliverDue();
    const range = { fromMs: world.nowMs - MINUTE_MS, untilMs: world.nowMs + MINUTE_MS };
    const replay = () => replayFailed(world.ctx, staff, endpoint.id, range);
    await expect(replay()).rejects.toMatchObject({ code: 'CONFLICT' });
    await updateEndpoint(world.ctx, staff, endpoint.id, { url: receiverUrl(inbox, 'ok') });
    await updateEndpoint(world.ctx, staff, endpoint.id, { state: 'enabled' });
    expect(await replay()).toBe(1);
    await world.deliverDue();
    const { rows } = await listDeliveries(world.ctx, tenantId, endpoint.id, FIRST_PAGE);
    expect(rows.map(({ delivery }) => delivery.state)).toEqual(['delivered', 'dead']);
  });

  it('pauses an endpoint: events are held back, and sent once it is enabled again', async () => {
    const { endpoint } = await listenAt('ok');
    await updateEndpoint(world.ctx, staff, endpoint.id, { state: 'paused' });
    await end();
    await world.deliverDue();
    world.nowMs += 5 * DAY_MS;
    await world.deliverDue();
    await world.deliverDue();
    expect(await received(inbox)).toEqual([]);
    await updateEndpoint(world.ctx, staff, endpoint.id, { state: 'enabled' });
    await world.deliverDue();
    expect(await received(inbox)).toHaveLength(1);
  });

  it('sends a test event of any type, which is marked and kept out of the feed', async () => {
    const { endpoint, secret } = await listenAt('ok');
    const sent = await sendTestEvent(world.ctx, tenantId, endpoint.id, 'session.expired');
    await world.deliverDue();
    const [request] = await received(inbox);
    expect(new Webhook(secret).verify(request!.body, request!.headers)).toMatchObject({
      id: sent.eventId,
      type: 'session.expired',
      data: { status: 'expired', verified: false, reason: 'test_mode', test: true },
    });
  });

  it('deletes an endpoint with all its data', async () => {
    const { endpoint } = await listenAt('error');
    await end();
    await world.deliverDue();
    await deleteEndpoint(world.ctx, staff, endpoint.id);
    await attemptNext();
    expect(await received(inbox)).toHaveLength(1);
    expect(await env.DB.prepare('SELECT count(*) AS n FROM webhook_endpoints').first('n')).toBe(0);
    for (const table of ['deliveries', 'attempts', 'delivery_days'])
      expect(await queryLedger({ tenantId }, `SELECT * FROM ${table}`)).toEqual([]);
  });

  it.each([
    ['http://shop.example/hook'],
    ['https://user:secret@shop.example/hook'],
    ['https://shop.example/hook#part'],
    ['https://10.0.0.1/hook'],
    ['https://169.254.169.254/latest'],
    ['https://[fd00::1]/hook'],
    ['https://metadata.google.internal/hook'],
    ['ftp://shop.example/hook'],
  ])('cannot register %s', async (url) => {
    await expect(registerAt(world.ctx, tenantId, url)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'url' }],
    });
  });

  it('checks the URL again when something is sent', async () => {
    const { endpoint } = await listenAt('ok');
    await end();
    const strict = new WebhookWorld({ BASE_URL: 'https://verify.example', LOCAL: '' });
    for (const message of world.takeDue()) await deliverWebhook(strict.ctx, message);
    expect((await onlyDelivery(endpoint.id)).attempts).toMatchObject([
      { failure: 'url_not_allowed' },
    ]);
    expect(await received(inbox)).toEqual([]);
  });
});
