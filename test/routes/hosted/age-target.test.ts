import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EdgeVisit } from '../../support/visitor/edge-visit.ts';
import { seeFace } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

/**
 * Begins a check with gate 18 at a service whose AGE_TARGET is 2 %. Each age attempt is made with
 * pictures for which the two models return the given estimates.
 */
async function visitWith(...attempts: { ageNet: number; faceres: number }[]) {
  const bind = (FACE: Fetcher) => ({ ...env, FACE, AGE_TARGET: '2' }) as Env;
  const visit = await EdgeVisit.begin({}, { bind });
  await visit.move();
  await visit.reveal();
  for (const ages of attempts) {
    await visit.estimate(({ yaw, pitch }) => ({ ok: true, face: seeFace({ yaw, pitch, ages }) }));
    await visit.reveal();
  }
  return visit.result();
}

describe('a target of 2 %, measured at the edge (D-84)', () => {
  it('passes from 9 years above the gate, where a device needs 13', async () => {
    expect(await visitWith({ ageNet: 28, faceres: 27 })).toMatchObject({ verified: true });
    expect(await visitWith({ ageNet: 28, faceres: 26.5 })).toMatchObject({ status: 'in_progress' });
  });

  it('judges the pictures of both attempts together (D-81)', async () => {
    const [young, lucky] = [
      { ageNet: 22, faceres: 22 },
      { ageNet: 29, faceres: 29 },
    ];
    expect(await visitWith(lucky)).toMatchObject({ verified: true });
    expect(await visitWith(young, lucky)).toMatchObject({
      status: 'failed',
      reason: 'age_inconclusive',
    });
  });
});
