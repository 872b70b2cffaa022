import { assert, infiniteStream, nat, property, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawAge } from '../../../../../src/domain/verification/rules/evidence/draw-age.ts';
import { drawLiveness } from '../../../../../src/domain/verification/rules/evidence/draw.ts';
import { litTimes } from '../../../../../src/domain/verification/rules/evidence/light-order.ts';
import type { DrawnPicture } from '../../../../../src/domain/verification/rules/evidence/demand.ts';
import { TELLING_DEGREES } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';
import { followMovements } from '../../../../../src/domain/verification/rules/liveness/movements.ts';
import {
  type Action,
  type PoseSample,
  ACTIONS,
  shareOf,
} from '../../../../../src/vision/face/challenge.ts';
import { median } from '../../../../../src/vision/face/median.ts';
import { KeepCadence } from '../../../../../src/vision/face/keep-cadence.ts';
import type { Commitment } from '../../../../../src/vision/face/face-wire.ts';
import { lightTimes } from '../../../../support/visitor/lit-face.ts';
import { estimates, performActions } from '../../../../support/clips/trajectories.ts';

const commit = (samples: readonly { t: number }[]): Commitment[] =>
  samples.map(({ t }) => [t, `hash-${t}`]);
const every = <T>(rows: readonly T[], nth: number): T[] => rows.filter((_, i) => i % nth === 0);
const timed = (samples: readonly PoseSample[]) => samples.map(([t]) => ({ t }));
/** Selects the samples whose pictures the page keeps. */
function keptOf(samples: readonly PoseSample[]): PoseSample[] {
  const cadence = new KeepCadence();
  return samples.filter((sample) => cadence.wants(sample, false));
}

function draw(
  actions: readonly Action[],
  change: (commitments: Commitment[]) => Commitment[] = (all) => all,
  randomBelow: (n: number) => number = () => 0,
  options: Parameters<typeof performActions>[1] = {},
) {
  const samples = performActions(actions, options);
  const path = followMovements(samples, actions);
  if (!path.ok) throw new Error(path.problem);
  return drawLiveness(
    samples,
    path,
    { committed: change(commit(timed(keptOf(samples)))) },
    randomBelow,
  );
}

/** Movements with long pauses, in each of which the page keeps several pictures. */
const SLOW = { restSteps: 24 };
const isPeak = ({ role }: DrawnPicture): boolean => role === 'peak';
const isBetween = (t: number, a: number, b: number): boolean =>
  Math.min(a, b) < t && t < Math.max(a, b);

const HARD: Action[] = ['turn_left', 'look_up', 'turn_right'];

