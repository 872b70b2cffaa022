import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import {
  BROWSER,
  createSession,
  INIT,
  openSession,
  RESULT,
  type SessionStub,
} from '../../support/customer/sessions.ts';
import { eventually } from '../../support/installation/eventually.ts';
import { estimates, performActions } from '../../support/clips/trajectories.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LIFETIME_MS = 60_000;
const tenantAccess = {
  tenantId: 'ten_1',
  test: false,
  kind: 'result',
  secretHash: RESULT,
} as const;

afterEach(() => void vi.useRealTimers());
const goTo = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

async function stateOf(stub: SessionStub): Promise<SessionRecord['state']> {
  return runInDurableObject(stub, (_object, state) => {
    const record = state.storage.kv.get<SessionRecord>('session');
    if (record === undefined) throw new Error('no session');
    return record.state;
  });
}

async function passLiveness(stub: SessionStub): Promise<string> {
  await stub.giveConsent(BROWSER);
  const issued = await stub.requestChallenge(BROWSER, LIFETIME_MS);
  if (!issued.ok || issued.value.record.current.challenge === undefined)
    throw new Error('no challenge');
  const { id, actions } = issued.value.record.current.challenge;
  const samples = performActions(actions);
  goTo((samples.at(-1)?.[0] ?? 0) + 100);
  const answer = await stub.submitLiveness(BROWSER, { challengeId: id, samples });
  return answer.ok ? (answer.value.record.current.frontal?.nonce ?? '') : '';
}

describe('redeem', () => {
  it('binds the session to one of fifty browsers that race for it', async () => {
    const stub = await createSession();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => stub.openLink({ initHash: INIT, newHash: `hash-${i}` })),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((a) => !a.ok && a.reason === 'opened_elsewhere')).toHaveLength(49);
  });

  it('lets the same browser return, even after an eviction', async () => {
    const stub = await openSession();
    await evictDurableObject(stub);
    const again = await stub.openLink({ initHash: INIT, cookieHash: BROWSER, newHash: 'new' });
    expect(again.ok && again.value.record.secrets.browserHash).toBe(BROWSER);
    const other = await stub.openLink({
      initHash: INIT,
      cookieHash: 'x'.repeat(64),
      newHash: 'new',
    });
    expect(other).toEqual({ ok: false, reason: 'opened_elsewhere' });
  });

  it('refuses a wrong secret and a link older than 10 minutes with the same result', async () => {
    const stub = await createSession();
    const wrong = await stub.openLink({ initHash: 'w'.repeat(64), newHash: BROWSER });
    expect(wrong).toEqual({ ok: false, reason: 'not_found' });
    goTo(10 * MINUTE_MS);
    expect(await stub.openLink({ initHash: INIT, newHash: BROWSER })).toEqual(wrong);
    expect(await stateOf(stub)).toEqual({ status: 'pending' });
  });

  it.each([
    ['+pass', 'success'],
    ['+fail', 'failed'],
    ['+cancel', 'canceled'],
    ['+expire', 'expired'],
  ])('settles a test session whose user id ends in %s', async (suffix, status) => {
    const request = { userId: `u${suffix}` };
    const test = await openSession({ test: true, request });
    expect(await stateOf(test)).toEqual({ status });
    const live = await openSession({ test: false, request });
    expect((await stateOf(live)).status).toBe('in_progress');
  });

  it.each([{ mode: 'document' }, { purpose: 'id_verification' }] as const)(
    'ends %j immediately as failed / document_rejected',
    async (request) => {
      const stub = await openSession({ request });
      const answer = await stub.readAsTenant(tenantAccess);
      expect(answer.ok && [answer.value.state.status, answer.value.end?.reason]).toEqual([
        'failed',
        'document_rejected',
      ]);
    },
  );
});

