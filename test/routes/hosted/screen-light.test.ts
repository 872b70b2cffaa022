// The effect of the screen's light on a session (D-86), tested over HTTP.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCREEN_COLOUR_NAMES } from '../../../src/vision/face/screen-colours.ts';
import { EdgeVisit, honest } from '../../support/visitor/edge-visit.ts';
import { oppositeOrder } from '../../support/visitor/lit-face.ts';
import { seeFace } from '../../support/visitor/scripted-face.ts';

const logged = vi.spyOn(console, 'error');
beforeEach(() => void logged.mockImplementation(() => undefined).mockClear());
afterEach(() => void vi.useRealTimers());

const STRICT = { accept: { liveness_level: 'strict' } };
const OBS = { virtual_label: true, repeated_frames: 0, interval_variation: 0.3 };

const outcomeOf = async (visit: EdgeVisit) => {
  const { status, reason, checks, risk } = await visit.result();
  return { status, reason, liveness: checks.liveness, band: risk?.band };
};

/**
 * Responds to the challenge with a clip that was recorded with the colours in the opposite order.
 */
async function replay(visit: EdgeVisit, camera = {}): Promise<any> {
  visit.light({ replay: oppositeOrder });
  await visit.move(honest, (body) => ({ ...body, ...camera }));
  return (await visit.reveal()).body.data;
}

async function finish(visit: EdgeVisit): Promise<void> {
  await visit.estimate();
  await visit.reveal();
}

describe('a challenge measured at the edge', () => {
  it('has an order of colours of its own each time', async () => {
    const visit = await EdgeVisit.begin();
    const orders = new Set<string>();
    for (let i = 0; i < 4; i += 1) {
      const { light } = (await visit.browser.step('liveness/challenge')).body.data;
      expect(light).toHaveLength(6);
      expect(SCREEN_COLOUR_NAMES).toEqual(expect.arrayContaining(light));
      orders.add(String(light));
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('has no colours on the device', async () => {
    const visit = await EdgeVisit.begin({ verification_mode: 'facial' });
    const { data } = (await visit.browser.step('liveness/challenge')).body;
    expect(Object.keys(data)).not.toContain('light');
  });
});

describe('a face lit by the screen', () => {
  it('shows the colours: the result says so, and the risk band stays low', async () => {
    const visit = (await EdgeVisit.begin()).light();
    await visit.pass();
    expect(await outcomeOf(visit)).toEqual({
      status: 'success',
      reason: undefined,
      liveness: {
        performed: true,
        passed: true,
        light: 'answers',
        level: 'standard',
        tested: [
          'movements',
          'edge_pictures',
          'between_pictures',
          'light',
          'texture',
          'camera_report',
        ],
      },
      band: 'low',
    });
  });

  it.each([
    ['in the sun', (visit: EdgeVisit) => visit.light({ share: 0 })],
    ['on a page without colours', (visit: EdgeVisit) => visit],
  ])('shows nothing %s: the check passes, and the risk band rises', async (_where, prepare) => {
    const visit = prepare(await EdgeVisit.begin());
    await visit.pass();
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'success',
      liveness: { passed: true, light: 'cannot_tell' },
      band: 'medium',
    });
  });

  it('shows nothing if the page reports times that no page can have', async () => {
    const visit = (await EdgeVisit.begin()).light();
    await visit.move(honest, (body) => ({ ...body, light: [0, 1, 2, 3, 4, 5] }));
    await visit.reveal();
    await finish(visit);
    expect(await outcomeOf(visit)).toMatchObject({ liveness: { light: 'cannot_tell' } });
  });
});

describe('light in another order', () => {
  it('asks for one more try, which costs no attempt, and is forgotten once the colours match', async () => {
    const visit = await EdgeVisit.begin();
    expect(await replay(visit)).toMatchObject({
      step: 'liveness',
      problem: 'light_unclear',
      attempts_left: { liveness: 3, age: 2 },
    });
    await visit.light().pass();
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'success',
      liveness: { light: 'answers' },
      band: 'low',
    });
  });

  it('twice does not fail the check by itself: the result says so, and the risk band is high', async () => {
    const visit = await EdgeVisit.begin();
    await replay(visit);
    expect(await replay(visit)).toMatchObject({ step: 'age' });
    await finish(visit);
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'success',
      liveness: { passed: true, light: 'contradicts' },
      band: 'high',
    });
  });

  it('twice, from a virtual camera, fails the check', async () => {
    const visit = await EdgeVisit.begin();
    await replay(visit, { camera: OBS });
    expect(await replay(visit, { camera: OBS })).toMatchObject({ step: 'done', status: 'failed' });
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'failed',
      reason: 'liveness_failed',
      liveness: { performed: true, passed: false, light: 'contradicts' },
      band: 'high',
    });
  });

  it('twice, after pictures of another person, fails the check', async () => {
    const visit = await EdgeVisit.begin();
    await replay(visit);
    await visit.light().move((at) => ({
      ok: true,
      face: seeFace({ ...at, person: at.t > 3_000 ? 'Bo' : 'Ada' }),
    }));
    expect((await visit.reveal()).body.data.attempts_left.liveness).toBe(2);
    expect(await replay(visit)).toMatchObject({ step: 'done', status: 'failed' });
  });

  it('stays in the result when the next try shows nothing', async () => {
    const visit = await EdgeVisit.begin();
    await replay(visit);
    visit.screen = undefined;
    await visit.pass();
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'success',
      liveness: { light: 'contradicts' },
      band: 'high',
    });
  });

  it('is logged each time, and not named on the page', async () => {
    const visit = await EdgeVisit.begin();
    await replay(visit);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toMatchObject([
      { event: 'evidence_refused', step: 'liveness', reason: 'other_light' },
    ]);
  });
});

