// A proof from a wallet instead of a camera (D-151), sent by the browser. The verification of
// responses is tested in test/workers/wallet.
import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { post, VALID_INIT } from '../../support/customer/api.ts';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { DocumentVisit } from '../../support/visitor/scripted-documents.ts';
import { goTo, passLiveness, TestBrowser } from '../../support/visitor/hosted.ts';
import {
  offer,
  postForm,
  responseUriOf,
  TrustedWallet,
  tryOffer,
  unbindWallet,
} from '../../support/visitor/trusted-wallet.ts';
import {
  beginSession,
  forgetAnchors,
  trustOneWallet,
} from '../../support/visitor/wallet-session.ts';
import { makeSigner } from '../../support/wallet/pki.ts';

const wallet = trustOneWallet();

describe('a session that may accept a wallet', () => {
  it('offers it if an operator trusts an issuer and the age can be proven', async () => {
    expect((await beginSession()).view.wallet).toEqual({
      gate: 18,
      credentials: ['eu_av', 'mdl'],
      answers_left: 5,
    });
    // The European Union's attestation has no claim about 21.
    expect((await beginSession({ min_age: 21 })).view.wallet.credentials).toEqual(['mdl']);
  });

  it.each([
    ['without the Worker', async () => unbindWallet()],
    ['without an anchor', forgetAnchors],
    [
      'with an expired anchor',
      async () => void (await env.DB.prepare('UPDATE wallet_anchors SET not_after_ms = 1').run()),
    ],
  ])('offers none %s, and init refuses to accept nothing else', async (_case, change) => {
    await change();
    const { view, key } = await beginSession();
    expect(view.wallet).toBeUndefined();
    const reply = await post(
      '/verify/v1/init',
      { ...VALID_INIT, accept: { methods: ['wallet'] } },
      key,
    );
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: 'INVALID_ACCEPT' });
  });

  it.each([
    ['a document', { verification_mode: 'document' }],
    ['a face on the device', { verification_mode: 'facial' }],
    ['other methods', { accept: { methods: ['face'] } }],
  ])('offers none if its customer wants %s', async (_wish, fields) => {
    expect((await beginSession(fields)).view.wallet).toBeUndefined();
  });
});

describe('a proof by the browser', () => {
  it.each(['org-iso-mdoc', 'openid4vp-v1-unsigned'] as const)('%s verifies', async (protocol) => {
    const { browser, result } = await beginSession();
    const offered = await offer(browser);
    expect(offered.requests.map((one) => one.protocol)).toEqual([
      'org-iso-mdoc',
      'openid4vp-v1-unsigned',
    ]);
    expect((await browser.view()).body.data.step).toBe('wallet');
    const { status, body } = await browser.step(
      'wallet/answer',
      await wallet().answer(offered, protocol),
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'success', step: 'done' });
    expect(await result()).toMatchObject({
      status: 'success',
      verified: true,
      verification_type: 'eu_wallet',
      checks: {
        liveness: { performed: false, passed: false },
        age: { performed: true, passed: true, gate: 18 },
        eu_wallet: { performed: true, passed: true },
      },
      proof: {
        method: 'wallet',
        bracket: '18+',
        credential: 'eu.europa.ec.av.1',
        issuer_country: 'UT',
      },
    });
    expect(await result()).not.toHaveProperty('measured');
  });

  it('needs no consent to pictures, and has no receipt', async () => {
    const { browser, result } = await beginSession();
    await wallet().prove(browser);
    expect(await result()).not.toHaveProperty('receipt');
  });

  it('accepts a driving licence, whose nearest age decides', async () => {
    const { browser, result } = await beginSession({ min_age: 16 });
    const order = { credential: 'mdl', claims: { age_over_21: true } } as const;
    await wallet().prove(browser, {
      credential: 'mdl',
      gate: 16,
      order,
      elements: ['age_over_21'],
    });
    // The customer receives the requested bracket, not the claim that the licence disclosed.
    expect((await result()).proof).toMatchObject({
      bracket: '16+',
      credential: 'org.iso.18013.5.1.mDL',
    });
  });

  it('fails somebody too young, whom another proof does not help', async () => {
    const { browser, result } = await beginSession();
    const { body } = await wallet().prove(browser, { order: { claims: { age_over_18: false } } });
    expect(body.data).toMatchObject({
      status: 'failed',
      outcome: { reason: 'age_below_threshold' },
    });
    expect(await result()).toMatchObject({
      verification_type: 'eu_wallet',
      checks: { age: { performed: true, passed: false }, eu_wallet: { passed: true } },
    });
    expect(await result()).not.toHaveProperty('proof');
    expect((await tryOffer(browser)).status).toBe(409);
  });
});