describe('liveness', () => {
  it('passes on the requested movements and continues with the age step', async () => {
    const stub = await openSession();
    const nonce = await passLiveness(stub);
    expect(nonce).not.toBe('');
    expect(await stateOf(stub)).toEqual({ status: 'in_progress', step: 'age' });
  });

  it('accepts a challenge once: a repeated answer is refused', async () => {
    const stub = await openSession();
    await stub.giveConsent(BROWSER);
    const issued = await stub.requestChallenge(BROWSER, LIFETIME_MS);
    if (!issued.ok || issued.value.record.current.challenge === undefined)
      throw new Error('no challenge');
    const { id, actions } = issued.value.record.current.challenge;
    const wrong = performActions(
      actions.map(() => 'turn_left' as const),
      { reach: 0.3 },
    );
    goTo(10_000);
    await stub.submitLiveness(BROWSER, { challengeId: id, samples: wrong });
    const again = await stub.submitLiveness(BROWSER, {
      challengeId: id,
      samples: performActions(actions),
    });
    expect(again.ok && again.value.record.current.problem).toBe('not_accepted');
    expect(again.ok && again.value.record.steps.liveness.failures).toBe(2);
  });

  it('measures time on the server: an answer that is too early fails', async () => {
    const stub = await openSession();
    await stub.giveConsent(BROWSER);
    const issued = await stub.requestChallenge(BROWSER, LIFETIME_MS);
    if (!issued.ok || issued.value.record.current.challenge === undefined)
      throw new Error('no challenge');
    const { id, actions } = issued.value.record.current.challenge;
    const answer = await stub.submitLiveness(BROWSER, {
      challengeId: id,
      samples: performActions(actions),
    });
    expect(answer.ok && answer.value.record.current.problem).toBe('not_accepted');
  });

  it('ends after three failed answers, as face_not_detected when no face was ever seen', async () => {
    for (const [samples, reason] of [
      [[], 'face_not_detected'],
      [performActions(['turn_left'], { reach: 0.2 }), 'liveness_failed'],
    ] as const) {
      const stub = await openSession();
      await stub.giveConsent(BROWSER);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const issued = await stub.requestChallenge(BROWSER, LIFETIME_MS);
        goTo(5_000);
        if (!issued.ok || issued.value.record.current.challenge === undefined)
          throw new Error('no challenge');
        await stub.submitLiveness(BROWSER, {
          challengeId: issued.value.record.current.challenge.id,
          samples: [...samples],
        });
      }
      const { value } = (await stub.readAsTenant(tenantAccess)) as { value: SessionRecord };
      expect([value.state.status, value.end?.reason]).toEqual(['failed', reason]);
      expect(value.checks.liveness).toBe(false);
    }
  });

  it('issues six challenges and ends as attempts_exceeded at the seventh', async () => {
    const stub = await openSession();
    await stub.giveConsent(BROWSER);
    for (let i = 0; i < 6; i += 1) {
      const issued = await stub.requestChallenge(BROWSER, LIFETIME_MS);
      expect(issued.ok && issued.value.record.current.challenge).toBeTruthy();
    }
    const seventh = await stub.requestChallenge(BROWSER, LIFETIME_MS);
    expect(seventh.ok && seventh.value.record.current.challenge).toBeUndefined();
    expect(seventh.ok && seventh.value.record.end?.reason).toBe('attempts_exceeded');
  });

  it('accepts answers only at their step, and only from its browser', async () => {
    const stub = await openSession();
    expect(await stub.requestChallenge(BROWSER, LIFETIME_MS)).toEqual({
      ok: false,
      reason: 'conflict',
    });
    expect(await stub.submitLiveness(BROWSER, { challengeId: 'x', samples: [] })).toMatchObject({
      ok: false,
    });
    expect(await stub.submitAge(BROWSER, { nonce: 'x', samples: [] })).toEqual({
      ok: false,
      reason: 'conflict',
    });
    expect(await stub.giveConsent('other')).toEqual({ ok: false, reason: 'unauthorized' });
    expect(await stub.cancelSession('other')).toEqual({ ok: false, reason: 'unauthorized' });
  });
});

