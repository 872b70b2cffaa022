// The face data that a session's object stores, and for how long (D-80). It is biometric data, and
// none of it outlives the check.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionRecord } from '../../../src/domain/verification/rules/session/session.ts';
import { decodeObjectId } from '../../../src/crypto/capability-token.ts';
import { EdgeVisit, honest } from '../../support/visitor/edge-visit.ts';
import { goTo } from '../../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const objectOf = ({ browser }: EdgeVisit) => {
  const sessions = env.VERIFICATION_SESSION;
  return sessions.get(sessions.idFromString(decodeObjectId(browser.sessionId) ?? ''));
};

/** Finds the paths of all values in the object's storage that could describe a face or an age. */
async function walk(visit: EdgeVisit): Promise<string[]> {
  return runInDurableObject(objectOf(visit), (_object, { storage }) =>
    [...storage.kv.list()].flatMap(([key, value]) => findBiometrics(value, key)),
  );
}

function findBiometrics(value: unknown, path: string): string[] {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return [path];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.length > 100) return [path];
  return Object.entries(value).flatMap(([name, member]) => {
    const inside = `${path}.${name}`;
    return /descriptor|mesh|ageNet|faceres|jpeg/.test(name)
      ? [inside]
      : findBiometrics(member, inside);
  });
}

async function halfway(): Promise<EdgeVisit> {
  const visit = await EdgeVisit.begin();
  await visit.move();
  await visit.reveal();
  return visit;
}

describe('face evidence', () => {
  it('is kept from one step to the next', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    expect(await walk(visit)).toEqual([]);
    await visit.reveal();
    const kept = await walk(visit);
    expect(kept).toContain('session.beside.evidence.faces.0.descriptor');
    expect(kept.every((path) => path.startsWith('session.beside.evidence.'))).toBe(true);
  });

  const ends: [string, (visit: EdgeVisit) => Promise<unknown>][] = [
    ['success', async (visit) => visit.estimate().then(() => visit.reveal())],
    [
      'an age that is too low',
      async (visit) => {
        await visit.estimate((at) => {
          const seen = honest(at);
          if (seen.ok) seen.face.ages = { ageNet: 8, faceres: 8 };
          return seen;
        });
        await visit.reveal();
      },
    ],
    ['a cancel', async (visit) => visit.browser.step('cancel')],
    ['a request for help', async (visit) => visit.browser.step('assistance')],
    [
      'expiry, by the alarm alone',
      async (visit) => {
        goTo(16 * 60_000);
        await runDurableObjectAlarm(objectOf(visit));
      },
    ],
  ];
  it.each(ends)('is deleted after %s', async (_what, end) => {
    const visit = await halfway();
    await end(visit);
    expect(await walk(visit)).toEqual([]);
    const { status } = await visit.result();
    expect(status).not.toBe('in_progress');
  });
});

describe('pictures that are late', () => {
  it('fail their attempt through the alarm alone', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const visit = await EdgeVisit.begin();
    await visit.move();
    goTo(10_001);
    await runDurableObjectAlarm(objectOf(visit));
    const record = await runInDurableObject(objectOf(visit), (_object, { storage }) =>
      storage.kv.get<SessionRecord>('session'),
    );
    expect(record).toMatchObject({
      state: { status: 'in_progress', step: 'liveness' },
      steps: { liveness: { failures: 1 } },
      signals: { refusals: [{ step: 'liveness', reason: 'late' }] },
    });
    expect(record?.current).not.toHaveProperty('reveal');
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });

  it('end the session when it was the last attempt', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const visit = await EdgeVisit.begin();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await visit.move();
      goTo(10_001);
    }
    expect(await visit.result()).toMatchObject({ status: 'failed', reason: 'liveness_failed' });
    logged.mockRestore();
  });
});
