import { describe, expect, it } from 'vitest';
import { randomBelow } from '../../../../../src/crypto/random.ts';
import {
  drawActions,
  judgeLiveness,
} from '../../../../../src/domain/verification/rules/liveness/liveness.ts';
import type { IssuedActions } from '../../../../../src/domain/verification/rules/liveness/trajectory-rules.ts';
import { ACTIONS, type Action, type PoseSample } from '../../../../../src/vision/face/challenge.ts';
import { makeRandom, performActions, round } from '../../../../support/clips/trajectories.ts';

const judge = (
  samples: PoseSample[],
  actions: Action[] = ['turn_left', 'look_up'],
  clock: Partial<IssuedActions> = {},
) =>
  judgeLiveness(samples, {
    actions,
    elapsedMs: (samples.at(-1)?.[0] ?? 0) + 400,
    lifetimeMs: 60_000,
    ...clock,
  });
const turned = ([t, yaw, ...rest]: PoseSample, degrees: number): PoseSample => [
  t,
  round(yaw + degrees),
  ...rest,
];
const refused = (problem: string) => ({ passed: false, problem });
const asked: Action[] = ['turn_left', 'look_up'];

describe('judgeLiveness', () => {
  it.each(ACTIONS.flatMap((a) => ACTIONS.filter((b) => a !== b).map((b) => [a, b] as const)))(
    'passes a head that performs %s then %s',
    (first, second) => {
      expect(judge(performActions([first, second]), [first, second])).toMatchObject({
        passed: true,
      });
    },
  );

  it('passes a head whose resting pose is off-centre', () => {
    const samples = performActions(asked, { resting: { yaw: -9, pitch: 12 } });
    expect(judge(samples, asked)).toMatchObject({ passed: true });
  });

  it('passes one and three actions', () => {
    const three: Action[] = ['look_down', 'turn_right', 'turn_left'];
    expect(judge(performActions(['look_down']), ['look_down'])).toMatchObject({ passed: true });
    expect(judge(performActions(three), three)).toMatchObject({ passed: true });
  });

  it('refuses a flat photograph, which appears to turn by 5° at most (D-20)', () => {
    expect(judge(performActions(asked, { reach: 0.2 }))).toEqual(refused('movement_not_seen'));
  });

  it('ignores a single outlier among the pictures', () => {
    const passing = performActions(asked);
    const spoiled = passing.map((sample, at): PoseSample =>
      at === 6 ? turned(sample, -25) : sample,
    );
    expect(judge(spoiled)).toMatchObject({ passed: true });
    const still = performActions(['turn_left'], { reach: 0.2 });
    const top = still.findIndex(([, yaw]) => yaw === Math.max(...still.map((sample) => sample[1])));
    const spiked = still.map((sample, at): PoseSample =>
      at === top ? turned(sample, 12) : sample,
    );
    expect(judge(spiked, ['turn_left'])).toEqual(refused('movement_not_seen'));
  });

  it('refuses a movement under 15°', () => {
    const samples = performActions(['turn_left'], { reach: 14 / 38, noise: 0.2 });
    expect(judge(samples, ['turn_left'])).toEqual(refused('movement_not_seen'));
  });

  it('refuses a turn to a side below the angle that the challenge asks for, but not a nod', () => {
    const far = { asideDegrees: 25 };
    const turn = (reach: number) => performActions(['turn_left'], { reach, noise: 0.2 });
    expect(judge(turn(24 / 38), ['turn_left'])).toMatchObject({ passed: true });
    expect(judge(turn(24 / 38), ['turn_left'], far)).toEqual(refused('movement_not_seen'));
    expect(judge(turn(26 / 38), ['turn_left'], far)).toMatchObject({ passed: true });
    const nod = performActions(['look_up'], { reach: 17 / 22, noise: 0.2 });
    expect(judge(nod, ['look_up'], far)).toMatchObject({ passed: true });
  });

  it('refuses the movements in another order', () => {
    expect(judge(performActions(['look_up', 'turn_left']))).toEqual(refused('wrong_movement'));
  });

  it('refuses an answer replayed from another challenge', () => {
    expect(judge(performActions(['turn_right', 'look_up']))).toEqual(refused('wrong_movement'));
  });

  it('refuses a film of every movement, which contains every answer', () => {
    const samples = performActions(['turn_left', 'turn_right', 'look_up', 'look_down']);
    expect(judge(samples)).toEqual(refused('wrong_movement'));
  });

  it('refuses movements after the last requested one', () => {
    expect(judge(performActions([...asked, 'turn_right']))).toEqual(refused('wrong_movement'));
  });

  it('refuses an answer that stops before the last action or before the head is back', () => {
    const whole = performActions(asked);
    expect(judge(performActions(['turn_left']))).toEqual(refused('movement_not_seen'));
    const cut = whole.slice(0, whole.length - 14);
    expect(judge(cut)).toEqual(refused('movement_not_seen'));
  });

  it('refuses a start that is not at rest', () => {
    const samples = performActions(asked).slice(11);
    expect(judge(samples).passed).toBe(false);
  });

  it('refuses a start in profile', () => {
    const samples = performActions(asked, { resting: { yaw: 40, pitch: 0 } });
    expect(judge(samples)).toEqual(refused('movement_not_seen'));
  });

  it('refuses an answer that arrives before its own trajectory could have ended', () => {
    const samples = performActions(asked);
    expect(judge(samples, asked, { elapsedMs: 1_000 })).toEqual(refused('not_accepted'));
  });

  it('refuses an answer after the challenge has ended', () => {
    expect(judge(performActions(asked), asked, { elapsedMs: 60_001 })).toEqual(
      refused('timed_out'),
    );
  });

  it('refuses too few samples, and long or frequent gaps', () => {
    const samples = performActions(asked);
    expect(judge([])).toEqual(refused('no_face'));
    expect(judge(samples.slice(0, 19))).toEqual(refused('no_face'));
    const gap = samples.map((s, i): PoseSample => (i > 20 ? shift(s, 1_600) : s));
    expect(judge(gap)).toEqual(refused('no_face'));
    expect(judge(performActions(asked, { stepMs: 210 }))).toEqual(refused('no_face'));
  });

  it('refuses times that do not increase', () => {
    const samples = performActions(asked);
    const back = samples.map((s, i): PoseSample => (i === 20 ? shift(s, -500) : s));
    const twice = samples.map((s, i): PoseSample => (i === 20 ? shift(s, -80) : s));
    expect(judge(back)).toEqual(refused('not_accepted'));
    expect(judge(twice)).toEqual(refused('not_accepted'));
  });

  it('refuses movements that are faster than a head can move', () => {
    const samples = performActions(asked, { stepMs: 15 });
    expect(judge(samples)).toEqual(refused('too_fast'));
  });

  it('refuses a jump that no neck can make', () => {
    const samples = performActions(asked).map((s, i): PoseSample =>
      i >= 9 && i <= 14 ? withYaw(s, 70) : s,
    );
    expect(judge(samples)).toEqual(refused('too_fast'));
  });

  it('refuses a frozen stream', () => {
    const samples = performActions(asked, { restSteps: 60 }).map((s, i, all): PoseSample =>
      i < 50 ? [s[0], ...rest(all[0]!)] : s,
    );
    expect(judge(samples)).toEqual(refused('not_accepted'));
  });

  it('refuses a trajectory drawn by a formula, which lacks the noise of a measurement', () => {
    expect(judge(performActions(asked, { noise: 0 }))).toEqual(refused('not_accepted'));
    const cosine = Array.from({ length: 90 }, (_, i): PoseSample => {
      const turn = i > 10 && i < 40 ? 12 * (1 - Math.cos(((i - 10) / 30) * 2 * Math.PI)) : 0;
      const look = i > 50 && i < 80 ? 12 * (1 - Math.cos(((i - 50) / 30) * 2 * Math.PI)) : 0;
      return [i * 70, round(turn), round(-look), round(i / 100), 0.5, 0.5, 0.3];
    });
    expect(judge(cosine)).toEqual(refused('not_accepted'));
  });

  it('refuses a sequence that repeats itself', () => {
    const turn = performActions(['turn_left']);
    const length = turn.length * 80;
    const twice = [...turn, ...turn.map((s) => shift(s, length))];
    expect(judge(twice, ['turn_left', 'turn_left'])).toEqual(refused('not_accepted'));
  });

  it('never passes random noise', () => {
    const random = makeRandom(3);
    for (let trial = 0; trial < 200; trial += 1) {
      const samples = Array.from({ length: 80 }, (_, i): PoseSample => [
        i * 80,
        (random() - 0.5) * 60,
        (random() - 0.5) * 60,
        0,
        0.5,
        0.5,
        0.3,
      ]);
      expect(judge(samples).passed).toBe(false);
    }
  });
});

const shift = ([t, ...values]: PoseSample, ms: number): PoseSample => [t + ms, ...values];
const rest = ([, ...values]: PoseSample) => values;
const withYaw = ([t, , pitch, ...values]: PoseSample, yaw: number): PoseSample => [
  t,
  yaw,
  pitch,
  ...values,
];

describe('drawActions', () => {
  it('draws 1, 2 or 3 different movements, including a nod, with every order equally likely', () => {
    const seen = new Map<string, number>();
    for (let i = 0; i < 2_400; i += 1) {
      const actions = drawActions({ difficulty: 'medium' }, randomBelow);
      expect(new Set(actions).size).toBe(2);
      seen.set(actions.join(), (seen.get(actions.join()) ?? 0) + 1);
    }
    expect(seen.size).toBe(10);
    for (const [order, count] of seen) {
      expect(order).toContain('look_');
      expect(count).toBeGreaterThan(150);
    }
    const easy = Array.from({ length: 40 }, () =>
      drawActions({ difficulty: 'easy' }, randomBelow).join(),
    );
    expect(new Set(easy)).toEqual(new Set(['look_up', 'look_down']));
    expect(drawActions({ difficulty: 'hard' }, randomBelow)).toHaveLength(3);
  });
});
