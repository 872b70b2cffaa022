// Age keys (D-154): a key is created after a check, without an account, and satisfies the checks of
// other customers that accept keys.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { forgetExpiredKeys } from '../../../src/domain/platform/age-keys/age-keys.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/time/durations.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { get, init } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import type { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import {
  ask,
  codeOf,
  forget,
  keyRows,
  KeyService,
  make,
  TAKES_KEYS,
  use,
} from '../../support/visitor/key-visit.ts';

const NOW = '2030-11-15T12:34:56Z';

let service: KeyService;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  service = new KeyService();
});
afterEach(() => void vi.useRealTimers());

const INVALID = [400, 'KEY_INVALID'];
const CONFLICT = [409, 'CONFLICT'];

describe('making a key', () => {
  it('follows a check that was measured here, and the key answers another check', async () => {
    const visit = await service.visit();
    expect((await visit.pass()).body.data).toMatchObject({
      status: 'success',
      key: { act: 'make', age: 18 },
    });
    const device = await makeAuthenticator();
    const made = await make(visit.browser, device);
    expect(made.body.data).toMatchObject({ status: 'success', key: { act: 'forget', age: 18 } });
    const site = await service.site();
    expect(site.view.key).toEqual({ act: 'use', age: 18 });
    expect((await use(site.browser, device)).body.data).toMatchObject({
      status: 'success',
      step: 'done',
      key: { act: 'forget', age: 18 },
    });
    const result = await site.result();
    expect(result).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'agate_key',
      checks: {
        liveness: { performed: false, passed: false },
        age: { performed: false, passed: false, gate: 18 },
      },
      proof: { method: 'key', bracket: '18+', class: 'standard', issued: '2030-11' },
    });
    expect(result).not.toHaveProperty('measured');
    expect(result).not.toHaveProperty('receipt');
    // A check that was satisfied by a key can yield passes, but neither another key nor a kept age.
    expect(await codeOf(site.browser.step('key/options', { act: 'make', age: 18 }))).toEqual(
      CONFLICT,
    );
    const offer = await site.browser.get(`/v/sessions/${site.browser.sessionId}/account`);
    expect(offer.body.data).toMatchObject({ can_keep: false });
  });

  it('asks for user verification and a discoverable key, and tells the device no more than the age', async () => {
    const { browser } = await service.passed();
    const options = await ask(browser, 'make');
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: '18+', displayName: '' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const other = await ask((await service.passed()).browser, 'make');
    expect(other.user.id).not.toBe(options.user.id);
    expect(other.challenge).not.toBe(options.challenge);
    const [request] = [await ask((await service.site()).browser, 'use')];
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(request.allowCredentials ?? []).toEqual([]);
  });

  it('keeps an age, how it was verified and dates, and nothing that names a session or a customer', async () => {
    const visit = await service.passed();
    await make(visit.browser, await makeAuthenticator());
    const [row, ...others] = await keyRows();
    expect(others).toEqual([]);
    const day = Date.parse('2030-11-15T00:00:00Z');
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      public_key: expect.any(String),
      counter: 1,
      bracket: 18,
      method: 'face',
      margin_years: service.ctx.config.keptAges.marginYears,
      difficulty: 'medium',
      liveness_level: expect.any(String),
      verified_at_ms: day,
      expires_at_ms: day + 365 * DAY_MS,
      used_on: null,
      uses: 0,
      answer: null,
      refilled_in: null,
      refilled_by: null,
    });
    const text = JSON.stringify(row);
    const sessionId = decodeObjectId(visit.browser.sessionId) ?? '';
    expect(sessionId).not.toBe('');
    for (const known of [sessionId, visit.browser.sessionId, 'ten_', 'acc_'])
      expect(text).not.toContain(known);
  });

  it('keeps no row ids, whose order would reveal when each was made', async () => {
    await expect(env.DB.prepare('SELECT rowid FROM age_keys').all()).rejects.toThrow(/rowid/);
  });

  it('happens once; a page that lost the answer may repeat it for a minute', async () => {
    const { browser } = await service.passed();
    const device = await makeAuthenticator();
    const response = await device.register(await ask(browser, 'make'));
    const send = () => browser.step('key', { act: 'make', response });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(await keyRows()).toHaveLength(1);
    expect(await codeOf(browser.step('key/options', { act: 'make', age: 18 }))).toEqual(CONFLICT);
    goTo(MINUTE_MS + 1);
    expect(await codeOf(send())).toEqual(CONFLICT);
  });

  it('succeeds for one of several concurrent requests', async () => {
    const { browser } = await service.passed();
    const options = [];
    for (let n = 0; n < 4; n += 1) options.push(await ask(browser, 'make'));
    const responses = await Promise.all(
      options.map(async (one) => (await makeAuthenticator()).register(one)),
    );
    const replies = await Promise.all(
      responses.map((response) => browser.step('key', { act: 'make', response })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(await keyRows()).toHaveLength(1);
  });

  it.each([
    ['of another origin', { origin: 'https://other.example' }],
    ['for another host', { rpID: 'other.example' }],
    ['without user verification', { verified: false }],
    ['of another ceremony', { type: 'webauthn.get' }],
  ])('refuses an answer %s, and uses nothing up', async (_case, behaviour) => {
    const { browser } = await service.passed();
    expect(await codeOf(make(browser, await makeAuthenticator(), behaviour))).toEqual(INVALID);
    expect((await make(browser, await makeAuthenticator())).status).toBe(200);
  });

  it('refuses a malformed answer, and the challenge of another session or of another act', async () => {
    const { browser } = await service.passed();
    for (const response of [{}, { id: 'x' }, { id: 'x', response: { clientDataJSON: '!' } }])
      expect(await codeOf(browser.step('key', { act: 'make', response }))).toEqual(INVALID);
    const device = await makeAuthenticator();
    const foreign = await ask((await service.passed()).browser, 'make');
    const toForget = { ...foreign, challenge: (await ask(browser, 'forget')).challenge };
    for (const options of [foreign, toForget]) {
      const response = await device.register(options);
      expect(await codeOf(browser.step('key', { act: 'make', response }))).toEqual(CONFLICT);
    }
    expect(await keyRows()).toEqual([]);
  });

  it('never replaces another device’s key', async () => {
    const device = await makeAuthenticator();
    const { browser } = await service.passed();
    const response: any = await device.register(await ask(browser, 'make'));
    expect((await browser.step('key', { act: 'make', response })).status).toBe(200);
    const [before] = await keyRows();
    await env.DB.prepare("UPDATE age_keys SET public_key = 'other'").run();
    const { browser: other } = await service.passed();
    expect(await codeOf(make(other, device))).toEqual(INVALID);
    expect(await keyRows()).toEqual([{ ...before, public_key: 'other' }]);
  });

  it.each([
    ['before the verdict', {}, false, false],
    ['of a test session', {}, true, true],
  ])('is refused for a session %s', async (_case, fields, isTest, passes) => {
    const visit = await service.visit(fields, { isTest });
    if (passes) await visit.pass();
    expect((await visit.browser.view()).body.data).not.toHaveProperty('key');
    expect(await codeOf(visit.browser.step('key/options', { act: 'make', age: 18 }))).toEqual(
      CONFLICT,
    );
  });

  it('ends a quarter of an hour after the check, when somebody else may be at the page', async () => {
    const { browser } = await service.passed();
    const device = await makeAuthenticator();
    const response = await device.register(await ask(browser, 'make'));
    goTo(15 * MINUTE_MS + 1_000);
    expect((await browser.view()).body.data).not.toHaveProperty('key');
    expect(await codeOf(browser.step('key', { act: 'make', response }))).toEqual(CONFLICT);
  });

  it('needs the browser of the session, and a page of this origin', async () => {
    const visit = await service.passed();
    const send = (headers: Record<string, string>) =>
      visit.fetch(
        new Request(`http://localhost:8787/v/sessions/${visit.browser.sessionId}/key/options`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ act: 'make', age: 18 }),
        }),
      );
    expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(401);
    const { cookieHeader } = visit.browser;
    expect((await send({ 'Sec-Fetch-Site': 'cross-site', Cookie: cookieHeader })).status).toBe(403);
  });
});

