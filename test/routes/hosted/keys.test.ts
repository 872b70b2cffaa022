// Age keys (D-154): one is made after a check, without an account, and answers other checks whose customers have said that they take keys.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { forgetExpiredKeys } from '../../../src/domain/verification/keep-key.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/time/durations.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { get, init } from '../../support/customer/api.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { serviceWith } from '../../support/installation/service-with.ts';
import type { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { goTo, TestBrowser } from '../../support/visitor/hosted.ts';
import { JUDGE, TrustedWallet } from '../../support/visitor/trusted-wallet.ts';
import { ask, forget, KeyService, make, TAKES_KEYS, use } from '../../support/visitor/key-visit.ts';

const NOW = '2030-11-15T12:34:56Z';

let service: KeyService;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  service = new KeyService();
});
afterEach(() => void vi.useRealTimers());

const codeOf = async (reply: Promise<{ status: number; body: any }>) => {
  const { status, body } = await reply;
  return [status, body.error?.code];
};

const INVALID = [400, 'KEY_INVALID'];
const CONFLICT = [409, 'CONFLICT'];

const rows = async () => (await env.DB.prepare('SELECT * FROM age_keys').all<any>()).results;

describe('making a key', () => {
  it('follows a check that was measured here, and the key answers another one', async () => {
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
    // Nothing follows from a key but passes: no key, no kept age.
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

  it('keeps an age, how it was shown and days, and nothing that names a session or a customer', async () => {
    const visit = await service.passed();
    await make(visit.browser, await makeAuthenticator());
    const [row, ...others] = await rows();
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

  it('has no order of rows, which would say when each was made', async () => {
    await expect(env.DB.prepare('SELECT rowid FROM age_keys').all()).rejects.toThrow(/rowid/);
  });

  it('is once; a page that lost the answer sends the same one again for a minute', async () => {
    const { browser } = await service.passed();
    const device = await makeAuthenticator();
    const response = await device.register(await ask(browser, 'make'));
    const send = () => browser.step('key', { act: 'make', response });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(await rows()).toHaveLength(1);
    expect(await codeOf(browser.step('key/options', { act: 'make', age: 18 }))).toEqual(CONFLICT);
    goTo(MINUTE_MS + 1);
    expect(await codeOf(send())).toEqual(CONFLICT);
  });

  it('of five pages at once, one makes it', async () => {
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
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    ['of another origin', { origin: 'https://other.example' }],
    ['for another host', { rpID: 'other.example' }],
    ['without user verification', { verified: false }],
    ['of another ceremony', { type: 'webauthn.get' }],
  ])('refuses an answer %s, which uses nothing up', async (_case, behaviour) => {
    const { browser } = await service.passed();
    expect(await codeOf(make(browser, await makeAuthenticator(), behaviour))).toEqual(INVALID);
    expect((await make(browser, await makeAuthenticator())).status).toBe(200);
  });

  it('refuses what is no answer, and the challenge of another session or of another act', async () => {
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
    expect(await rows()).toEqual([]);
  });

  it('never takes the place of another device’s key', async () => {
    const device = await makeAuthenticator();
    const { browser } = await service.passed();
    const response: any = await device.register(await ask(browser, 'make'));
    expect((await browser.step('key', { act: 'make', response })).status).toBe(200);
    const [before] = await rows();
    await env.DB.prepare("UPDATE age_keys SET public_key = 'other'").run();
    const { browser: other } = await service.passed();
    expect(await codeOf(make(other, device))).toEqual(INVALID);
    expect(await rows()).toEqual([{ ...before, public_key: 'other' }]);
  });

  it.each([
    ['before the verdict', {}, false, false],
    ['of a test session', {}, true, true],
  ])('is not for a session %s', async (_case, fields, isTest, passes) => {
    const visit = await service.visit(fields, { isTest });
    if (passes) await visit.pass();
    expect((await visit.browser.view()).body.data).not.toHaveProperty('key');
    expect(await codeOf(visit.browser.step('key/options', { act: 'make', age: 18 }))).toEqual(
      CONFLICT,
    );
  });

  it('ends a quarter of an hour after the check: who comes to the page then may be somebody else', async () => {
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

describe('a check that takes keys', () => {
  it('is one whose customer has named them, in its settings or at init', async () => {
    const named = await makeTenant({ acceptMethods: ['face', 'key'] });
    expect((await service.site({ accept: undefined }, named)).view.key).toBeDefined();
    expect((await service.site({ accept: undefined })).view.key).toBeUndefined();
    const faces = { accept: { methods: ['face'] } };
    expect((await service.site(faces, named)).view.key).toBeUndefined();
    const closed = await makeTenant({ acceptMethods: ['face'] });
    expect(
      (await service.site({ accept: { methods: ['face', 'key'] } }, closed)).view.key,
    ).toBeUndefined();
    const device = await service.device();
    const without = await service.site({ accept: undefined });
    await expect(use(without.browser, device)).rejects.toThrow('CONFLICT');
  });

  it('is of an age that keys can say', async () => {
    expect((await service.site({ min_age: 25 })).view.key).toEqual({ act: 'use', age: 25 });
    expect((await service.site({ min_age: 26 })).view.key).toBeUndefined();
  });

  it('refuses a key of a lower age, and its use does not count', async () => {
    const young = await service.passed({ min_age: 15 });
    const device = await makeAuthenticator();
    await make(young.browser, device);
    const site = await service.site();
    expect(await codeOf(use(site.browser, device))).toEqual(INVALID);
    expect((await site.browser.view()).body.data).toMatchObject({ step: 'consent' });
    expect(await rows()).toMatchObject([{ uses: 0 }]);
    const lower = await service.site({ min_age: 15 });
    expect((await use(lower.browser, device)).status).toBe(200);
    expect((await lower.result()).proof).toMatchObject({ bracket: '15+' });
  });

  it.each([
    [
      'a customer who demands strict liveness',
      {},
      { livenessLevel: 'strict' },
      "liveness_level = 'strict'",
    ],
    ['a customer with a wider margin', {}, { ageMarginYears: 12 }, 'margin_years = 12'],
    ['a check with harder movements', { liveness_difficulty: 'hard' }, {}, "difficulty = 'hard'"],
  ] as const)(
    'counts a key as the check behind it: for %s',
    async (_case, fields, settings, cure) => {
      const device = await service.device();
      await env.DB.prepare("UPDATE age_keys SET liveness_level = 'standard'").run();
      const { browser } = await service.site(fields, await makeTenant(settings));
      expect(await codeOf(use(browser, device))).toEqual(INVALID);
      expect(await rows()).toMatchObject([{ uses: 0 }]);
      await env.DB.prepare(`UPDATE age_keys SET ${cure}`).run();
      expect((await use(browser, device)).status).toBe(200);
    },
  );

  it('takes a key where it takes the method behind it, and says how sure that is', async () => {
    await TrustedWallet.make();
    service = new KeyService({ WALLET: JUDGE } as never);
    const device = await service.device();
    await env.DB.prepare("UPDATE age_keys SET method = 'wallet', margin_years = 0").run();
    const faces = await service.site();
    expect(await codeOf(use(faces.browser, device))).toEqual(INVALID);
    const site = await service.site({
      accept: { methods: ['face', 'wallet', 'key'], min_assurance: 'edge' },
    });
    expect((await use(site.browser, device)).status).toBe(200);
    expect((await site.result()).proof).toMatchObject({ method: 'key', class: 'high' });
  });

  it('counts the age of a proof from the day of its check', async () => {
    const device = await service.device();
    const accept = { ...TAKES_KEYS.accept, max_proof_age_days: 30 };
    goTo(30 * DAY_MS);
    expect(await codeOf(use((await service.site({ accept })).browser, device))).toEqual(INVALID);
    expect((await use((await service.site()).browser, device)).status).toBe(200);
  });

  it('refuses one whose year is over, and one that a raised policy would not keep', async () => {
    const device = await service.device();
    await env.DB.prepare('UPDATE age_keys SET margin_years = 3').run();
    expect(await codeOf(use((await service.site()).browser, device))).toEqual(INVALID);
    await env.DB.prepare('UPDATE age_keys SET margin_years = 7').run();
    goTo(365 * DAY_MS);
    const late = await service.site();
    expect(await codeOf(use(late.browser, device))).toEqual(INVALID);
  });

  it.each([
    ['of another origin', { origin: 'https://other.example' }],
    ['for another host', { rpID: 'other.example' }],
    ['without user verification', { verified: false }],
    ['of another ceremony', { type: 'webauthn.create' }],
  ])('refuses an answer %s', async (_case, behaviour) => {
    const device = await service.device();
    const { browser } = await service.site();
    expect(await codeOf(use(browser, device, behaviour))).toEqual(INVALID);
    expect(await rows()).toMatchObject([{ uses: 0 }]);
    expect((await use(browser, device)).status).toBe(200);
  });

  it('refuses an unknown key, another key’s signature, and an answer for another session', async () => {
    const device = await service.device();
    const { browser } = await service.site();
    const stranger = await makeAuthenticator();
    expect(await codeOf(use(browser, stranger))).toEqual(INVALID);
    const forged: any = await stranger.sign(await ask(browser, 'use'));
    const response = { ...forged, id: device.credentialId, rawId: device.credentialId };
    expect(await codeOf(browser.step('key', { act: 'use', response }))).toEqual(INVALID);
    const other = await service.site();
    const meant = await device.sign(await ask(other.browser, 'use'));
    expect(await codeOf(browser.step('key', { act: 'use', response: meant }))).toEqual(CONFLICT);
    expect((await browser.view()).body.data).toMatchObject({ step: 'consent' });
  });

  it('ends a key whose counter fell: somebody has a copy', async () => {
    const device = await service.device();
    expect((await use((await service.site()).browser, device, { counter: 9 })).status).toBe(200);
    expect(await codeOf(use((await service.site()).browser, device, { counter: 8 }))).toEqual(
      INVALID,
    );
    expect(await rows()).toEqual([]);
    expect(await codeOf(use((await service.site()).browser, device, { counter: 10 }))).toEqual(
      INVALID,
    );
  });

  it('ends a key whose counter stood still, and not one that never counts', async () => {
    const device = await service.device();
    await use((await service.site()).browser, device, { counter: 9 });
    expect(await codeOf(use((await service.site()).browser, device, { counter: 9 }))).toEqual(
      INVALID,
    );
    expect(await rows()).toEqual([]);
    const synced = await service.device({ counts: false });
    for (let n = 0; n < 2; n += 1)
      expect((await use((await service.site()).browser, synced)).status).toBe(200);
  });

  it('takes a key five times a day, of however many uses at once', async () => {
    const device = await service.device({ counts: false });
    const sites = await Promise.all(Array.from({ length: 8 }, () => service.site()));
    const replies = await Promise.all(sites.map(({ browser }) => use(browser, device)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ]);
    const late = await service.site();
    const refused = await use(late.browser, device);
    expect(refused.body.error?.code).toBe('TOO_MANY_REQUESTS');
    expect(await rows()).toMatchObject([{ used_on: '2030-11-15', uses: 5 }]);
    vi.setSystemTime(Date.parse('2030-11-16T00:00:01Z'));
    const next = await service.site();
    expect((await use(next.browser, device)).status).toBe(200);
    expect(await rows()).toMatchObject([{ used_on: '2030-11-16', uses: 1 }]);
  });

  it('of two uses with one count refuses one, and the key goes on', async () => {
    const device = await service.device();
    const [one, two] = [await service.site(), await service.site()];
    const replies = await Promise.all(
      [one, two].map(({ browser }) => use(browser, device, { counter: 7 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('counts an answer once that comes twice', async () => {
    const device = await service.device();
    const { browser, result } = await service.site();
    const response = await device.sign(await ask(browser, 'use'));
    const send = () => browser.step('key', { act: 'use', response });
    const replies = await Promise.all([send(), send()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send()).status).toBe(200);
    expect(await rows()).toMatchObject([{ uses: 1 }]);
    expect((await result()).status).toBe('success');
  });

  it('has several pages open at once, each with its challenge', async () => {
    const device = await service.device();
    const { browser } = await service.site();
    const [first] = [await ask(browser, 'use'), await ask(browser, 'use')];
    const response = await device.sign(first);
    expect((await browser.step('key', { act: 'use', response })).status).toBe(200);
  });

  it('waits a quarter of an hour for an answer', async () => {
    const device = await service.device();
    const { browser } = await service.site();
    const response = await device.sign(await ask(browser, 'use'));
    goTo(15 * MINUTE_MS + 1_000);
    const { status } = await browser.step('key', { act: 'use', response });
    expect([401, 409]).toContain(status);
  });

  it('is shown ten in a minute, and no more', async () => {
    const stranger = await makeAuthenticator();
    const { browser } = await service.site();
    for (let shown = 0; shown < 10; shown += 1)
      expect(await codeOf(use(browser, stranger))).toEqual(INVALID);
    expect(await codeOf(use(browser, stranger))).toEqual([429, 'TOO_MANY_REQUESTS']);
    const device = await service.device();
    goTo(MINUTE_MS + 1_000);
    expect((await use(browser, device)).status).toBe(200);
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
    expect(await rows()).toEqual([]);
    expect(await codeOf(use(browser, device))).toEqual(INVALID);
    expect((await forget(browser, device)).body.data).toEqual({ forgotten: false });
  });

  it('is possible right after it was made, and after it was used', async () => {
    const visit = await service.passed();
    const device = await makeAuthenticator();
    await make(visit.browser, device);
    expect((await forget(visit.browser, device)).body.data).toEqual({ forgotten: true });
    const other = await service.device();
    const { browser } = await service.site();
    await use(browser, other);
    expect((await forget(browser, other)).body.data).toEqual({ forgotten: true });
  });

  it('takes the key itself: not another one, and no challenge that was for its use', async () => {
    const device = await service.device();
    const { browser } = await service.site();
    const stranger = await makeAuthenticator();
    const forged: any = await stranger.sign(await ask(browser, 'forget'));
    const response = { ...forged, id: device.credentialId, rawId: device.credentialId };
    expect(await codeOf(browser.step('key/forget', { response }))).toEqual(INVALID);
    const toUse = await device.sign(await ask(browser, 'use'));
    expect(await codeOf(browser.step('key/forget', { response: toUse }))).toEqual(CONFLICT);
    expect(await rows()).toHaveLength(1);
  });

  it('happens by itself when its year is over', async () => {
    await service.device();
    goTo(364 * DAY_MS);
    await forgetExpiredKeys(service.ctx);
    expect(await rows()).toHaveLength(1);
    goTo(365 * DAY_MS);
    await forgetExpiredKeys(service.ctx);
    expect(await rows()).toEqual([]);
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

  it('a user id that ends in +key is answered by a key, where the check takes keys (D-14)', async () => {
    expect(await shown({ ...TAKES_KEYS, min_age: 16 })).toMatchObject({
      status: 'success',
      test: true,
      verification_type: 'agate_key',
      proof: { method: 'key', bracket: '18+', class: 'standard', issued: '2030-11' },
    });
    expect(await shown({})).toMatchObject({ status: 'in_progress' });
  });
});
