// A replayed recording has the same curve of movements as before; a person who repeats a movement
// does not.
import { describe, expect, it } from 'vitest';
import {
  curveOf,
  isLooped,
  isRepeated,
} from '../../../../../src/domain/verification/rules/liveness/curve.ts';
import { type Action, ACTIONS, type PoseSample } from '../../../../../src/vision/face/challenge.ts';
import { between, seeded } from '../../../../support/clips/random.ts';

const GAP_MS = 1_000 / 15;
const WAYS: Readonly<Record<Action, readonly [number, number]>> = {
  turn_left: [1, 0],
  turn_right: [-1, 0],
  look_up: [0, -1],
  look_down: [0, 1],
};
const MEASURED_DEGREES = 0.25;

/**
 * Simulates a recording of a cooperative person's head at 15 samples a second. The speed, range and
 * duration of each turn are random.
 */
function filmed(actions: readonly Action[], seed: number): PoseSample[] {
  const random = seeded(seed);
  const samples: PoseSample[] = [];
  const sway = [0, 1].map(() => [between(random, 0, 6), between(random, 2, 5)] as const);
  const show = (action: Action | undefined, degrees: number): void => {
    const t = samples.length * GAP_MS;
    const [aside = 0, up = 0] = sway.map(
      ([phase, seconds]) =>
        0.6 * Math.sin(phase + (6.28 * t) / (1_000 * seconds)) + between(random, -0.3, 0.3),
    );
    const [right, down] = action ? WAYS[action] : [0, 0];
    samples.push([t, aside + right * degrees, up + down * degrees, 0, 0.5, 0.5, 0.3]);
  };
  const keep = (ms: number, action?: Action, degrees = 0): void => {
    for (let shown = 0; shown < ms; shown += GAP_MS) show(action, degrees);
  };
  keep(between(random, 500, 800));
  for (const action of actions) {
    keep(between(random, 200, 500));
    const step = (between(random, 30, 50) * GAP_MS) / 1_000;
    const most = between(random, 17, 23);
    for (let degrees = step; degrees < most; degrees += step) show(action, degrees);
    keep(between(random, 200, 450), action, most);
    for (let degrees = most - step; degrees > 0; degrees -= step) show(action, degrees);
  }
  keep(between(random, 300, 500));
  return samples;
}

/** Plays a recording in a loop and returns a part of it, with measurement noise. */
function shown(film: readonly PoseSample[], fromMs: number, forMs: number, seed: number) {
  const random = seeded(seed);
  const noise = () => between(random, -MEASURED_DEGREES, MEASURED_DEGREES);
  const lengthMs = (film.at(-1)?.[0] ?? 0) + GAP_MS;
  const again = [0, 1, 2, 3].flatMap((round) =>
    film.map(([t, ...row]): PoseSample => [t + round * lengthMs, ...row]),
  );
  return again
    .filter(([t]) => t >= fromMs && t < fromMs + forMs)
    .map(([t, yaw, pitch, ...row]): PoseSample => [
      t - fromMs,
      yaw + noise(),
      pitch + noise(),
      ...row,
    ]);
}

const FILM = filmed(ACTIONS, 3);
const FILM_MS = FILM.at(-1)?.[0] ?? 0;

describe('a film that is shown in one attempt and again in the next', () => {
  it.each([0, 900, 2_300, 4_100, 6_500])('is recognised when it begins at %i ms', (fromMs) => {
    const before = curveOf(shown(FILM, 0, FILM_MS, 1));
    expect(isRepeated(before, shown(FILM, fromMs, 9_000, 2))).toBe(true);
  });

  it('is recognised by a part of it', () => {
    const before = curveOf(shown(FILM, 1_000, 6_000, 1));
    expect(isRepeated(before, shown(FILM, 1_500, 6_000, 2))).toBe(true);
  });

  it('is recognised within one recording when it starts again', () => {
    expect(isLooped(shown(FILM, 500, FILM_MS + 6_000, 1))).toBe(true);
    expect(isLooped(shown(FILM, 500, FILM_MS - 1_000, 1))).toBe(false);
  });
});

describe('a person who repeats the movements', () => {
  const orders: Action[][] = [
    ['turn_left', 'look_down'],
    ['look_up', 'turn_right', 'turn_left'],
    [...ACTIONS],
  ];

  it('is mistaken for a film in at most 3 of 300 cases, whatever the movements', () => {
    const taken = Array.from({ length: 300 }, (_, seed) => {
      const [first, second] = [orders[seed % 3] ?? [], orders[(seed >> 2) % 3] ?? []];
      return isRepeated(curveOf(filmed(first, 2 * seed)), filmed(second, 2 * seed + 1));
    });
    expect(taken.filter(Boolean).length).toBeLessThanOrEqual(3);
  });

  it('is not mistaken for a looping film', () => {
    const taken = Array.from({ length: 100 }, (_, seed) => isLooped(filmed(ACTIONS, seed)));
    expect(taken.filter(Boolean)).toEqual([]);
  });

  it('may keep still in both attempts', () => {
    const still = filmed([], 5).concat(filmed([], 5).map(([t, ...row]) => [t + 900, ...row]));
    expect(isRepeated(curveOf(still), still)).toBe(false);
  });
});

it('the curve is stored as integers, two for each fifth of a second, for at most 40 s', () => {
  const long = Array.from({ length: 1_000 }, (_, row): PoseSample => [
    row * 67,
    row / 50,
    0,
    0,
    0.5,
    0.5,
    0.3,
  ]);
  const curve = curveOf(long);
  expect(curve).toHaveLength(400);
  expect(curve.every(Number.isInteger)).toBe(true);
  expect(curveOf([])).toEqual([0, 0]);
});
