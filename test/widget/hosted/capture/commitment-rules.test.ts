// The page's commitments pass the server's rules at any frame rate. Committing only to the pictures
// at rest and at the peaks of the movements, and not to those in between, would break the rules.
import { describe, expect, it } from 'vitest';
import { COMMITMENT_RULES } from '../../../../src/domain/verification/rules/evidence/commitment-rules.ts';
import { followMovements } from '../../../../src/domain/verification/rules/liveness/movements.ts';
import type { Action, PoseSample } from '../../../../src/vision/face/challenge.ts';
import { MAX_COMMITMENTS, type Commitment } from '../../../../src/vision/face/face-wire.ts';
import { type Pace, RELAXED_PACE, USUAL_PACE } from '../../../../widget/hosted/capture/pace.ts';
import { Recorder } from '../../../../widget/hosted/capture/recorder.ts';
import { makeRandom, performActions } from '../../../support/clips/trajectories.ts';
import { makeFace } from '../faces.ts';

const ACTIONS: Action[] = ['turn_left', 'look_up'];

interface Machine {
  /** The time from one picture to the next, in ms. */
  gapsMs: () => number;
  pace?: Pace;
  /** How long the head is still before each movement, in ms. */
  restMs?: number;
  litMs?: readonly number[];
  /**
   * How many times each pose of the moving head is repeated, which slows the movements down by that
   * factor.
   */
  slowness?: number;
}

/**
 * Returns what the page on this machine would send for a cooperative head: the samples, the
 * commitments, and the times at which the screen showed a colour.
 */
function record({ gapsMs, pace = USUAL_PACE, restMs = 800, litMs = [], slowness = 8 }: Machine) {
  const head = performActions(ACTIONS, { stepMs: 10, restSteps: restMs / 10, noise: 0 });
  // At the default slowness, a whole movement takes 18 steps of 80 ms.
  const slow = head.flatMap((row) =>
    Array.from({ length: isMoving(row) ? slowness : 1 }, () => row),
  );
  const recorder = new Recorder(0, pace);
  const noise = makeRandom(3);
  for (let t = 0, n = 0; t < 10 * slow.length; t += gapsMs(), n += 1) {
    const [, yaw, pitch] = slow[Math.floor(t / 10)] ?? [0, 0, 0];
    const pose = { yaw: yaw + noise() - 0.5, pitch: pitch + noise() - 0.5, roll: 0 };
    const isLit = litMs.some((ms) => ms <= t && t < ms + 600);
    recorder.offer(t, makeFace({ pose }), n, isLit);
  }
  const commitments = recorder.pictures.map(([, t]): Commitment => [t, `hash-${t}`]);
  return { samples: recorder.samples, commitments, lightBegunMs: litMs };
}

const isMoving = ([, yaw, pitch]: PoseSample): boolean =>
  Math.abs(yaw - 2) > 1 || Math.abs(pitch + 4) > 1;

function broken({ samples, commitments, lightBegunMs }: ReturnType<typeof record>) {
  const path = followMovements(samples, ACTIONS);
  if (!path.ok) throw new Error(path.problem);
  const kept = { samples, path, commitments: commitments.slice(-MAX_COMMITMENTS), lightBegunMs };
  return COMMITMENT_RULES.filter(({ holds }) => !holds(kept)).map(({ name }) => name);
}

const steady = (rate: number) => () => 1_000 / rate;
function uneven(rate: number, seed: number) {
  const random = makeRandom(seed);
  return () => (1_000 / rate) * (0.5 + random());
}

describe('the page’s commitments pass the server’s rules', () => {
  it.each([
    ['at 30 pictures a second', { gapsMs: steady(30) }],
    ['at 60', { gapsMs: steady(60) }],
    ['at 15', { gapsMs: steady(15) }],
    ['at 10, unevenly', { gapsMs: uneven(10, 1) }],
    ['at 7, with more time', { gapsMs: uneven(7, 2), pace: RELAXED_PACE }],
    ['at 6, with more time', { gapsMs: steady(6), pace: RELAXED_PACE }],
    ['at 30, with more time', { gapsMs: steady(30), pace: RELAXED_PACE }],
    ['after a long wait', { gapsMs: uneven(25, 3), restMs: 9_000 }],
    ['after colours', { gapsMs: uneven(25, 4), restMs: 5_000, litMs: [500, 1_000, 1_500] }],
    [
      'after colours, slowly',
      { gapsMs: uneven(7, 5), pace: RELAXED_PACE, restMs: 9_000, litMs: [700, 1_400, 2_100] },
    ],
    ['when half a minute of it is too long for what is kept', { gapsMs: steady(30), slowness: 90 }],
  ] as [string, Machine][])('%s', (_what, machine) => {
    expect(broken(record(machine))).toEqual([]);
  });

  it('on a hundred machines of any speed that is fast enough for a challenge', () => {
    const refused = Array.from({ length: 100 }, (_, seed) => {
      const rate = 5.5 + seed / 5;
      const pace = rate < 10 ? RELAXED_PACE : USUAL_PACE;
      return broken(record({ gapsMs: uneven(rate, seed), pace, restMs: 900 + 40 * seed }));
    }).filter((rules) => rules.length > 0);
    expect(refused.length).toBeLessThanOrEqual(3);
  });

  it('even if one picture could not be kept', () => {
    const sent = record({ gapsMs: steady(30) });
    const commitments = sent.commitments.filter((_, index) => index !== 9);
    expect(broken({ ...sent, commitments })).toEqual([]);
  });
});

describe('the rules refuse commitments to', () => {
  const sent = record({ gapsMs: steady(30) });
  const keeping = (isKept: (row: PoseSample, index: number) => boolean) => {
    const rows = new Map(sent.samples.map((row) => [row[0], row]));
    const commitments = sent.commitments.filter(([t], index) => {
      const row = rows.get(t);
      return row !== undefined && isKept(row, index);
    });
    return broken({ ...sent, commitments });
  };
  const degrees = ([, yaw, pitch]: PoseSample) => Math.max(Math.abs(yaw - 2), Math.abs(pitch + 4));

  it.each([
    ['rests and peaks alone', (row: PoseSample) => degrees(row) < 4 || degrees(row) > 18],
    ['all but the way there and back', (row: PoseSample) => degrees(row) < 8 || degrees(row) > 14],
    ['every other one', (_: PoseSample, index: number) => index % 2 === 0],
    ['the beginning alone', (_: PoseSample, index: number) => index < 15],
    ['none', () => false],
  ])('%s', (_what, isKept) => {
    expect(keeping(isKept)).toContain('almost no missed pictures, never two in a row');
  });

  it('records that also omit samples, more than once per movement', () => {
    const kept = new Set(sent.commitments.map(([t]) => t));
    const samples = sent.samples.filter(
      (row) => kept.has(row[0]) && (degrees(row) < 4 || degrees(row) > 20),
    );
    const rows = new Set(samples.map(([t]) => t));
    const commitments = sent.commitments.filter(([t]) => rows.has(t));
    expect(broken({ ...sent, samples, commitments })).toEqual([
      'no more than one long gap in each movement',
    ]);
  });
});