describe('the drawn pictures of the movements', () => {
  it.each([
    [['turn_left'], 8],
    [['turn_left', 'look_up'], 10],
    [HARD, 13],
    [[...HARD, 'look_down'], 15],
  ] as [Action[], number][])('for %j are %d', (actions, count) => {
    expect(draw(actions)).toHaveLength(count);
  });

  it('always include the peak of each movement, a rest before and after, and two at random', () => {
    const roles = draw(HARD)?.map(({ role }) => role) ?? [];
    expect(roles.filter((role) => role === 'rest' || role === 'peak')).toEqual([
      'rest',
      'peak',
      'rest',
      'peak',
      'rest',
      'peak',
      'rest',
    ]);
    expect(roles.filter((role) => role === 'random')).toHaveLength(2);
  });

  it('show each movement half the way, there or back at random', () => {
    const sides = new Set<boolean>();
    assert(
      property(infiniteStream(nat()), (chance) => {
        const drawn = draw(HARD, undefined, (n) => (chance.next().value ?? 0) % n) ?? [];
        const halves = drawn.filter(({ role }) => role === 'halfway');
        expect(halves.map(({ action }) => action)).toEqual(HARD);
        for (const half of halves) {
          const peak = drawn.find(({ role, action }) => role === 'peak' && action === half.action);
          const [degrees, most] = [half, peak ?? half].map(
            ({ yaw, pitch }) =>
              15 * shareOf(half.action ?? 'turn_left', { yaw, pitch }, { yaw: 2, pitch: -4 }),
          ) as [number, number];
          expect(degrees).toBeGreaterThan(5);
          expect(degrees).toBeLessThan(most - 3);
          sides.add(half.t < (peak?.t ?? 0));
        }
      }),
    );
    expect(sides).toEqual(new Set([true, false]));
  });

  it('include one pair of consecutive pictures, at rest or in motion at random', () => {
    const moving = new Set<boolean>();
    const places = new Set<number>();
    assert(
      property(infiniteStream(nat()), (chance) => {
        const drawn = draw(HARD, undefined, (n) => (chance.next().value ?? 0) % n, SLOW) ?? [];
        const seconds = drawn.filter(({ role }) => role === 'next');
        expect(seconds).toHaveLength(1);
        const second = drawn.findIndex(({ role }) => role === 'next');
        const [a, b] = [drawn[second - 1], drawn[second]];
        expect(a?.role).toBe('random');
        const gapMs = (b?.t ?? 0) - (a?.t ?? 0);
        expect(gapMs).toBeGreaterThan(60);
        expect(gapMs).toBeLessThanOrEqual(160);
        moving.add(
          [a, b].some(
            (one) => Math.abs((one?.yaw ?? 2) - 2) >= 8 || Math.abs((one?.pitch ?? -4) + 4) >= 8,
          ),
        );
        places.add(b?.t ?? 0);
      }),
    );
    expect(moving).toEqual(new Set([true, false]));
    expect(places.size).toBeGreaterThan(20);
  });

  it('show a sufficient movement as sufficient, whichever rest pictures are drawn', () => {
    const actions: Action[] = ['look_up', 'look_down'];
    const nodded = { reach: 0.75 };
    assert(
      property(infiniteStream(nat()), (chance) => {
        const drawn = draw(actions, undefined, (n) => (chance.next().value ?? 0) % n, nodded) ?? [];
        const rests = drawn.filter(({ role }) => role === 'rest').map(({ pitch }) => pitch);
        for (const peak of drawn.filter(isPeak))
          expect(Math.abs(peak.pitch - median(rests))).toBeGreaterThan(14);
      }),
    );
  });

  it('omit the half-way picture of a movement without any picture between rest and peak', () => {
    const ends = (pose: PoseSample) => Math.abs(pose[1] - 2) < 6 || pose[1] > 37;
    const samples = performActions(['turn_left'], SLOW);
    const shown = new Set(samples.filter(ends).map(([t]) => t));
    const drawn = draw(['turn_left'], (all) => all.filter(([t]) => shown.has(t)), undefined, SLOW);
    expect(drawn?.filter(({ role }) => role === 'halfway')).toEqual([]);
    expect(drawn?.filter(isPeak)).toHaveLength(1);
  });

  it('carry the measured turn of the head', () => {
    const peaks = draw(HARD)?.filter(({ role }) => role === 'peak');
    expect(peaks?.map(({ yaw, pitch }) => [Math.round(yaw / 10), Math.round(pitch / 10)])).toEqual([
      [3, -0],
      [0, -3],
      [-3, -0],
    ]);
  });

  it('are committed pictures, each drawn once, for every random choice', () => {
    assert(
      property(
        shuffledSubarray([...ACTIONS], { minLength: 1, maxLength: 3 }),
        infiniteStream(nat()),
        (actions, chance) => {
          const drawn = draw(actions, undefined, (n) => (chance.next().value ?? 0) % n) ?? [];
          const times = drawn.map(({ t }) => t);
          expect(new Set(times).size).toBe(times.length);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          expect(drawn.every(({ t, hash }) => hash === `hash-${t}`)).toBe(true);
        },
      ),
    );
  });

  it('each have the nearest undrawn picture of the same part as a spare (D-87)', () => {
    assert(
      property(infiniteStream(nat()), (chance) => {
        const drawn = draw(HARD, undefined, (n) => (chance.next().value ?? 0) % n, SLOW) ?? [];
        const times = drawn.map(({ t }) => t);
        for (const { t, role, spare } of drawn) {
          expect(spare?.hash).toBe(`hash-${spare?.t}`);
          expect(times).not.toContain(spare?.t);
          if (role !== 'peak' && role !== 'rest') continue;
          // The drawn pictures with the opposite role, rest or peak. None of them may lie between a
          // picture and its spare, so that both show the same part of the movements.
          const others = drawn.filter((other) => [role, 'rest', 'peak'].indexOf(other.role) > 0);
          if (spare === undefined) continue;
          expect(others.some((other) => isBetween(other.t, t, spare.t))).toBe(false);
          if (role !== 'peak') continue;
          expect(Math.max(Math.abs(spare.yaw), Math.abs(spare.pitch))).toBeGreaterThan(11);
        }
      }),
    );
  });

  it('have the furthest turn as a peak, and the second-furthest as its spare (D-87), as far as faces are compared', () => {
    const compared = keptOf(performActions(['turn_left'], SLOW))
      .map(([, yaw]) => Math.abs(yaw))
      .filter((degrees) => degrees <= TELLING_DEGREES);
    const [furthest = NaN, next = NaN] = compared.toSorted((a, b) => b - a);
    assert(
      property(infiniteStream(nat()), (chance) => {
        const drawn = draw(['turn_left'], undefined, (n) => (chance.next().value ?? 0) % n, SLOW);
        const peak = drawn?.find(isPeak);
        expect([peak?.yaw, peak?.spare?.yaw].map((yaw) => Math.abs(yaw ?? NaN))).toEqual([
          furthest,
          next,
        ]);
      }),
    );
  });

  it('have a turn as a peak that is too far to compare if there is no other', () => {
    const samples = performActions(['turn_left'], SLOW);
    const left = new Set(
      samples.filter(([, yaw]) => yaw < 12 || yaw > TELLING_DEGREES).map(([t]) => t),
    );
    const drawn = draw(['turn_left'], (all) => all.filter(([t]) => left.has(t)), undefined, SLOW);
    expect(drawn?.find(isPeak)?.yaw).toBeGreaterThan(TELLING_DEGREES);
  });

  it('have no spare when nothing else of that part was committed to', () => {
    const only = (all: Commitment[]) => {
      const peak = draw(['turn_left'], undefined, undefined, SLOW)?.find(isPeak)?.t;
      const index = all.findIndex(([t]) => t === peak);
      return all.filter((_, other) => Math.abs(other - index) > 9 || other === index);
    };
    const drawn = draw(['turn_left'], only, undefined, SLOW);
    expect(drawn?.find(isPeak)?.spare).toBeUndefined();
    expect(drawn?.find(({ role }) => role === 'rest')?.spare).toBeDefined();
  });

  it('differ from draw to draw, so that nobody can predict them', () => {
    const drawn = Array.from({ length: 20 }, (_, seed) =>
      draw(HARD, undefined, (n) => (seed * 7) % n)?.map(({ t }) => t),
    );
    expect(new Set(drawn.map((times) => JSON.stringify(times))).size).toBeGreaterThan(5);
  });

  it.each([
    ['none', () => []],
    ['one that has no sample', (all: Commitment[]): Commitment[] => [[0.5, 'x'], ...all]],
    ['one twice', (all: Commitment[]) => [...all.slice(0, 1), ...all]],
    ['them in another order', (all: Commitment[]) => all.toReversed()],
    ['no rest at the end', (all: Commitment[]) => all.slice(0, -9)],
    ['no movement', (all: Commitment[]) => [...all.slice(0, 3), ...all.slice(-3)]],
  ] as [string, (all: Commitment[]) => Commitment[]][])(
    'are not drawn from commitments with %s',
    (_what, change) => {
      expect(draw(['turn_left'], change)).toBeUndefined();
    },
  );

  it('are not drawn from more than 220 commitments', () => {
    const samples = performActions(HARD, { restSteps: 60 });
    const path = followMovements(samples, HARD);
    if (!path.ok) throw new Error(path.problem);
    const all = commit(timed(samples));
    expect(drawLiveness(samples, path, { committed: all }, () => 0)).toBeUndefined();
    expect(drawLiveness(samples, path, { committed: every(all, 2) }, () => 0)).toBeDefined();
  });
});

