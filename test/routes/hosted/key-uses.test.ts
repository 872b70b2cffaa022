// Uses of age keys (D-154): which checks accept a key, what the key must prove, how often it may be
// used, and what ends it.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../src/time/durations.ts';
import { makeAuthenticator } from '../../support/account/authenticator.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { goTo } from '../../support/visitor/hosted.ts';
import { JUDGE, TrustedWallet } from '../../support/visitor/trusted-wallet.ts';
import {
  ask,
  codeOf,
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

describe('a check that accepts keys', () => {
  it('belongs to a customer that has named them, in its settings or at init', async () => {
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

  it('has an age that keys can prove', async () => {
    expect((await service.site({ min_age: 25 })).view.key).toEqual({ act: 'use', age: 25 });
    expect((await service.site({ min_age: 26 })).view.key).toBeUndefined();
  });

  it('refuses a key for a lower age, which does not count as a use', async () => {
    const young = await service.passed({ min_age: 15 });
    const device = await makeAuthenticator();
    await make(young.browser, device);
    const site = await service.site();
    expect(await codeOf(use(site.browser, device))).toEqual(INVALID);
    expect((await site.browser.view()).body.data).toMatchObject({ step: 'consent' });
    expect(await keyRows()).toMatchObject([{ uses: 0 }]);
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
      expect(await keyRows()).toMatchObject([{ uses: 0 }]);
      await env.DB.prepare(`UPDATE age_keys SET ${cure}`).run();
      expect((await use(browser, device)).status).toBe(200);
    },
  );

  it('accepts a key where it accepts the method behind it, and reports the class of that', async () => {
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

  it('refuses a key that has expired, and one that falls short of a stricter policy', async () => {
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
    expect(await keyRows()).toMatchObject([{ uses: 0 }]);
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

  it('deletes a key whose counter fell, which means that it was copied', async () => {
    const device = await service.device();
    expect((await use((await service.site()).browser, device, { counter: 9 })).status).toBe(200);
    expect(await codeOf(use((await service.site()).browser, device, { counter: 8 }))).toEqual(
      INVALID,
    );
    expect(await keyRows()).toEqual([]);
    expect(await codeOf(use((await service.site()).browser, device, { counter: 10 }))).toEqual(
      INVALID,
    );
  });

  it('deletes a key whose counter stood still, but not one that never counts', async () => {
    const device = await service.device();
    await use((await service.site()).browser, device, { counter: 9 });
    expect(await codeOf(use((await service.site()).browser, device, { counter: 9 }))).toEqual(
      INVALID,
    );
    expect(await keyRows()).toEqual([]);
    const synced = await service.device({ counts: false });
    for (let n = 0; n < 2; n += 1)
      expect((await use((await service.site()).browser, synced)).status).toBe(200);
  });

  it('accepts a key five times a day, also with concurrent uses', async () => {
    const device = await service.device({ counts: false });
    const sites = await Promise.all(Array.from({ length: 8 }, () => service.site()));
    const replies = await Promise.all(sites.map(({ browser }) => use(browser, device)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ]);
    const late = await service.site();
    const refused = await use(late.browser, device);
    expect(refused.body.error?.code).toBe('TOO_MANY_REQUESTS');
    expect(await keyRows()).toMatchObject([{ used_on: '2030-11-15', uses: 5 }]);
    vi.setSystemTime(Date.parse('2030-11-16T00:00:01Z'));
    const next = await service.site();
    expect((await use(next.browser, device)).status).toBe(200);
    expect(await keyRows()).toMatchObject([{ used_on: '2030-11-16', uses: 1 }]);
  });

  it('refuses one of two uses with the same counter, and keeps the key', async () => {
    const device = await service.device();
    const [one, two] = [await service.site(), await service.site()];
    const replies = await Promise.all(
      [one, two].map(({ browser }) => use(browser, device, { counter: 7 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('counts an answer once when it arrives twice', async () => {
    const device = await service.device();
    const { browser, result } = await service.site();
    const response = await device.sign(await ask(browser, 'use'));
    const send = () => browser.step('key', { act: 'use', response });
    const replies = await Promise.all([send(), send()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send()).status).toBe(200);
    expect(await keyRows()).toMatchObject([{ uses: 1 }]);
    expect((await result()).status).toBe('success');
  });

  it('can be open in several pages at once, each with its own challenge', async () => {
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

  it('accepts ten attempts a minute, and no more', async () => {
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
