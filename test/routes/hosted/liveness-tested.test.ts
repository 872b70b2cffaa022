// The details about a liveness check that a result contains in addition to the verdict: the
// required level, and the tests for which there was evidence.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { estimates } from '../../support/clips/trajectories.ts';
import { EdgeVisit, honest, looksEight } from '../../support/visitor/edge-visit.ts';
import { goTo, passLiveness } from '../../support/visitor/hosted.ts';

afterEach(() => void vi.useRealTimers());

const STRICT = { accept: { liveness_level: 'strict' } };
const ALL = ['movements', 'edge_pictures', 'between_pictures', 'light', 'texture', 'camera_report'];
const livenessOf = async (visit: EdgeVisit) => (await visit.result()).checks.liveness;

describe('checks.liveness of a result', () => {
  it('names everything that was tested, and the level required', async () => {
    const visit = (await EdgeVisit.begin(STRICT)).light();
    await visit.pass();
    expect(await livenessOf(visit)).toEqual({
      performed: true,
      passed: true,
      light: 'answers',
      level: 'strict',
      tested: ALL,
    });
  });

  it('leaves out tests without evidence: a page without colours, without a camera report', async () => {
    const visit = await EdgeVisit.begin();
    await visit.move(honest, ({ camera: _unsaid, ...body }) => body);
    await visit.reveal();
    expect(await livenessOf(visit)).toMatchObject({
      passed: true,
      level: 'standard',
      tested: ['movements', 'edge_pictures', 'between_pictures', 'texture'],
    });
  });

  it('marks the numbers of a check on the device as the device’s own', async () => {
    const visit = await EdgeVisit.begin({ verification_mode: 'facial' });
    const nonce = await passLiveness(visit.browser);
    goTo(3_000);
    await visit.browser.step('age', { age_nonce: nonce, samples: estimates(41) });
    expect(await livenessOf(visit)).toEqual({
      performed: true,
      passed: true,
      level: 'standard',
      tested: ['movements', 'device_numbers', 'camera_report'],
    });
  });

  it('names no pictures if none were accepted', async () => {
    const visit = await EdgeVisit.begin(STRICT);
    for (let attempt = 0; attempt < 3; attempt++)
      await visit.move(honest, (body) => ({ ...body, samples: [] }));
    expect(await livenessOf(visit)).toEqual({
      performed: true,
      passed: false,
      level: 'strict',
      tested: ['movements', 'camera_report'],
    });
  });

  it('has neither tests nor level before liveness was judged', async () => {
    const visit = await EdgeVisit.begin(STRICT);
    expect(await livenessOf(visit)).toEqual({ performed: false, passed: false });
  });

  it('has the level of the customer’s settings, which init cannot lower', async () => {
    const lax = { accept: { liveness_level: 'standard' } };
    const visit = (await EdgeVisit.begin(lax, { tenant: { livenessLevel: 'strict' } })).light();
    await visit.pass(looksEight);
    expect(await livenessOf(visit)).toMatchObject({ passed: true, level: 'strict' });
  });

  it.each([
    ['auto', ALL],
    ['facial', ['movements', 'device_numbers', 'camera_report']],
  ])('is in the sandbox the same as for a real check of mode %s', async (mode, tested) => {
    const visit = await EdgeVisit.begin({ verification_mode: mode }, { test: true });
    await visit.browser.step('sandbox', { outcome: 'success' });
    expect(await livenessOf(visit)).toMatchObject({ passed: true, level: 'standard', tested });
  });

  it('is in the details of a session as well', async () => {
    const visit = await EdgeVisit.begin();
    await visit.pass();
    const { data } = await visit.ask(`/api/v1/sessions/${visit.token}`);
    expect(data.checks.liveness).toEqual(await livenessOf(visit));
  });
});