describe('pictures in the light of the screen (D-86)', () => {
  const REST = 28;
  /** The time at which the head is back at rest after the path's first movement. */
  const MOVED_MS = (REST + 18) * 80;
  const BEGUN = lightTimes(500, MOVED_MS + 200);

  function drawLit(
    actions: readonly Action[],
    keep: (t: number) => boolean = () => true,
    randomBelow: (n: number) => number = () => 0,
    begun = BEGUN,
  ) {
    const samples = performActions(actions, { restSteps: REST });
    const path = followMovements(samples, actions);
    if (!path.ok) throw new Error(path.problem);
    const lit = litTimes(begun, 0, path, begun.length);
    const committed = commit(timed(samples)).filter(([t]) => keep(t));
    return drawLiveness(samples, path, { committed, lit }, randomBelow);
  }

  const stepsOf = (drawn: ReturnType<typeof drawLit>) =>
    drawn?.flatMap(({ litStep }) => (litStep === undefined ? [] : [litStep]));

  it.each([
    [['turn_left'], 6, 2, 11],
    [['turn_left', 'look_up'], 6, 1, 12],
    [HARD, 5, 1, 13],
    [[...HARD, 'look_down'], 5, 1, 15],
  ] as [Action[], number, number, number][])(
    'for %j are %d, with %d at random and %d in total',
    (actions, lit, random, count) => {
      const drawn = drawLit(actions);
      expect(drawn).toHaveLength(count);
      expect(stepsOf(drawn)).toHaveLength(lit);
      expect(drawn?.filter(({ role }) => role === 'peak')).toHaveLength(actions.length);
      expect(drawn?.filter(({ role }) => role === 'random')).toHaveLength(random);
    },
  );

  it('show each colour once it has settled, with the head at rest', () => {
    for (const { t, litStep = -1, yaw, pitch } of drawLit(['turn_left'])?.filter(
      ({ litStep }) => litStep !== undefined,
    ) ?? []) {
      expect(t - (BEGUN[litStep] ?? 0)).toBeGreaterThanOrEqual(300);
      expect(t - (BEGUN[litStep] ?? 0)).toBeLessThan(500);
      expect(Math.max(Math.abs(yaw - 2), Math.abs(pitch + 4))).toBeLessThan(8);
    }
  });

  it('with three colours include a rest picture after each movement (D-119)', () => {
    const drawn = drawLit(['turn_left', 'look_up'], undefined, undefined, lightTimes(500)) ?? [];
    expect(drawn).toHaveLength(12);
    expect(stepsOf(drawn)).toEqual([0, 1, 2]);
    const peaks = drawn.filter(isPeak).map(({ t }) => t);
    const rests = drawn.filter(({ role, litStep }) => role === 'rest' && litStep === undefined);
    expect(rests.map(({ t }) => peaks.filter((peak) => peak < t).length)).toEqual([1, 2]);
    expect(drawn.filter(({ role }) => role === 'random')).toHaveLength(2);
    const oneLess = (t: number) => t < 500 || t > 1_000;
    const few = drawLit(['turn_left', 'look_up'], oneLess, undefined, lightTimes(500));
    expect(stepsOf(few)).toEqual([]);
  });

  it('include a pair under one colour', () => {
    const changes = BEGUN.flatMap((ms) => [ms, ms + 500]);
    assert(
      property(infiniteStream(nat()), (chance) => {
        const below = (n: number) => (chance.next().value ?? 0) % n;
        const drawn = drawLit(HARD, undefined, below) ?? [];
        const second = drawn.findIndex(({ role }) => role === 'next');
        const [from, until] = [drawn[second - 1]?.t ?? NaN, drawn[second]?.t ?? NaN];
        expect(changes.filter((ms) => from <= ms && ms < until)).toEqual([]);
      }),
    );
  });

  it('can be any of the committed pictures', () => {
    const first = drawLit(['turn_left'], undefined, () => 0)?.map(({ t }) => t);
    const last = drawLit(['turn_left'], undefined, (n) => n - 1)?.map(({ t }) => t);
    expect(first).not.toEqual(last);
  });

  it('are drawn as without colours when fewer than five colours have a picture', () => {
    const oneLess = (t: number) => t < 500 || t > 1_000;
    expect(stepsOf(drawLit(['turn_left'], oneLess))).toEqual([1, 2, 3, 4, 5]);
    const twoLess = (t: number) => t < 500 || t > 1_500;
    expect(stepsOf(drawLit(['turn_left'], twoLess))).toEqual([]);
    expect(drawLit(['turn_left'], twoLess)).toHaveLength(8);
  });
});

describe('pictures of the age step', () => {
  const samples = estimates(30, { count: 12 });

  it('are three: from the beginning, the middle and the end', () => {
    expect(drawAge(samples, commit(samples), () => 0)?.map(({ t }) => t)).toEqual([0, 880, 1760]);
  });

  it('have spares from the same third', () => {
    const drawn = drawAge(samples, commit(samples), (n) => n - 1);
    expect(drawn?.map(({ t, spare }) => [t, spare?.t])).toEqual([
      [660, 440],
      [1540, 1320],
      [2420, 2200],
    ]);
    const few = drawAge(samples, commit(samples.slice(0, 3)), () => 0);
    expect(few?.map(({ spare }) => spare)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    ['turned away', { yaw: 40 }],
    ['hardly a face', { score: 0.2 }],
  ])('are not drawn from samples that are %s', (_what, change) => {
    const others = samples.map((sample) => ({ ...sample, ...change }));
    expect(drawAge(others, commit(others), () => 0)).toBeUndefined();
  });

  it('are not drawn from two samples', () => {
    expect(drawAge(samples, commit(samples.slice(0, 2)), () => 0)).toBeUndefined();
  });
});
