// Gestures in a challenge (D-128), tested over HTTP: which visitors must make a gesture, and which
// can skip it.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Gesture, GESTURES, isGesture } from '../../../src/vision/face/challenge.ts';
import { EdgeVisit, honest, type Shown } from '../../support/visitor/edge-visit.ts';
import { seeFace } from '../../support/visitor/scripted-face.ts';

afterEach(() => void vi.useRealTimers());

const STRICT = { accept: { liveness_level: 'strict' } };
const HARD = { liveness_difficulty: 'hard' };

const ask = async (visit: EdgeVisit, body: object = {}): Promise<string[]> =>
  (await visit.browser.step('liveness/challenge', body)).body.data.actions;

/**
 * Begins a visit whose page supports only the given gesture, so that a challenge with a gesture
 * always contains this one.
 */
async function visitWith(gesture: Gesture, fields: object = STRICT): Promise<EdgeVisit> {
  const visit = (await EdgeVisit.begin({ ...fields })).light();
  visit.gestures = [gesture];
  return visit;
}

describe('a challenge', () => {
  it.each([
    ['hard', HARD, 4],
    ['strict', STRICT, 4],
  ])(
    'of a session that is %s includes a gesture that the page supports',
    async (_name, fields, count) => {
      const visit = await EdgeVisit.begin({ ...fields });
      const actions = await ask(visit, { gestures: GESTURES });
      expect(actions).toHaveLength(count);
      expect(actions.filter((move) => isGesture(move as Gesture))).toHaveLength(1);
    },
  );

  it('asks for turns of 25 degrees to a side, but not on the device', async () => {
    const aside = async (visit: EdgeVisit): Promise<unknown> =>
      (await visit.browser.step('liveness/challenge')).body.data.aside_degrees;
    expect(await aside(await EdgeVisit.begin())).toBe(25);
    const onDevice = await EdgeVisit.begin({ verification_mode: 'facial' });
    expect(await aside(onDevice)).toBeUndefined();
  });

  it('of any other session has no gesture', async () => {
    const visit = await EdgeVisit.begin();
    for (let i = 0; i < 4; i += 1)
      expect(
        (await ask(visit, { gestures: GESTURES })).some((move) => isGesture(move as Gesture)),
      ).toBe(false);
  });

  it('for an old page that names no gestures has one more turn or nod', async () => {
    const visit = await EdgeVisit.begin({ ...STRICT });
    const actions = await ask(visit);
    expect(actions).toHaveLength(4);
    expect(actions.some((move) => isGesture(move as Gesture))).toBe(false);
  });

  it.each([
    ['another name', { gestures: ['wink'] }],
    ['a text', { gestures: 'open_mouth' }],
    ['more than there are', { gestures: ['open_mouth', 'open_mouth', 'open_mouth'] }],
    ['another name', { without: ['turn_left'] }],
    ['a number', { without: 1 }],
  ])('requested with %s is refused and not counted: %j', async (_what, body) => {
    const visit = await EdgeVisit.begin({ ...STRICT });
    expect((await visit.browser.step('liveness/challenge', body)).status).toBe(400);
    for (let i = 0; i < 6; i += 1) expect(await ask(visit)).toHaveLength(4);
  });
});

describe('a person who cannot make a gesture', () => {
  it('is asked for turns and nods, one more, and has as many challenges as everybody else', async () => {
    const visit = await EdgeVisit.begin({ ...STRICT });
    for (const gesture of GESTURES) {
      expect(await ask(visit, { gestures: [gesture] })).toContain(gesture);
      const instead = await ask(visit, { gestures: [gesture], without: [gesture] });
      expect(instead).toHaveLength(4);
      expect(instead).not.toContain(gesture);
    }
    // Two of the six attempts are used, since skipping a gesture does not count as an attempt.
    for (let i = 0; i < 4; i += 1) expect(await ask(visit, { gestures: GESTURES })).toHaveLength(4);
    const seventh = await visit.browser.step('liveness/challenge');
    expect(seventh).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
  });

  it('is asked for the other gesture, if the page supports it', async () => {
    const visit = await EdgeVisit.begin({ ...STRICT });
    const actions = await ask(visit, { gestures: GESTURES, without: ['open_mouth'] });
    expect(actions).toHaveLength(4);
    expect(actions).toContain('come_closer');
  });

  it('uses no attempt, and is verified by the replacement', async () => {
    const visit = await visitWith('open_mouth');
    await ask(visit, { gestures: ['open_mouth'] });
    visit.without = ['open_mouth'];
    await visit.move();
    expect((await visit.browser.view()).body.data.attempts_left).toMatchObject({ liveness: 3 });
    await visit.reveal();
    await visit.estimate();
    await visit.reveal();
    expect(await visit.result()).toMatchObject({ status: 'success', risk: { band: 'low' } });
  });

  it('is not asked for a gesture again in a later attempt', async () => {
    const visit = await visitWith('open_mouth');
    visit.without = ['open_mouth'];
    await visit.move(honest, (body) => ({ ...body, samples: [] }));
    visit.without = [];
    expect(await ask(visit, { gestures: ['open_mouth'] })).not.toContain('open_mouth');
  });
});

/** Pictures of a face that differs from an honest visitor's by the given change. */
const instead =
  (change: (at: Parameters<Shown>[0]) => Partial<Parameters<typeof seeFace>[0]>): Shown =>
  (at) => ({ ok: true, face: seeFace({ ...at, ...change(at) }) });

describe('pictures of a gesture', () => {
  it.each(GESTURES)('%s: verify a person who makes it', async (gesture) => {
    const visit = await visitWith(gesture);
    await visit.pass();
    expect(await visit.result()).toMatchObject({
      status: 'success',
      checks: { liveness: { passed: true, light: 'answers' } },
    });
  });

  it.each([
    ['open_mouth', 'a mouth that stays shut', () => ({ mouth: 0.02 })],
    ['open_mouth', 'lips that are drawn apart', () => ({ isStretched: true })],
    ['come_closer', 'a face that stays where it is', () => ({ width: 0.3 })],
  ] as const)('%s: are refused for %s', async (gesture, _what, change) => {
    const visit = await visitWith(gesture);
    await visit.move(instead(change));
    expect((await visit.reveal()).body.data).toMatchObject({
      step: 'liveness',
      problem: 'not_accepted',
      attempts_left: { liveness: 2 },
    });
  });

  it('are judged on the device by their numbers, like turns', async () => {
    const visit = await EdgeVisit.begin({ ...HARD, verification_mode: 'facial' });
    visit.gestures = ['open_mouth'];
    expect((await visit.move(honest)).body.data).toMatchObject({ step: 'age' });
  });
});