describe('an answer that proves nothing', () => {
  const strangers = async () => makeSigner((await TrustedWallet.make([])).signer);

  it('leads back to the choice, with a problem that the person can act on', async () => {
    const { browser, view, result } = await beginSession();
    expect(view.step).toBe('consent');
    const expired = { validity: { validUntil: new Date(Date.now() - 3_600_000) } };
    const late = await wallet().prove(browser, { order: expired });
    expect(late.body.data).toMatchObject({ step: 'consent', problem: 'wallet_expired' });
    const forged = { order: { forger: await strangers() } };
    expect((await wallet().prove(browser, forged)).body.data.problem).toBe('wallet_not_accepted');
    expect((await browser.view()).body.data.wallet.answers_left).toBe(3);
    expect(await result()).toMatchObject({ status: 'in_progress' });
  });

  it('says nothing more in a live session, and everything to a developer in a test session', async () => {
    const elsewhere = { origin: 'https://elsewhere.example' };
    const live = await beginSession();
    const said = (await wallet().prove(live.browser, elsewhere)).body.data;
    expect(said).toMatchObject({ problem: 'wallet_not_accepted' });
    expect(said.wallet).not.toHaveProperty('refusal');
    const test = await beginSession({}, true);
    expect((await wallet().prove(test.browser, elsewhere)).body.data.wallet.refusal).toEqual({
      code: 'not_for_us',
      reason: expect.stringContaining('another session transcript'),
      transcript: expect.stringMatching(/^[0-9a-f]+$/),
      certificate: expect.stringContaining('Quarry'),
    });
  });

  it('is possible five times; then the camera remains, or nothing', async () => {
    const untrusted = await TrustedWallet.make([]);
    const { browser, result } = await beginSession();
    for (let n = 0; n < 5; n += 1) await untrusted.prove(browser);
    const { data } = (await browser.view()).body;
    expect(data).toMatchObject({ status: 'in_progress', problem: 'wallet_untrusted' });
    expect(data.wallet.answers_left).toBe(0);
    expect((await tryOffer(browser)).status).toBe(409);
    await browser.step('consent', { biometric: true });
    expect((await browser.view()).body.data.wallet).toBeUndefined();
    const alone = await beginSession({ accept: { methods: ['wallet'] } });
    for (let n = 0; n < 5; n += 1) await untrusted.prove(alone.browser);
    expect(await alone.result()).toMatchObject({
      status: 'failed',
      reason: 'wallet_untrusted',
      verification_type: 'eu_wallet',
      checks: { eu_wallet: { performed: true, passed: false } },
    });
    expect((await result()).status).toBe('in_progress');
  });

  it('costs nothing if the wallet declines', async () => {
    const { browser } = await beginSession();
    const offered = await offer(browser, { way: 'other_device' });
    const state = new URLSearchParams(offered.links.av?.split('?')[1]).get('state') ?? '';
    const form = new URLSearchParams({ error: 'access_denied', state }).toString();
    expect(await postForm(responseUriOf(offered), form)).toEqual({ status: 200, body: {} });
    expect((await browser.view()).body.data).toMatchObject({
      problem: 'wallet_declined',
      wallet: { answers_left: 5 },
    });
  });

  it('that was shown in another session is a copy, also at another customer', async () => {
    const issued = await wallet().issue();
    const first = await beginSession();
    expect((await wallet().prove(first.browser, { issued })).body.data.status).toBe('success');
    const second = await beginSession();
    expect((await wallet().prove(second.browser, { issued })).body.data).toMatchObject({
      status: 'in_progress',
      problem: 'wallet_not_accepted',
    });
    // A licence may be presented repeatedly.
    const licence = await wallet().issue({ credential: 'mdl' });
    for (const { browser } of [await beginSession(), await beginSession()]) {
      const proven = await wallet().prove(browser, { credential: 'mdl', issued: licence });
      expect(proven.body.data.status).toBe('success');
    }
  });

  it.each([
    ['eu', 'none'],
    ['none', 'eu'],
    ['eu', 'eu'],
  ] as const)(
    'that a customer with residency %s was shown is a copy at one with residency %s (D-172)',
    async (before, after) => {
      const issued = await wallet().issue();
      const at = (residency: 'none' | 'eu') => beginSession({}, false, undefined, { residency });
      const first = await wallet().prove((await at(before)).browser, { issued });
      expect(first.body.data.status).toBe('success');
      const second = await wallet().prove((await at(after)).browser, { issued });
      expect(second.body.data.problem).toBe('wallet_not_accepted');
    },
  );

  it.each([
    ['eu', 1],
    ['none', 2],
  ] as const)(
    'of a customer with residency %s is noted in %i places, the EU among them',
    async (residency, places) => {
      const before = await listDurableObjectIds(env.SHOWN_CREDENTIALS);
      const { browser } = await beginSession({}, false, undefined, { residency });
      await wallet().prove(browser);
      const after = await listDurableObjectIds(env.SHOWN_CREDENTIALS);
      expect(after.length - before.length).toBe(places);
    },
  );

  it('is accepted in one of fifty concurrent sessions', async () => {
    const issued = await wallet().issue();
    const sessions = await Promise.all(Array.from({ length: 50 }, () => beginSession()));
    const ended = await Promise.all(
      sessions.map(({ browser }) => wallet().prove(browser, { issued })),
    );
    expect(ended.filter(({ body }) => body.data.status === 'success')).toHaveLength(1);
  });
});

