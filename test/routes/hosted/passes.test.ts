// Age passes in checks (D-152): ten are issued after one check, and one satisfies another check
// whose customer accepts passes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBase64Url } from '../../../src/crypto/encoding.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import { PassService } from '../../support/visitor/pass-visit.ts';
import { blind, keyFor, makePasses } from '../../support/visitor/passes.ts';

let service: PassService;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-11-15T12:00:00Z') });
  service = new PassService();
});
afterEach(() => void vi.useRealTimers());

const codeOf = async (reply: Promise<{ status: number; body: any }>) => {
  const { status, body } = await reply;
  return [status, body.error?.code];
};

const refusalOf = async (response: Promise<Response>) => {
  const answer = await response;
  return [answer.status, (await answer.json<any>()).error?.code];
};

async function blindTen(wish = {}) {
  const key = await keyFor(service.ctx, wish);
  return blind(decodeBase64Url(key.tokenKey), 'localhost:8787');
}

describe('issuing ten passes', () => {
  it('follows a check that was measured here, and each answers another one', async () => {
    const visit = await service.visit();
    expect((await visit.pass()).body.data).toMatchObject({
      status: 'success',
      passes: { bracket: '18+', class: 'standard' },
    });
    const tokens = await service.take(visit);
    expect(new Set(tokens).size).toBe(10);
    expect((await visit.browser.view()).body.data).not.toHaveProperty('passes');
    const site = await service.site();
    expect(site.view.pass).toEqual({ min_age: 18, class: 'standard', since: '2030-08' });
    expect((await site.show(tokens[0] ?? '')).body.data).toMatchObject({
      status: 'success',
      step: 'done',
    });
    const result = await site.result();
    expect(result).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'agate_pass',
      checks: {
        liveness: { performed: false, passed: false },
        age: { performed: false, passed: false, gate: 18 },
      },
      proof: { method: 'pass', bracket: '18+', class: 'standard', issued: '2030-11' },
    });
    expect(result).not.toHaveProperty('measured');
    expect(result).not.toHaveProperty('receipt');
    // Repeats the request, as after a lost response.
    expect((await site.show(tokens[0] ?? '')).body.data).toMatchObject({ status: 'success' });
    // A check satisfied by a pass yields neither more passes nor a kept age.
    expect((await site.browser.view()).body.data).not.toHaveProperty('passes');
    const offer = await site.browser.get(`/v/sessions/${site.browser.sessionId}/account`);
    expect(offer.body.data).toMatchObject({ can_keep: false });
  });

  it('happens once; the same page gets the same answer again for a minute, and counts once', async () => {
    const visit = await service.visit();
    await visit.pass();
    const ten = await blindTen();
    const first = await service.post(visit, ten.body);
    const again = await service.post(visit, ten.body);
    const bytes = new Uint8Array(await first.arrayBuffer());
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(bytes);
    await expect(ten.finish(bytes)).resolves.toHaveLength(10);
    const others = await blindTen();
    expect(await refusalOf(service.post(visit, others.body))).toEqual([
      409,
      'PASSES_ALREADY_TAKEN',
    ]);
    goTo(MINUTE_MS + 1);
    expect(await refusalOf(service.post(visit, ten.body))).toEqual([409, 'PASSES_ALREADY_TAKEN']);
  });

  it('succeeds for one of five pages at once', async () => {
    const visit = await service.visit();
    await visit.pass();
    const bodies = await Promise.all(Array.from({ length: 5 }, () => blindTen()));
    const replies = await Promise.all(bodies.map(({ body }) => service.post(visit, body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  it('needs ten requests for the key of its bracket and class, and others use nothing up', async () => {
    const visit = await service.visit();
    await visit.pass();
    const { body } = await blindTen();
    const wrong = [
      body.slice(0, 9 * 259),
      Uint8Array.of(...body, ...body.slice(0, 259)),
      (await blindTen({ bracket: 21 })).body,
      (await blindTen({ passClass: 'high' })).body,
      new Uint8Array(0),
    ];
    for (const one of wrong)
      expect(await refusalOf(service.post(visit, one))).toEqual([400, 'PASS_INVALID']);
    expect((await service.post(visit, body)).status).toBe(200);
  });

  it.each([
    ['before the verdict', {}, false, false],
    ['of a test session', {}, true, true],
  ])('is refused for a session %s', async (_case, fields, isTest, passes) => {
    const visit = await service.visit(fields, { isTest });
    if (passes) await visit.pass();
    const { body } = await blindTen();
    expect((await visit.browser.view()).body.data).not.toHaveProperty('passes');
    expect(await refusalOf(service.post(visit, body))).toEqual([
      403,
      'PASSES_NOT_FOR_THIS_SESSION',
    ]);
  });

  it('needs the browser of the session, and a page of this origin', async () => {
    const visit = await service.visit();
    await visit.pass();
    const { body } = await blindTen();
    const send = (headers: Record<string, string>) =>
      visit.fetch(
        new Request(`http://localhost:8787/v/sessions/${visit.browser.sessionId}/passes`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/octet-stream', ...headers },
          body,
        }),
      );
    expect(await refusalOf(send({ 'Sec-Fetch-Site': 'same-origin' }))).toEqual([
      401,
      'UNAUTHORIZED',
    ]);
    const { cookieHeader } = visit.browser;
    expect(await refusalOf(send({ 'Sec-Fetch-Site': 'cross-site', Cookie: cookieHeader }))).toEqual(
      [403, 'FORBIDDEN'],
    );
  });
});

describe('a check that accepts passes', () => {
  it('belongs to a customer that has named them, in its settings or at init', async () => {
    const named = await makeTenant({ acceptMethods: ['face', 'pass'] });
    expect((await service.site({ accept: undefined }, named)).view.pass).toBeDefined();
    expect((await service.site({ accept: undefined })).view.pass).toBeUndefined();
    expect(
      (await service.site({ accept: { methods: ['face'] } }, named)).view.pass,
    ).toBeUndefined();
    const closed = await makeTenant({ acceptMethods: ['face'] });
    expect((await service.site({}, closed)).view.pass).toBeUndefined();
    const [token = ''] = await makePasses(service.ctx);
    const without = await service.site({ accept: undefined });
    expect(await codeOf(without.show(token))).toEqual([409, 'CONFLICT']);
  });

  it('accepts a pass once: spent at one site it is refused at all others, and the check continues', async () => {
    const [token = '', other = ''] = await makePasses(service.ctx);
    const [first, second] = [await service.site(), await service.site()];
    expect((await first.show(token)).status).toBe(200);
    expect(await codeOf(second.show(token))).toEqual([409, 'PASS_SPENT']);
    expect((await second.browser.view()).body.data).toMatchObject({ step: 'consent' });
    expect((await second.show(other)).status).toBe(200);
  });

  it('of fifty checks shown the same pass at once, exactly one succeeds', async () => {
    const [token = ''] = await makePasses(service.ctx);
    const customer = await makeTenant();
    const sites = await Promise.all(Array.from({ length: 50 }, () => service.site({}, customer)));
    const replies = await Promise.all(sites.map(({ show }) => show(token)));
    const passed = replies.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(1);
    const codes = new Set(replies.map(({ body }) => body.error?.code));
    expect(codes).toEqual(new Set([undefined, 'PASS_SPENT']));
  });

  it('refuses one of a lower bracket or of another issuer, and spends neither', async () => {
    const [low = ''] = await makePasses(service.ctx, { bracket: 15 });
    const [foreign = ''] = await makePasses(service.ctx, { issuer: 'other.example' });
    const site = await service.site();
    expect(await codeOf(site.show(low))).toEqual([400, 'PASS_INVALID']);
    expect(await codeOf(site.show(foreign))).toEqual([400, 'PASS_INVALID']);
    const younger = await service.site({ min_age: 15 });
    expect((await younger.show(low)).status).toBe(200);
    expect((await younger.result()).proof).toMatchObject({ bracket: '15+' });
  });

  it('counts a pass as the method behind it', async () => {
    const strict = { accept: { methods: ['face', 'pass'], liveness_level: 'strict' } };
    const [standard = ''] = await makePasses(service.ctx);
    const [high = ''] = await makePasses(service.ctx, { passClass: 'high' });
    const demanding = await makeTenant({ livenessLevel: 'strict' });
    await service.visit();
    const site = await service.site(strict, demanding);
    expect(site.view.pass).toMatchObject({ class: 'high' });
    expect(await codeOf(site.show(standard))).toEqual([400, 'PASS_INVALID']);
    expect((await site.show(high)).status).toBe(200);
    const wide = await makeTenant({ ageMarginYears: 12 });
    const careful = await service.site({}, wide);
    expect(careful.view.pass).toMatchObject({ class: 'standard' });
    expect(await codeOf(careful.show(standard))).toEqual([400, 'PASS_INVALID']);
  });

  it('counts the age of a pass from the end of its month', async () => {
    const [token = ''] = await makePasses(service.ctx);
    const accept = { methods: ['face', 'pass'], max_proof_age_days: 30 };
    vi.setSystemTime(Date.parse('2030-12-31T12:00:00Z'));
    const late = await service.site({ accept });
    expect(late.view.pass).toMatchObject({ since: '2030-12' });
    expect(await codeOf(late.show(token))).toEqual([400, 'PASS_INVALID']);
    const any = await service.site();
    expect((await any.show(token)).status).toBe(200);
  });

  it('does not accept a pass while few are out, and does not spend it', async () => {
    service = new PassService({ PASS_FLOOR: '50' });
    const [token = ''] = await makePasses(service.ctx);
    const site = await service.site();
    expect(await codeOf(site.show(token))).toEqual([409, 'CONFLICT']);
    for (let round = 0; round < 4; round += 1) await makePasses(service.ctx);
    await vi.waitFor(async () => expect((await site.show(token)).status).toBe(200));
  });

  it('accepts ten attempts a minute, and no more', async () => {
    const site = await service.site();
    for (let shown = 0; shown < 10; shown += 1)
      expect(await codeOf(site.show('x'))).toEqual([400, 'PASS_INVALID']);
    expect(await codeOf(site.show('x'))).toEqual([429, 'TOO_MANY_REQUESTS']);
    goTo(MINUTE_MS + 1_000);
    const [token = ''] = await makePasses(service.ctx);
    expect((await site.show(token)).status).toBe(200);
  });
});
