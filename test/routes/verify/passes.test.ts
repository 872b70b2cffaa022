// Passes that a site's backend redeems: what counts as a pass, and that each pass is valid once.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '../../../src/crypto/encoding.ts';
import { keepPassKeys } from '../../../src/domain/platform/age-passes/pass-keys.ts';
import { makeTenant, type TestTenant } from '../../support/customer/tenants.ts';
import { Deployment } from '../../support/installation/deployment.ts';
import { makePasses } from '../../support/visitor/passes.ts';

let service: Deployment;
let tenant: TestTenant;

const goToTime = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
afterEach(() => void vi.useRealTimers());

beforeEach(async () => {
  goToTime('2030-11-15T12:00:00Z');
  service = new Deployment({ PASS_FLOOR: '0' });
  tenant = await makeTenant();
});

const redeem = (token: unknown, key = tenant.secret, headers: Record<string, string> = {}) =>
  service.call('POST', '/verify/v1/passes/redeem', { 'X-API-Key': key, ...headers }, { token });

const codeOf = async (reply: ReturnType<typeof redeem>) => {
  const { status, body } = await reply;
  return [status, body.error?.code];
};

/** @param at index of the byte to change */
const changed = (token: string, at: number): string => {
  const bytes = decodeBase64Url(token);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return encodeBase64Url(bytes);
};

describe('a pass that a site redeems', () => {
  it('has its bracket, class and month, and works once, whichever site redeems it', async () => {
    const [token = ''] = await makePasses(service.ctx, { bracket: 21, passClass: 'high' });
    const { status, body } = await redeem(token);
    expect([status, body.data]).toEqual([
      200,
      { ok: true, bracket: '21+', class: 'high', issued: '2030-11' },
    ]);
    expect(await codeOf(redeem(token))).toEqual([409, 'PASS_SPENT']);
    const other = await makeTenant();
    expect(await codeOf(redeem(token, other.secret))).toEqual([409, 'PASS_SPENT']);
  });

  it('is redeemed by one of fifty concurrent requests', async () => {
    const [token = ''] = await makePasses(service.ctx);
    const replies = await Promise.all(Array.from({ length: 50 }, () => redeem(token)));
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  });

  it('gets the same answer for a repeat with the same Idempotency-Key by the same customer, for some minutes', async () => {
    const [token = ''] = await makePasses(service.ctx);
    const once = { 'Idempotency-Key': 'order-7' };
    expect((await redeem(token, tenant.secret, once)).status).toBe(200);
    expect((await redeem(token, tenant.secret, once)).status).toBe(200);
    const other = { 'Idempotency-Key': 'order-8' };
    expect(await codeOf(redeem(token, tenant.secret, other))).toEqual([409, 'PASS_SPENT']);
    const stranger = await makeTenant();
    expect(await codeOf(redeem(token, stranger.secret, once))).toEqual([409, 'PASS_SPENT']);
    goToTime('2030-11-15T12:15:00Z');
    expect(await codeOf(redeem(token, tenant.secret, once))).toEqual([409, 'PASS_SPENT']);
  });

  it('is refused if it is altered, unsigned, truncated, from another issuer, or malformed', async () => {
    const [token = ''] = await makePasses(service.ctx);
    const [foreign = ''] = await makePasses(service.ctx, { issuer: 'other.example' });
    const cases = [
      ...[0, 1, 2, 40, 70, 100, 353].map((at) => changed(token, at)),
      token.slice(0, -4),
      `${token}AAAA`,
      foreign,
      '',
      '!',
      'A'.repeat(472),
    ];
    for (const one of cases)
      expect([one, ...(await codeOf(redeem(one)))]).toEqual([one, 400, 'PASS_INVALID']);
    expect((await redeem(token)).status).toBe(200);
  });

  it('is accepted with base64 padding, as libraries write it', async () => {
    const [token = ''] = await makePasses(service.ctx);
    expect((await redeem(`${token}=`)).status).toBe(200);
    expect(await codeOf(redeem(token))).toEqual([409, 'PASS_SPENT']);
  });

  it('is refused once its key is deleted, and three months after its own month', async () => {
    const [token = ''] = await makePasses(service.ctx);
    goToTime('2031-03-01T00:00:00Z');
    expect(await codeOf(redeem(token))).toEqual([400, 'PASS_INVALID']);
    await keepPassKeys(service.ctx);
    expect(await codeOf(redeem(token))).toEqual([400, 'PASS_INVALID']);
  });

  it('is refused while so few passes are out that it would identify its owner', async () => {
    const strict = new Deployment({ PASS_FLOOR: '30' });
    const [first = ''] = await makePasses(strict.ctx);
    const ask = () =>
      strict.call(
        'POST',
        '/verify/v1/passes/redeem',
        { 'X-API-Key': tenant.secret },
        { token: first },
      );
    const early = await ask();
    expect([early.status, early.body.error?.code]).toEqual([400, 'PASS_INVALID']);
    await makePasses(strict.ctx);
    await makePasses(strict.ctx);
    await vi.waitFor(async () => expect((await ask()).status).toBe(200));
  });

  it('redeemed with a test key is spent only for that test mode', async () => {
    const [token = ''] = await makePasses(service.ctx);
    expect((await redeem(token, tenant.testSecret)).status).toBe(200);
    expect(await codeOf(redeem(token, tenant.testSecret))).toEqual([409, 'PASS_SPENT']);
    const other = await makeTenant();
    expect((await redeem(token, other.testSecret)).status).toBe(200);
    expect((await redeem(token)).status).toBe(200);
  });

  it('needs a secret key and a token', async () => {
    const [token = ''] = await makePasses(service.ctx);
    expect(await codeOf(redeem(token, tenant.publishable))).toEqual([403, 'SECRET_KEY_REQUIRED']);
    expect(await codeOf(redeem(token, 'sk_live_x'))).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(redeem(7))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await redeem(token)).status).toBe(200);
  });

  it('is counted, and only its key is recorded in the database', async () => {
    const [token = ''] = await makePasses(service.ctx);
    await redeem(token);
    await vi.waitFor(async () => {
      const { results } = await env.DB.prepare(
        'SELECT redeemed FROM pass_keys WHERE redeemed > 0',
      ).all();
      expect(results).toEqual([{ redeemed: 1 }]);
    });
  });
});