describe('an offer', () => {
  it('is answered once, however many answers arrive concurrently', async () => {
    const { browser } = await beginSession();
    const offered = await offer(browser);
    const answers = await Promise.all(
      [1, 2, 3].map(() => wallet().answer(offered, 'org-iso-mdoc')),
    );
    const replies = await Promise.all(answers.map((one) => browser.step('wallet/answer', one)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('ends when a newer one is made, after five minutes, and when the person goes back', async () => {
    const { browser } = await beginSession();
    const older = await wallet().answer(await offer(browser), 'org-iso-mdoc');
    await offer(browser);
    expect((await browser.step('wallet/answer', older)).body.data.problem).toBe(
      'wallet_not_accepted',
    );
    const late = await wallet().answer(await offer(browser), 'org-iso-mdoc');
    goTo(5 * 60_000 + 1);
    expect((await browser.step('wallet/answer', late)).status).toBe(409);
    vi.useRealTimers();
    const left = await wallet().answer(await offer(browser), 'org-iso-mdoc');
    expect((await browser.leave()).body.data.step).toBe('consent');
    expect((await browser.step('wallet/answer', left)).status).toBe(409);
    expect((await browser.leave()).status).toBe(409);
  });

  it.each([
    ['another age than the session’s', { gate: 16 }],
    ['a credential without a trusted issuer', { credential: 'mdl' }],
  ])('is refused for %s', async (_case, wish) => {
    await forgetAnchors();
    await TrustedWallet.make(['eu.europa.ec.av.1']);
    const { browser } = await beginSession();
    expect((await tryOffer(browser, wish)).status).toBe(409);
    expect((await browser.view()).body.data.step).toBe('consent');
  });

  it.each([
    ['nothing', {}],
    ['an unknown credential', { credential: 'library', gate: 18, way: 'browser' }],
    ['an unknown way', { credential: 'eu_av', gate: 18, way: 'fax' }],
    ['a text instead of a number', { credential: 'eu_av', gate: '18', way: 'browser' }],
  ])('with %s is a bad request', async (_case, body) => {
    const { browser } = await beginSession();
    expect((await browser.step('wallet/offer', body)).status).toBe(400);
  });

  it('can be made and answered only by the browser of the session', async () => {
    const { browser } = await beginSession();
    const stranger = new TestBrowser();
    stranger.sessionId = browser.sessionId;
    expect((await tryOffer(stranger)).status).toBe(401);
    const answer = await wallet().answer(await offer(browser), 'org-iso-mdoc');
    expect((await stranger.step('wallet/answer', answer)).status).toBe(401);
  });

  it('is refused while drawn pictures are due', async () => {
    const visit = await EdgeVisit.begin();
    const moved = await visit.move();
    expect(moved.body.data.reveal).toBeDefined();
    expect(moved.body.data.wallet).toBeUndefined();
    expect((await tryOffer(visit.browser)).status).toBe(409);
    await visit.reveal();
    expect((await tryOffer(visit.browser)).status).toBe(200);
  });

  it('is refused while a document is being read', async () => {
    const visit = await DocumentVisit.steppedUp();
    const { browser } = visit.edge;
    const { arrived, release } = visit.documents.hold();
    const sending = visit.send(await visit.parts());
    await arrived;
    expect((await tryOffer(browser)).status).toBe(409);
    release();
    expect((await sending).body.data.status).toBe('success');
  });

  it('discards what is known of the face', async () => {
    const { browser } = await beginSession();
    await passLiveness(browser);
    expect((await browser.view()).body.data.step).toBe('age');
    await offer(browser);
    const { data } = (await browser.leave()).body;
    expect(data).toMatchObject({ step: 'consent', wallet: { answers_left: 5 } });
    expect(data).not.toHaveProperty('age_nonce');
  });
});
