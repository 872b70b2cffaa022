import { evictDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BROWSER, openSession, type SessionStub } from '../../support/customer/sessions.ts';

const PHONE = 'p'.repeat(64);
const LINK = 'l'.repeat(64);
const LIFETIME_MS = 60_000;
const CODE = '4721';
const offer = { tokenId: LINK, code: CODE, computer: 'Chrome, Windows' };

afterEach(() => void vi.useRealTimers());

/** Opens a session whose hand-off link a phone has opened. */
async function joined(): Promise<SessionStub> {
  const stub = await openSession();
  await stub.offerHandoff(BROWSER, offer);
  await stub.joinHandoff(LINK, { phoneHash: PHONE });
  return stub;
}

/** Opens a session that a phone has joined and confirmed. */
async function handedOver(): Promise<SessionStub> {
  const stub = await joined();
  await stub.confirmHandoff(PHONE, CODE);
  return stub;
}

describe('handing a session to a phone', () => {
  it('lets the phone view the session before it confirms, and act afterwards', async () => {
    const stub = await openSession();
    await stub.offerHandoff(BROWSER, offer);
    const joined = await stub.joinHandoff(LINK, { phoneHash: PHONE });
    expect(joined.ok && joined.value).toMatchObject({
      device: 'phone',
      record: { handoff: { state: 'joined', code: '4721', computer: 'Chrome, Windows' } },
    });
    expect(await stub.giveConsent(PHONE)).toEqual({ ok: false, reason: 'other_device' });
    await stub.confirmHandoff(PHONE, CODE);
    expect((await stub.giveConsent(PHONE)).ok).toBe(true);
    expect(await stub.requestChallenge(BROWSER, LIFETIME_MS)).toEqual({
      ok: false,
      reason: 'other_device',
    });
    expect((await stub.viewSession(BROWSER)).ok).toBe(true);
  });

  it('lets only the first of fifty phones join, even after an eviction', async () => {
    const stub = await openSession();
    await stub.offerHandoff(BROWSER, offer);
    await evictDurableObject(stub);
    const joins = await Promise.all(
      Array.from({ length: 50 }, (_, i) => stub.joinHandoff(LINK, { phoneHash: `phone-${i}` })),
    );
    expect(joins.filter((join) => join.ok)).toHaveLength(1);
  });

  it('invalidates an older link when a newer one is created, and removes a phone that had only joined', async () => {
    const stub = await openSession();
    await stub.offerHandoff(BROWSER, offer);
    await stub.joinHandoff(LINK, { phoneHash: PHONE });
    await stub.offerHandoff(BROWSER, { ...offer, tokenId: 'new' });
    expect(await stub.joinHandoff(LINK, { phoneHash: 'other' })).toEqual({
      ok: false,
      reason: 'not_found',
    });
    expect(await stub.confirmHandoff(PHONE, CODE)).toEqual({ ok: false, reason: 'unauthorized' });
    expect((await stub.joinHandoff('new', { phoneHash: PHONE })).ok).toBe(true);
  });

  it('cannot be confirmed by the computer, nor twice', async () => {
    const stub = await openSession();
    await stub.offerHandoff(BROWSER, offer);
    await stub.joinHandoff(LINK, { phoneHash: PHONE });
    expect(await stub.confirmHandoff(BROWSER, CODE)).toEqual({ ok: false, reason: 'conflict' });
    expect((await stub.confirmHandoff(PHONE, CODE)).ok).toBe(true);
    expect(await stub.confirmHandoff(PHONE, CODE)).toEqual({ ok: false, reason: 'conflict' });
  });

  it('counts each different wrong code once, and changes nothing else', async () => {
    const stub = await joined();
    const before = await stub.viewSession(BROWSER);
    for (const wrong of ['0000', '0000', '0000', '1111']) {
      const answer = await stub.confirmHandoff(PHONE, wrong);
      expect(answer.ok && answer.value).toMatchObject({
        device: 'phone',
        record: { handoff: { state: 'joined' } },
      });
      expect(await stub.giveConsent(PHONE)).toEqual({ ok: false, reason: 'other_device' });
    }
    const after = await stub.viewSession(BROWSER);
    if (!before.ok || !after.ok) throw new Error('refused');
    const { handoff: first, ...rest } = before.value.record;
    const { handoff: second, ...same } = after.value.record;
    expect(same).toEqual(rest);
    expect(second).toEqual({ ...first, wrongCodes: ['0000', '1111'] });
    expect((await stub.confirmHandoff(PHONE, CODE)).ok).toBe(true);
  });

  it('removes the phone at the third wrong code, and the right code then comes too late', async () => {
    const stub = await joined();
    const guesses = Array.from({ length: 50 }, (_, i) => String(i).padStart(4, '0'));
    const answers = await Promise.all(
      [...guesses, CODE].map((code) => stub.confirmHandoff(PHONE, code)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect(answers.at(-1)).toEqual({ ok: false, reason: 'unauthorized' });
    expect(await stub.viewSession(PHONE)).toEqual({ ok: false, reason: 'unauthorized' });
    expect((await stub.giveConsent(BROWSER)).ok).toBe(true);
  });

  it('asks for consent on the device whose camera is used, and earlier evidence does not count', async () => {
    const stub = await openSession();
    await stub.giveConsent(BROWSER);
    await stub.requestChallenge(BROWSER, LIFETIME_MS);
    await stub.submitLiveness(BROWSER, { challengeId: 'none', samples: [] });
    await stub.offerHandoff(BROWSER, offer);
    await stub.joinHandoff(LINK, { phoneHash: PHONE });
    const over = await stub.confirmHandoff(PHONE, CODE);
    expect(over.ok && over.value.record).toMatchObject({
      state: { status: 'in_progress', step: 'consent' },
      checks: {},
      steps: { liveness: { failures: 1, challengesIssued: 1 } },
    });
    expect(await stub.requestChallenge(PHONE, LIFETIME_MS)).toEqual({
      ok: false,
      reason: 'conflict',
    });
    await stub.giveConsent(PHONE);
    expect((await stub.requestChallenge(PHONE, LIFETIME_MS)).ok).toBe(true);
  });

  it('offers no second link while a phone is in control', async () => {
    const stub = await handedOver();
    expect(await stub.offerHandoff(BROWSER, { ...offer, tokenId: 'new' })).toEqual({
      ok: false,
      reason: 'other_device',
    });
  });

  it('returns to the computer on request, and the phone’s challenge becomes void', async () => {
    const stub = await handedOver();
    await stub.giveConsent(PHONE);
    await stub.requestChallenge(PHONE, LIFETIME_MS);
    const back = await stub.endHandoff(BROWSER);
    expect(back.ok && back.value.record.current).not.toHaveProperty('challenge');
    expect(await stub.viewSession(PHONE)).toEqual({ ok: false, reason: 'unauthorized' });
    // Consent has only been given for the phone's camera, so the computer's camera needs separate
    // consent.
    expect((await stub.requestChallenge(BROWSER, LIFETIME_MS)).ok).toBe(false);
    await stub.giveConsent(BROWSER);
    expect((await stub.requestChallenge(BROWSER, LIFETIME_MS)).ok).toBe(true);
  });

  it('is declined by a phone whose owner does not know the computer', async () => {
    const stub = await openSession();
    await stub.offerHandoff(BROWSER, offer);
    await stub.joinHandoff(LINK, { phoneHash: PHONE });
    expect((await stub.endHandoff(PHONE)).ok).toBe(true);
    expect(await stub.viewSession(PHONE)).toEqual({ ok: false, reason: 'unauthorized' });
    expect((await stub.giveConsent(BROWSER)).ok).toBe(true);
  });

  it('lets one of two devices that act at once succeed, and gives the other a clear answer', async () => {
    const stub = await handedOver();
    const [phone, computer] = await Promise.all([
      stub.giveConsent(PHONE),
      stub.giveConsent(BROWSER),
    ]);
    expect(phone.ok).toBe(true);
    expect(computer).toEqual({ ok: false, reason: 'other_device' });
    const cancels = await Promise.all([stub.cancelSession(PHONE), stub.cancelSession(BROWSER)]);
    expect(cancels.filter((cancel) => cancel.ok)).toHaveLength(1);
  });

  it('shows the outcome on both devices', async () => {
    const stub = await handedOver();
    await stub.cancelSession(PHONE);
    for (const hash of [PHONE, BROWSER]) {
      const seen = await stub.viewSession(hash);
      expect(seen.ok && seen.value.record.state.status).toBe('canceled');
    }
  });

  it('is not offered by a session that has ended', async () => {
    const stub = await openSession();
    await stub.cancelSession(BROWSER);
    expect(await stub.offerHandoff(BROWSER, offer)).toEqual({ ok: false, reason: 'conflict' });
    expect(await stub.joinHandoff(LINK, { phoneHash: PHONE })).toEqual({
      ok: false,
      reason: 'not_found',
    });
  });
});

describe('more time', () => {
  it('adds ten minutes, three times', async () => {
    const stub = await openSession();
    const before = await stub.viewSession(BROWSER);
    if (!before.ok) throw new Error('refused');
    for (let i = 1; i <= 3; i += 1) {
      const after = await stub.extendSession(BROWSER, 600_000);
      expect(after.ok && after.value.record.times.expiresAtMs).toBe(
        before.value.record.times.expiresAtMs + i * 600_000,
      );
    }
    expect(await stub.extendSession(BROWSER, 600_000)).toEqual({ ok: false, reason: 'conflict' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 44 * 60_000 });
    const late = await stub.viewSession(BROWSER);
    expect(late.ok && late.value.record.state.status).toBe('in_progress');
  });
});

describe('assistance', () => {
  it('ends the session with a reason the customer can act on', async () => {
    const stub = await openSession();
    const ended = await stub.requestAssistance(BROWSER);
    expect(ended.ok && ended.value.record).toMatchObject({
      state: { status: 'failed' },
      end: { reason: 'assistance_needed' },
    });
  });
});
