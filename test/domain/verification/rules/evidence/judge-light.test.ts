import { describe, expect, it } from 'vitest';
import { drawLightOrder } from '../../../../../src/domain/verification/rules/evidence/light-order.ts';
import {
  judgeLight,
  type LitFace,
} from '../../../../../src/domain/verification/rules/evidence/judge-light.ts';
import type { ScreenColour } from '../../../../../src/vision/face/screen-colours.ts';
import { seeLight } from '../../../../support/visitor/lit-face.ts';
import { makeRandom } from '../../../../support/clips/trajectories.ts';

const ORDER: ScreenColour[] = ['warm', 'cyan', 'magenta', 'green', 'cyan', 'warm'];
const OTHER: ScreenColour[] = ['cyan', 'green', 'warm', 'magenta', 'green', 'cyan'];

interface Room {
  share?: number;
  /** The amplitude of the variation that a moving head causes in mixed light. */
  sway?: number;
  steps?: readonly number[];
  random?: () => number;
}

/**
 * Takes one picture at each step, in the light of a screen that shows the colours in the given
 * order.
 */
const film = (
  order: readonly ScreenColour[],
  { share = 0.15, sway = 0.002, steps = [0, 1, 2, 3, 4, 5], random = makeRandom(3) }: Room = {},
): LitFace[] =>
  steps.map((step) => {
    const { skin, wall } = seeLight(order[step], share);
    const noise = () => (random() - 0.5) * 2 * sway;
    return { step, light: { skin: [skin[0] + noise(), skin[1] + noise()], ...(wall && { wall }) } };
  });

const withoutWall = (faces: LitFace[]): LitFace[] =>
  faces.map(({ step, light: { skin } }) => ({ step, light: { skin } }));

describe('the light on a face (D-86)', () => {
  it('matches the order that was shown, and contradicts another order', () => {
    expect(judgeLight(ORDER, film(ORDER))).toBe('answers');
    expect(judgeLight(ORDER, film(OTHER))).toBe('contradicts');
  });

  it('is inconclusive when the screen adds nothing: outdoors, or in a still picture', () => {
    expect(judgeLight(ORDER, film(ORDER, { share: 0 }))).toBe('cannot_tell');
    expect(judgeLight(ORDER, film(OTHER, { share: 0.003, sway: 0.005 }))).toBe('cannot_tell');
    expect(judgeLight(ORDER, film(ORDER, { share: 0, sway: 0 }))).toBe('cannot_tell');
  });

  it('does not contradict when it is weak, however well another order fits', () => {
    expect(judgeLight(ORDER, film(OTHER, { share: 0.05, sway: 0 }))).toBe('cannot_tell');
  });

  it('is inconclusive with fewer than five colours', () => {
    expect(judgeLight(ORDER, film(ORDER, { steps: [0, 1, 3, 4, 5] }))).toBe('answers');
    expect(judgeLight(ORDER, film(ORDER, { steps: [0, 1, 3, 4] }))).toBe('cannot_tell');
    expect(judgeLight(ORDER, [])).toBe('cannot_tell');
  });

  it('can match without a visible background, but cannot contradict', () => {
    expect(judgeLight(ORDER, withoutWall(film(ORDER)))).toBe('answers');
    expect(judgeLight(ORDER, withoutWall(film(OTHER)))).toBe('cannot_tell');
  });

  it('still matches when the head rests elsewhere after the movement and the camera warms all colours', () => {
    const moved = film(ORDER).map(({ step, light: { skin, wall = [0, 0] } }): LitFace => {
      const [aside, warmth] = [step > 2 ? 0.02 : 0, 0.03 * step];
      return {
        step,
        light: {
          skin: [skin[0] + aside + warmth, skin[1] - aside - warmth],
          wall: [wall[0] + warmth, wall[1] - warmth],
        },
      };
    });
    expect(judgeLight(ORDER, moved)).toBe('answers');
  });

  it('with three colours needs all three, and contradicts when another order fits very well (D-119)', () => {
    const [few, others] = [ORDER.slice(0, 3), OTHER.slice(0, 3)];
    const steps = [0, 1, 2];
    expect(judgeLight(few, film(few, { steps }))).toBe('answers');
    expect(judgeLight(few, film(others, { steps }))).toBe('contradicts');
    expect(judgeLight(few, film(few, { steps: [0, 1] }))).toBe('cannot_tell');
    expect(judgeLight(few, film(few, { steps, share: 0 }))).toBe('cannot_tell');
  });

  it('of recorded clips matches no more often than by chance, and mixed light contradicts no honest person', () => {
    const random = makeRandom(17);
    const below = (n: number) => Math.floor(random() * n);
    const told = { clip: 0, honest: 0 };
    for (let clip = 0; clip < 200; clip += 1) {
      const [asked, filmed] = [drawLightOrder(below), drawLightOrder(below)];
      const room = { share: 0.1, sway: 0.005, random };
      if (judgeLight(asked, film(filmed, room)) === 'answers') told.clip += 1;
      const mixed = { share: 0.03, sway: 0.015, random };
      if (judgeLight(asked, film(asked, mixed)) === 'contradicts') told.honest += 1;
    }
    expect(told.clip).toBeLessThanOrEqual(2);
    expect(told.honest).toBe(0);
  });
});
