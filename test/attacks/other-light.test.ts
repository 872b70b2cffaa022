// Replays of clips whose light does not follow the order of colours that the session draws (D-86).
// A contradiction in the light alone does not fail a check: the result reports it, and only a
// strict site refuses the check.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ScreenColour } from '../../src/vision/face/screen-colours.ts';
import { EdgeVisit, honest } from '../support/visitor/edge-visit.ts';
import { oppositeOrder } from '../support/visitor/lit-face.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void vi.useRealTimers());

const STRICT = { accept: { liveness_level: 'strict' } };
/** Shows the clip until the session ends. */
async function replay(
  visit: EdgeVisit,
  shift = (light: number[]) => light,
  recorded = oppositeOrder,
): Promise<any> {
  visit.light({ replay: recorded });
  for (let tries = 0; tries < 6; tries += 1) {
    await visit.move(honest, (body) => ({ ...body, light: shift(body['light'] as number[]) }));
    const { data } = (await visit.reveal()).body;
    if (data.step === 'age') await visit.estimate().then(() => visit.reveal());
    if (data.step !== 'liveness') break;
  }
  return visit.result();
}

it('a strict site never verifies a clip that was recorded with another order of colours', async () => {
  expect(await replay(await EdgeVisit.begin(STRICT))).toMatchObject({
    verified: false,
    reason: 'liveness_inconclusive',
    checks: { liveness: { passed: false, light: 'contradicts' } },
  });
});

it('a site without strict mode verifies such a clip with the highest risk band', async () => {
  expect(await replay(await EdgeVisit.begin())).toMatchObject({
    verified: true,
    checks: { liveness: { light: 'contradicts' } },
    risk: { band: 'high' },
  });
});

it('shifting the reported times of the colours by one step does not make the clip pass', async () => {
  const later = (light: number[]) => light.map((ms) => ms + 500);
  const recorded = (drawn: readonly ScreenColour[]) =>
    oppositeOrder(drawn.map((colour, step) => drawn[step - 1] ?? colour));
  const result = await replay(await EdgeVisit.begin(STRICT), later, recorded);
  expect(result).toMatchObject({ verified: false, checks: { liveness: { passed: false } } });
});
