import { assert, infiniteStream, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  drawLightOrder,
  litTimes,
} from '../../../../../src/domain/verification/rules/evidence/light-order.ts';
import type { MovementPath } from '../../../../../src/domain/verification/rules/liveness/movements.ts';
import { linearOf, SCREEN_COLOURS } from '../../../../../src/vision/face/screen-colours.ts';
import { lightTimes } from '../../../../support/visitor/lit-face.ts';

describe('the order of colours (D-86)', () => {
  it('is one of 972: six steps in four colours, no colour twice in a row, for every random choice', () => {
    assert(
      property(infiniteStream(nat()), (chance) => {
        const order = drawLightOrder((n) => (chance.next().value ?? 0) % n);
        expect(order).toHaveLength(6);
        expect(order.some((colour, step) => colour === order[step - 1])).toBe(false);
      }),
    );
    const seen = new Set<string>();
    for (let first = 0; first < 4; first += 1)
      for (let rest = 0; rest < 3 ** 5; rest += 1) {
        const digits = [String(first), ...rest.toString(3).padStart(5, '0').split('')].map(Number);
        seen.add(drawLightOrder(() => digits.shift() ?? 0).join());
      }
    expect(seen.size).toBe(972);
  });

  it('for a returning person is one of 36 (D-119)', () => {
    const seen = new Set<string>();
    for (let first = 0; first < 4; first += 1)
      for (let rest = 0; rest < 9; rest += 1) {
        const digits = [first, Math.floor(rest / 3), rest % 3];
        seen.add(drawLightOrder(() => digits.shift() ?? 0, 3).join());
      }
    expect(seen.size).toBe(36);
  });

  it('uses colours of equal lightness, without a saturated red (WCAG 2.3.1)', () => {
    const colours = Object.values(SCREEN_COLOURS).map((rgb) => rgb.map(linearOf));
    const lightness = colours.map(([r = 0, g = 0, b = 0]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
    expect(Math.max(...lightness) - Math.min(...lightness)).toBeLessThan(0.02);
    for (const [r = 0, g = 0, b = 0] of colours) expect(r / (r + g + b)).toBeLessThan(0.8);
  });
});

const turn = (fromMs: number, untilMs: number) =>
  ({ action: 'turn_left', fromMs, untilMs }) as const;
const PATH: MovementPath = {
  resting: { yaw: 0, pitch: 0 },
  movements: [turn(0, 3_500), turn(3_500, 7_500)],
  asideDegrees: 15,
};

describe('the times of the colours', () => {
  it('exclude the time that a screen and a camera need to change', () => {
    expect(litTimes(lightTimes(500, 3_700), 0, PATH)?.[4]).toEqual({
      fromMs: 4_500,
      untilMs: 4_700,
    });
  });

  it('may be slightly late, as on a slow machine', () => {
    const late = lightTimes(500, 3_700).map((ms, step) => ms + 40 * step);
    expect(litTimes(late, 0, PATH)).toHaveLength(6);
  });

  const times = lightTimes(500, 3_700);
  it.each([
    ['none', undefined],
    ['one less', times.slice(1)],
    ['in another order', times.toReversed()],
    ['before the first picture', lightTimes(-300, 3_700)],
    ['long after the head came to rest', lightTimes(1_600, 3_700)],
    ['later still after the movement', lightTimes(500, 5_100)],
    ['into the first movement', lightTimes(2_300, 3_700)],
    ['before the first movement is over', lightTimes(500, 3_300)],
    ['too quick', times.map((ms, step) => (step === 1 ? ms - 100 : ms))],
    ['with a gap', times.map((ms, step) => (step === 2 ? ms + 400 : ms))],
  ] as [string, number[] | undefined][])('are ignored when they are %s', (_what, claimed) => {
    expect(litTimes(claimed, 0, PATH)).toBeUndefined();
  });

  it('are only before the first movement when there are three (D-119)', () => {
    expect(litTimes(lightTimes(500), 0, PATH, 3)).toHaveLength(3);
    expect(litTimes(lightTimes(1_600), 0, PATH, 3)).toBeUndefined();
    expect(litTimes(lightTimes(500, 3_700), 0, PATH, 3)).toBeUndefined();
    expect(litTimes(lightTimes(500), 0, PATH)).toBeUndefined();
  });

  it('with a single movement are before and after it', () => {
    const only = { ...PATH, movements: PATH.movements.slice(0, 1) };
    expect(litTimes(lightTimes(500, 3_700), 0, only)).toHaveLength(6);
  });
});
