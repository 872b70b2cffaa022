import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomToken } from '../../src/crypto/random.ts';
import { BROWSER, INIT, openSession } from '../support/customer/sessions.ts';
import { goTo } from '../support/visitor/hosted.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = 60_000;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function makeCount() {
  const of = randomToken(32);
  return { of, stub: env.ATTEMPT_COUNT.get(env.ATTEMPT_COUNT.idFromName(of)) };
}

describe('AttemptCount (D-55)', () => {
  it('begins exactly as many attempts as remain under fifty concurrent calls', async () => {
    const { stub } = makeCount();
    const begun = await Promise.all(Array.from({ length: 50 }, (_, i) => stub.begin(`s-${i}`, 3)));
    expect(begun.filter(Boolean)).toHaveLength(3);
    expect(await stub.areUsedUp(3)).toBe(true);
    expect(await stub.areUsedUp(4)).toBe(false);
  });

  it('counts a session once, however often it begins and reports', async () => {
    const { stub } = makeCount();
    for (let i = 0; i < 5; i += 1) expect(await stub.begin('s', 2)).toBe(true);
    for (let i = 0; i < 5; i += 1) await stub.end({ sessionId: 's', state: 'failed' });
    expect(await stub.areUsedUp(2)).toBe(false);
  });

  it('gives an attempt back, even when the report arrives before its beginning', async () => {
    const { stub } = makeCount();
    await stub.begin('a', 1);
    await stub.end({ sessionId: 'a', state: 'released' });
    expect(await stub.areUsedUp(1)).toBe(false);
    await stub.end({ sessionId: 'b', state: 'released' });
    await stub.begin('b', 1);
    expect(await stub.areUsedUp(1)).toBe(false);
  });

  it('uses up all attempts at once when an age below the threshold ends the session', async () => {
    const { stub } = makeCount();
    await stub.end({ sessionId: 'a', state: 'last' });
    expect(await stub.areUsedUp(20)).toBe(true);
  });

  it('forgets a failure after 24 hours, and deletes itself with the last one', async () => {
    const { stub } = makeCount();
    await stub.begin('a', 1);
    await stub.end({ sessionId: 'a', state: 'failed' });
    goTo(23 * HOUR_MS);
    expect(await stub.areUsedUp(1)).toBe(true);
    goTo(HOUR_MS + 1);
    expect(await stub.areUsedUp(1)).toBe(false);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    await runInDurableObject(stub, (_instance, state) => {
      expect([...state.storage.kv.list()]).toEqual([]);
    });
  });
});

describe('a session reports its end', () => {
  /** Opens a session and submits evidence to it once, so that the session is counted. */
  async function counted() {
    const { of, stub: count } = makeCount();
    const session = await openSession({
      visitor: { attempts: { of, cap: 1, endsAtBelow: false } },
    });
    await session.giveConsent(BROWSER);
    const asked = await session.requestChallenge(BROWSER, LIFETIME_MS);
    const challengeId = (asked.ok && asked.value.record.current.challenge?.id) || '';
    await session.submitLiveness(BROWSER, { challengeId, samples: [] });
    return { count, session };
  }

  it('by its alarm when the count could not be reached', async () => {
    const { count, session } = await counted();
    await runInDurableObject(session, (object) => {
      const { env: objectEnv } = object as unknown as { env: Env };
      vi.spyOn(objectEnv.ATTEMPT_COUNT, 'get').mockImplementation(() => {
        throw new Error('the count is away');
      });
    });
    const canceled = await session.cancelSession(BROWSER);
    expect(canceled.ok && canceled.value.record.state.status).toBe('canceled');
    expect(await count.areUsedUp(1)).toBe(true);
    vi.restoreAllMocks();
    expect(await runDurableObjectAlarm(session)).toBe(true);
    expect(await count.areUsedUp(1)).toBe(false);
  });

  it('before it is erased permanently', async () => {
    const { count, session } = await counted();
    for (let i = 0; i < 2; i += 1)
      await session.submitLiveness(BROWSER, { challengeId: 'none', samples: [] });
    expect(await count.areUsedUp(1)).toBe(true);
    const access = { tenantId: 'ten_1', test: false, kind: 'init', secretHash: INIT } as const;
    expect((await session.eraseAsTenant(access)).ok).toBe(true);
    expect(await count.areUsedUp(1)).toBe(true);
  });
});
