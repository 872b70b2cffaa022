// The typed SDK, tested against the service in the Workers runtime: each understands the other's
// messages.
import { exports } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  Agate,
  AgateError,
  WebhookVerificationError,
  type AgateEvent,
} from '../../../sdk/src/index.ts';
import { post } from '../../support/customer/api.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';

const service: typeof fetch = (input, init) => exports.default.fetch(new Request(input, init));
const VISITOR = { callback_url: 'https://shop.example/return', min_age: 18, user_id: 'order-1' };

let tenant: TestTenant;
let agate: Agate;
beforeEach(async () => {
  tenant = await makeTenant();
  agate = new Agate({ secretKey: tenant.testSecret, fetch: service });
});

const settle = (token: string, outcome: object) =>
  post(`/verify/v1/sandbox/${token}/outcome`, outcome, tenant.testSecret);

async function eventsAfter(after?: string): Promise<AgateEvent[]> {
  const events: AgateEvent[] = [];
  const request = { pageSize: 1, ...(after !== undefined && { after }) };
  for await (const event of agate.events.all(request)) events.push(event);
  return events;
}

describe('the SDK', () => {
  it('begins one verification per idempotency key, and reads the verdict', async () => {
    const made = await agate.verifications.init(VISITOR, { idempotencyKey: 'order-1' });
    expect(await agate.verifications.init(VISITOR, { idempotencyKey: 'order-1' })).toEqual(made);
    expect((await agate.verifications.init(VISITOR)).token).not.toBe(made.token);
    expect(await agate.verifications.result(made.token)).toMatchObject({ verified: false });
    const { token } = (await settle(made.token, { status: 'success' })).body.data;
    expect(await agate.verifications.result(token)).toMatchObject({
      status: 'success',
      verified: true,
      external_user_id: 'order-1',
    });
  });

  it('cancels a running session, and otherwise throws an error with its code', async () => {
    const { token } = await agate.verifications.init(VISITOR);
    expect(await agate.verifications.cancel(token)).toMatchObject({ status: 'canceled' });
    const twice = await agate.verifications.cancel(token).catch((error: unknown) => error);
    expect(twice).toBeInstanceOf(AgateError);
    expect(twice).toMatchObject({ code: 'CONFLICT', status: 409 });
    await expect(agate.verifications.result('xtk_unknown')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      agate.verifications.init({ ...VISITOR, callback_url: 'shop' }),
    ).rejects.toMatchObject({
      code: 'INVALID_CALLBACK_URL',
      details: [{ field: 'callback_url' }],
      requestId: expect.stringMatching(/^req_/),
    });
  });

  it('lists every event once, page by page, and continues after the last one', async () => {
    for (const status of ['success', 'failed'])
      await settle((await agate.verifications.init(VISITOR)).token, { status });
    await eventually(async () => expect(await eventsAfter()).toHaveLength(2));
    const [first, second] = await eventsAfter();
    expect(new Set([first?.type, second?.type])).toEqual(
      new Set(['session.success', 'session.failed']),
    );
    expect(await eventsAfter(first?.id)).toEqual([second]);
    expect(await eventsAfter(second?.id)).toEqual([]);
  });

  it('verifies a webhook with the cryptography of this runtime', async () => {
    const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
    const body = JSON.stringify({ id: 'evt_1', type: 'session.success' });
    const at = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    };
    expect(await agate.webhooks.verify(body, headers, secret)).toMatchObject({ id: 'evt_1' });
    await expect(agate.webhooks.verify(`${body} `, headers, secret)).rejects.toBeInstanceOf(
      WebhookVerificationError,
    );
  });
});