describe('passes by a key', () => {
  it('are ten a month, of its age and class, at its first use', async () => {
    const device = await service.device();
    const site = await service.site();
    expect((await use(site.browser, device)).body.data).toMatchObject({
      passes: { bracket: '18+', class: 'standard' },
    });
    const fetch = serviceWith({ ...env, PASS_FLOOR: '0' } as Env);
    const visit = { browser: site.browser, fetch } as unknown as EdgeVisit;
    expect(await service.take(visit)).toHaveLength(10);
    expect((await site.browser.view()).body.data).not.toHaveProperty('passes');
    const again = await service.site();
    expect((await use(again.browser, device)).body.data).not.toHaveProperty('passes');
    vi.setSystemTime(Date.parse('2030-12-01T00:00:01Z'));
    const next = await service.site();
    expect((await use(next.browser, device)).body.data).toHaveProperty('passes');
  });
});

describe('forgetting a key', () => {
  it('is done by its owner, at any check, and the key is refused from then on', async () => {
    const device = await service.device();
    const { browser } = await service.site();
    expect((await forget(browser, device)).body.data).toEqual({ forgotten: true });
    expect(await keyRows()).toEqual([]);
    expect(await codeOf(use(browser, device))).toEqual(INVALID);
    expect((await forget(browser, device)).body.data).toEqual({ forgotten: false });
  });

  it('is possible right after it was made or used', async () => {
    const visit = await service.passed();
    const device = await makeAuthenticator();
    await make(visit.browser, device);
    expect((await forget(visit.browser, device)).body.data).toEqual({ forgotten: true });
    const other = await service.device();
    const { browser } = await service.site();
    await use(browser, other);
    expect((await forget(browser, other)).body.data).toEqual({ forgotten: true });
  });

  it('needs the key itself, and a challenge for forgetting it', async () => {
    const device = await service.device();
    const { browser } = await service.site();
    const stranger = await makeAuthenticator();
    const forged: any = await stranger.sign(await ask(browser, 'forget'));
    const response = { ...forged, id: device.credentialId, rawId: device.credentialId };
    expect(await codeOf(browser.step('key/forget', { response }))).toEqual(INVALID);
    const toUse = await device.sign(await ask(browser, 'use'));
    expect(await codeOf(browser.step('key/forget', { response: toUse }))).toEqual(CONFLICT);
    expect(await keyRows()).toHaveLength(1);
  });

  it('happens automatically when it expires after a year', async () => {
    await service.device();
    goTo(364 * DAY_MS);
    await forgetExpiredKeys(service.ctx);
    expect(await keyRows()).toHaveLength(1);
    goTo(365 * DAY_MS);
    await forgetExpiredKeys(service.ctx);
    expect(await keyRows()).toEqual([]);
  });
});

describe('in test mode', () => {
  const shown = async (fields: Record<string, unknown>) => {
    const { testSecret: key } = await makeTenant();
    const token = await init(key, { ...fields, user_id: 'anna+key' });
    const browser = new TestBrowser();
    await browser.open(token);
    return (await get(`/verify/v1/result/${token}`, key)).body.data;
  };

  it('a user id that ends in +key is answered by a key, where the check accepts keys (D-14)', async () => {
    expect(await shown({ ...TAKES_KEYS, min_age: 16 })).toMatchObject({
      status: 'success',
      test: true,
      verification_type: 'agate_key',
      proof: { method: 'key', bracket: '18+', class: 'standard', issued: '2030-11' },
    });
    expect(await shown({})).toMatchObject({ status: 'in_progress' });
  });
});