describe('age', () => {
  it.each([
    [40, 'success', undefined, true],
    [8, 'failed', 'age_below_threshold', false],
  ] as const)('an estimate of %d ends as %s', async (age, status, reason, passed) => {
    const stub = await openSession();
    const nonce = await passLiveness(stub);
    goTo(3_000);
    const answer = await stub.submitAge(BROWSER, { nonce, samples: estimates(age) });
    expect(answer.ok && answer.value.record).toMatchObject({
      state: { status },
      checks: { age: passed },
    });
    expect(answer.ok && answer.value.record.end?.reason).toBe(reason);
  });

  it('retries once when the estimate is too close, then ends as age_inconclusive', async () => {
    const stub = await openSession();
    const nonce = await passLiveness(stub);
    goTo(3_000);
    const first = await stub.submitAge(BROWSER, { nonce, samples: estimates(19) });
    if (!first.ok) throw new Error('refused');
    expect(first.value.record).toMatchObject({
      current: { problem: 'age_unclear' },
      state: { step: 'age' },
    });
    goTo(3_000);
    const replay = await stub.submitAge(BROWSER, { nonce, samples: estimates(40) });
    expect(replay).toEqual({ ok: false, reason: 'conflict' });
    const second = await stub.submitAge(BROWSER, {
      nonce: first.value.record.current.frontal?.nonce ?? '',
      samples: estimates(19),
    });
    expect(second.ok && second.value.record.end?.reason).toBe('age_inconclusive');
  });

  it('judges the second attempt together with the first, on either device', async () => {
    const stub = await openSession();
    const nonce = await passLiveness(stub);
    goTo(3_000);
    const first = await stub.submitAge(BROWSER, { nonce, samples: estimates(20) });
    goTo(3_000);
    const second = await stub.submitAge(BROWSER, {
      nonce: (first.ok && first.value.record.current.frontal?.nonce) || '',
      // These samples would pass on their own.
      samples: estimates(28),
    });
    expect(second.ok && second.value.record).toMatchObject({
      state: { status: 'failed' },
      end: { reason: 'age_inconclusive' },
    });
    expect(second.ok && second.value.record.steps.age.shown).toBeUndefined();
  });

  it('stores no estimate, no trajectory and no picture', async () => {
    const stub = await openSession();
    const nonce = await passLiveness(stub);
    goTo(3_000);
    await stub.submitAge(BROWSER, { nonce, samples: estimates(41.37) });
    const kept = await runInDurableObject(stub, (_object, state) =>
      JSON.stringify([...state.storage.kv.list()]),
    );
    expect(kept).not.toMatch(/samples|estimate|yaw|41\.|4[0-3]\.\d/);
  });
});

describe('the end', () => {
  it('accepts one of fifty cancels', async () => {
    const stub = await openSession();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => stub.cancelSession(BROWSER)),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await stateOf(stub)).toEqual({ status: 'canceled' });
  });

  it('is expired on read after 15 minutes, with or without the alarm', async () => {
    const stub = await openSession();
    goTo(15 * MINUTE_MS);
    const answer = await stub.readAsTenant(tenantAccess);
    expect(answer.ok && answer.value.state.status).toBe('expired');
    expect(await stub.giveConsent(BROWSER)).toEqual({ ok: false, reason: 'conflict' });
  });

  it('is expired by the alarm without a read', async () => {
    const stub = await createSession();
    goTo(15 * MINUTE_MS);
    await runDurableObjectAlarm(stub);
    expect(await stateOf(stub)).toEqual({ status: 'expired' });
  });

  it('can be read until its retention ends, then is deleted from the object', async () => {
    const stub = await openSession({ tenant: { retentionDays: 2 } });
    await stub.cancelSession(BROWSER);
    goTo(2 * DAY_MS - MINUTE_MS);
    expect((await stub.readAsTenant(tenantAccess)).ok).toBe(true);
    goTo(2 * MINUTE_MS);
    expect(await stub.readAsTenant(tenantAccess)).toEqual({ ok: false, reason: 'not_found' });
    await runDurableObjectAlarm(stub);
    // The session is erased once the queue's consumer has erased the other copies.
    await eventually(() =>
      runInDurableObject(stub, (_object, state) => {
        expect([...state.storage.kv.list()].map(([key]) => key)).not.toContain('session');
      }),
    );
  });

  it('refuses every kind of mismatch by a customer with the same result', async () => {
    const stub = await createSession();
    for (const access of [
      { ...tenantAccess, tenantId: 'ten_2' },
      { ...tenantAccess, test: true },
      { ...tenantAccess, secretHash: INIT },
      { ...tenantAccess, kind: 'init' as const },
    ])
      expect(await stub.readAsTenant(access)).toEqual({ ok: false, reason: 'not_found' });
  });
});
