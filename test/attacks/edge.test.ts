// Attempts to forge a check whose pictures are measured at the edge (D-80). Each attack is refused.
// The log states the reason, whereas the page learns only what an honest person could do better.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EdgeVisit, honest, type Kept } from '../support/visitor/edge-visit.ts';
import { goTo } from '../support/visitor/hosted.ts';
import { watchRefusals } from '../support/visitor/refusals.ts';
import { hashOf, seeFace, toJpeg } from '../support/visitor/scripted-face.ts';

const refusals = watchRefusals();
afterEach(() => void vi.useRealTimers());

type At = { t: number; yaw: number; pitch: number };

/**
 * Returns a function that describes a picture's content: the honest face with the values that
 * `change` returns.
 */
const showing =
  (change: (at: At) => Partial<Parameters<typeof seeFace>[0]>) =>
  (at: At): ReturnType<typeof honest> => ({
    ok: true,
    face: seeFace({ ...at, ages: { ageNet: 41, faceres: 38 }, ...change(at) }),
  });

const isTurned = ({ yaw, pitch }: At): boolean => Math.max(Math.abs(yaw), Math.abs(pitch)) > 12;

describe('the movements', () => {
  it.each([
    [
      'a forged stream: the pictures show a face that never moves',
      () => ({ yaw: 2, pitch: -4 }),
      'other_pose',
    ],
    ['a print that is turned', () => ({ isFlat: true }), 'flat'],
    [
      'another person while the head is turned',
      (at: At) => ({ person: isTurned(at) ? 'Bo' : 'Ada' }),
      'other_person',
    ],
    [
      'another person after the first movement',
      ({ t }: At) => ({ person: t > 1600 ? 'Bo' : 'Ada' }),
      'other_person',
    ],
  ] as const)('are refused for %s', async (_what, change, reason) => {
    const visit = await EdgeVisit.begin();
    await visit.move(showing(change));
    const { body } = await visit.reveal();
    expect(body.data).toMatchObject({
      step: 'liveness',
      problem: 'not_accepted',
      attempts_left: { liveness: 2, age: 2 },
    });
    expect(body.data.reveal).toBeUndefined();
    expect(refusals()).toEqual([`liveness: ${reason}`]);
  });

  it('are refused for a second face in a picture', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move((at) => ({ ok: true, face: { ...seeFace(at), faces: 2 } }));
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual(['liveness: several_faces']);
  });

  it('are refused for uploads that are not pictures', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move(() => ({ ok: false, fault: 'unreadable' }));
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual(['liveness: unusable_picture']);
  });

  it('are refused for pictures other than the committed ones', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    const better: Kept = new Map(
      [...visit.kept].map(([t, { hash }]) => [
        t,
        { hash, jpeg: toJpeg(honest({ t, yaw: 0, pitch: 1 })) },
      ]),
    );
    expect((await visit.reveal(better)).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual(['liveness: other_picture']);
  });

  it('are refused for edited hashes', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move(honest, (body) => ({
      ...body,
      pictures: body.pictures.map(([t, hash]) => [t, hash.replace(/^./, 'A').replace(/.$/, 'A')]),
    }));
    expect((await visit.reveal()).body.data).toMatchObject({ step: 'liveness' });
    expect(refusals()).toEqual(['liveness: other_picture']);
  });

  it('are refused for pictures recorded for another challenge', async () => {
    const visit = await EdgeVisit.begin();
    const other = 'nonce-of-another-session';
    const kept: Kept = new Map();
    await visit.move();
    for (const [t, { jpeg }] of visit.kept)
      kept.set(t, { jpeg, hash: await hashOf(other, t, jpeg) });
    goTo(10_001);
    await visit.move(honest, (body) => ({
      ...body,
      pictures: body.pictures.map(([t, hash]) => [t, kept.get(t)?.hash ?? hash]),
    }));
    await visit.reveal(kept);
    expect(refusals()).toEqual(['liveness: late', 'liveness: other_picture']);
  });

  it('lose an attempt when the pictures come late, and the pictures are no longer due', async () => {
    const visit = await EdgeVisit.begin();
    const { reveal } = (await visit.move()).body.data;
    goTo(10_001);
    const late = await visit.send(
      'liveness',
      reveal.times.map((t: number) => [String(t), visit.kept.get(t)?.jpeg]),
    );
    expect(late.status).toBe(409);
    expect((await visit.browser.view()).body.data).toMatchObject({
      step: 'liveness',
      problem: 'pictures_late',
      attempts_left: { liveness: 2 },
    });
    expect(refusals()).toEqual(['liveness: late']);
    expect(visit.face.requests).toEqual([]);
  });

  it.each([
    ['no pictures', () => []],
    ['a picture without a sample', ([[, hash], ...rest]: any[]) => [[0.5, hash], ...rest]],
    ['pictures in another order', (pictures: any[]) => pictures.toReversed()],
    ['one picture twice', ([first, ...rest]: any[]) => [first, first, ...rest]],
    ['no picture of a movement', (pictures: any[]) => pictures.slice(0, 3)],
    ['no picture at rest', (pictures: any[]) => pictures.slice(3, -4)],
  ])('are refused immediately for commitments with %s', async (_what, change) => {
    const visit = await EdgeVisit.begin({ liveness_difficulty: 'easy' });
    const { body } = await visit.move(honest, (sent) => ({
      ...sent,
      pictures: change(sent.pictures),
    }));
    expect(body.data).toMatchObject({ step: 'liveness', problem: 'not_accepted' });
    expect(body.data.reveal).toBeUndefined();
    expect(refusals()).toEqual(['liveness: bad_commitments']);
  });

  it('end as not_same_person after three attempts with two people', async () => {
    const visit = await EdgeVisit.begin();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await visit.move(showing((at) => ({ person: isTurned(at) ? 'Bo' : 'Ada' })));
      await visit.reveal();
    }
    expect(await visit.result()).toMatchObject({
      status: 'failed',
      reason: 'not_same_person',
      checks: { liveness: { performed: true, passed: false }, age: { performed: false } },
      measured: 'edge',
    });
  });

  it('end as liveness_failed after three attempts of anything else', async () => {
    const visit = await EdgeVisit.begin();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await visit.move(showing(() => ({ isFlat: true })));
      await visit.reveal();
    }
    expect((await visit.result()).reason).toBe('liveness_failed');
  });
});