describe('a session of the level strict', () => {
  it('tells its page so, and verifies a face that shows the colours', async () => {
    const visit = (await EdgeVisit.begin(STRICT)).light();
    expect((await visit.browser.view()).body.data.light_required).toBe(true);
    await visit.pass();
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'success',
      liveness: { light: 'answers' },
    });
  });

  it('does not verify without the colours: after three attempts it is inconclusive', async () => {
    const visit = await EdgeVisit.begin(STRICT);
    for (const left of [2, 1]) {
      await visit.move();
      expect((await visit.reveal()).body.data).toMatchObject({
        step: 'liveness',
        problem: 'light_unclear',
        attempts_left: { liveness: left },
      });
    }
    await visit.move();
    await visit.reveal();
    expect(await outcomeOf(visit)).toMatchObject({
      status: 'failed',
      reason: 'liveness_inconclusive',
      liveness: { performed: true, passed: false, light: 'cannot_tell' },
    });
  });

  it('by its tenant’s settings cannot be lowered by the request', async () => {
    const lax = { accept: { liveness_level: 'standard' } };
    const tenant = { livenessLevel: 'strict' };
    const visit = await EdgeVisit.begin(lax, { tenant });
    expect((await visit.browser.view()).body.data.light_required).toBe(true);
  });

  it('is marked as such, and no other session is', async () => {
    const visit = await EdgeVisit.begin();
    expect(Object.keys((await visit.browser.view()).body.data)).not.toContain('light_required');
  });
});

describe('the sandbox reports light as a real check would', () => {
  it.each([
    [{ outcome: 'success' }, { passed: true, light: 'answers' }],
    [
      { outcome: 'failed', reason: 'age_inconclusive' },
      { passed: true, light: 'answers' },
    ],
    [
      { outcome: 'failed', reason: 'liveness_inconclusive' },
      { passed: false, light: 'cannot_tell' },
    ],
    [
      { outcome: 'failed', reason: 'liveness_failed' },
      { performed: true, passed: false },
    ],
  ])('%j', async (body, liveness) => {
    const visit = await EdgeVisit.begin({}, { test: true });
    await visit.browser.step('sandbox', body);
    const result = await visit.result();
    expect(result.checks.liveness).toMatchObject({ performed: true, ...liveness });
  });
});