describe('the age step', () => {
  it('takes no estimates while pictures of the movements are still due', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    const { kept } = visit;
    expect((await visit.estimate()).status).toBe(409);
    expect((await visit.reveal(kept)).body.data).toMatchObject({ step: 'age' });
    expect((await visit.estimate()).status).toBe(200);
  });

  it.each([
    ['another person', showing(() => ({ person: 'Granny' })), 'other_person'],
    ['a face that is turned away in the picture', showing(() => ({ yaw: 20 })), 'other_pose'],
    [
      'a second face',
      (at: At) => ({ ok: true, face: { ...seeFace(at), faces: 2 } }) as const,
      'several_faces',
    ],
  ])('is refused for %s, and the passed movements still count', async (_what, shown, reason) => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    await visit.estimate(shown);
    const { body } = await visit.reveal();
    expect(body.data).toMatchObject({
      step: 'age',
      problem: 'age_unclear',
      attempts_left: { liveness: 3, age: 1 },
    });
    expect(refusals()).toEqual([`age: ${reason}`]);
    await visit.estimate();
    expect((await visit.reveal()).body.data.status).toBe('success');
  });

  it('is refused immediately for commitments that were not kept', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    const { body } = await visit.estimate(honest, (sent) => ({ ...sent, pictures: [] }));
    expect(body.data).toMatchObject({ step: 'age', problem: 'age_unclear' });
    expect(body.data.reveal).toBeUndefined();
    expect(refusals()).toEqual(['age: bad_commitments']);
  });

  it('ends as not_same_person when another face answers it twice', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await visit.estimate(showing(() => ({ person: 'Granny' })));
      await visit.reveal();
    }
    expect(await visit.result()).toMatchObject({ status: 'failed', reason: 'not_same_person' });
  });

  it.each([
    ['both nets are below', { ageNet: 10, faceres: 9 }, 'failed', 'age_below_threshold'],
    ['only the first net reaches it', { ageNet: 41, faceres: 20 }, 'in_progress', undefined],
    ['only the second net reaches it', { ageNet: 20, faceres: 41 }, 'in_progress', undefined],
  ])('ignores what the page claims about the age: %s', async (_what, ages, status, reason) => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    await visit.estimate(showing(() => ({ ages })));
    await visit.reveal();
    const result = await visit.result();
    expect([result.status, result.reason]).toEqual([status, reason]);
  });

  it('judges a second attempt together with the first', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    for (const ageNet of [16, 26]) {
      await visit.estimate(showing(() => ({ ages: { ageNet, faceres: 30 } })));
      await visit.reveal();
    }
    expect(await visit.result()).toMatchObject({ status: 'failed', reason: 'age_inconclusive' });
  });

  it.each([
    ['the better of two draws does not win', [16, 26], 'age_inconclusive'],
    ['and nobody passes by what another person has shown', [31, 22], 'age_inconclusive'],
    ['what both of them show passes', [24, 27], undefined],
  ])(
    'judges the second attempt together with the first on another device too (D-81): %s',
    async (_what, ages, reason) => {
      const visit = await EdgeVisit.begin();
      for (const [attempt, ageNet] of ages.entries()) {
        if (attempt > 0) await visit.changeDevice();
        await visit.move();
        await visit.reveal();
        // In the first attempt, the second net's estimate makes the result inconclusive.
        const faceres = attempt === 0 ? 24 : 30;
        await visit.estimate(showing(() => ({ ages: { ageNet, faceres } })));
        await visit.reveal();
      }
      const { status, reason: found } = await visit.result();
      expect([status, found]).toEqual([reason === undefined ? 'success' : 'failed', reason]);
    },
  );

  it('fails an attempt when its pictures come late', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    await visit.reveal();
    await visit.estimate();
    goTo(10_001);
    expect((await visit.browser.view()).body.data).toMatchObject({
      step: 'age',
      problem: 'pictures_late',
      attempts_left: { age: 1 },
      age_nonce: expect.any(String),
    });
    expect(refusals()).toEqual(['age: late']);
  });
});

describe('an upload', () => {
  it('counts once, however often it is repeated', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move();
    const { kept } = visit;
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await visit.reveal(kept)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await visit.browser.view()).body.data).toMatchObject({
      step: 'age',
      attempts_left: { liveness: 3 },
    });
  });

  it('is refused when it is repeated later', async () => {
    const visit = await EdgeVisit.begin();
    const { reveal } = (await visit.move()).body.data;
    const parts = reveal.times.map((t: number) => [String(t), visit.kept.get(t)?.jpeg]);
    expect((await visit.send('liveness', parts)).status).toBe(200);
    expect((await visit.send('liveness', parts)).status).toBe(409);
    expect((await visit.send('age', parts)).status).toBe(409);
    expect(visit.face.requests).toHaveLength(1);
  });
});
