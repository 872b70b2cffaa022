import { assert, constantFrom, infiniteStream, nat, property, subarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asideDegreesOf,
  declineGestures,
  drawMoves,
} from '../../../../../src/domain/verification/rules/liveness/gestures.ts';
import {
  isNod,
  judgeLiveness,
} from '../../../../../src/domain/verification/rules/liveness/liveness.ts';
import type { SessionRecord } from '../../../../../src/domain/verification/rules/session/session.ts';
import {
  type Gesture,
  GESTURES,
  isAside,
  isGesture,
  type Move,
  type PoseSample,
} from '../../../../../src/vision/face/challenge.ts';
import { makeRandom, performActions } from '../../../../support/clips/trajectories.ts';

const judge = (samples: PoseSample[], actions: Move[]) =>
  judgeLiveness(samples, {
    actions,
    elapsedMs: (samples.at(-1)?.[0] ?? 0) + 400,
    lifetimeMs: 60_000,
  });
const refused = (problem: string) => ({ passed: false, problem });

describe('a gesture', () => {
  it.each([
    ['open_mouth', 'look_up'],
    ['look_down', 'open_mouth'],
    ['come_closer', 'look_up'],
    ['look_down', 'come_closer'],
    ['open_mouth', 'come_closer'],
  ] as Move[][])('%s, then %s: passes a person who performs both', (first, second) => {
    const actions = [first, second] as Move[];
    expect(judge(performActions(actions), actions)).toMatchObject({ passed: true });
  });

  it.each([
    ['open_mouth', 0.29 / 0.5],
    ['come_closer', 0.39 / 0.55],
  ] as [Gesture, number][])('%s is not seen below its reach', (gesture, reach) => {
    expect(judge(performActions([gesture], { reach, noise: 0.2 }), [gesture])).toEqual(
      refused('movement_not_seen'),
    );
  });

  it.each(GESTURES)('%s is not complete while it lasts', (gesture) => {
    const whole = performActions([gesture]);
    expect(judge(whole.slice(0, whole.length - 13), [gesture])).toEqual(
      refused('movement_not_seen'),
    );
  });

  it.each(GESTURES)('%s is refused when the head turns instead', (gesture) => {
    expect(judge(performActions(['turn_left']), [gesture])).toEqual(refused('wrong_movement'));
  });

  it('an open mouth is not seen in samples without mouth values', () => {
    const samples = performActions(['open_mouth']).map(
      (row) => row.slice(0, 7) as unknown as PoseSample,
    );
    expect(judge(samples, ['open_mouth'])).toEqual(refused('movement_not_seen'));
  });

  it('is harmless when it was not requested: people talk, and lean forward', () => {
    const samples = performActions(['open_mouth', 'turn_left', 'come_closer']);
    expect(judge(samples, ['turn_left'])).toMatchObject({ passed: true });
  });
});

interface Site {
  difficulty?: 'easy' | 'medium' | 'hard';
  isStrict?: boolean;
  declined?: Gesture[];
  measured?: 'edge' | 'device';
  failures?: number;
}

/** Creates a session record with the members that determine which movements are drawn. */
const recordOf = ({
  difficulty = 'hard',
  isStrict = false,
  declined,
  measured = 'edge',
  failures = 0,
}: Site = {}) =>
  ({
    offer: { measured },
    request: { difficulty, ...(isStrict && { accept: { livenessLevel: 'strict' } }) },
    steps: { liveness: { challengesIssued: 1, failures, ...(declined && { declined }) } },
    current: {},
  }) as unknown as SessionRecord;

const chances = infiniteStream(nat());
const below = (chance: Iterator<number>) => (n: number) => (chance.next().value ?? 0) % n;

describe('a challenge', () => {
  it.each([
    ['easy', false, 1, 0],
    ['medium', false, 2, 0],
    ['hard', false, 4, 1],
    ['easy', true, 4, 1],
    ['medium', true, 4, 1],
    ['hard', true, 4, 1],
  ] as const)(
    '%s, strict %s: %d movements, %d of them gestures',
    (difficulty, isStrict, all, of) => {
      assert(
        property(chances, (chance) => {
          const moves = drawMoves(recordOf({ difficulty, isStrict }), GESTURES, below(chance));
          expect(moves).toHaveLength(all);
          expect(moves.filter(isGesture)).toHaveLength(of);
          expect(moves.some(isNod)).toBe(true);
          expect(new Set(moves).size).toBe(all);
        }),
      );
    },
  );

  it('contains a gesture that the page can show and the person can perform, or else one more turn or nod', () => {
    assert(
      property(
        chances,
        constantFrom('easy' as const, 'medium' as const, 'hard' as const),
        subarray([...GESTURES]),
        subarray([...GESTURES]),
        (chance, difficulty, shows, declined) => {
          const record = recordOf({ difficulty, isStrict: true, declined });
          const moves = drawMoves(record, shows, below(chance));
          const possible = shows.filter((one) => !declined.includes(one));
          const drawn = moves.filter(isGesture);
          expect(drawn.every((one) => possible.includes(one))).toBe(true);
          expect(drawn).toHaveLength(possible.length > 0 ? 1 : 0);
          // The challenge has the same length for everybody.
          expect(moves).toHaveLength(4);
          expect(moves.some(isNod)).toBe(true);
          expect(new Set(moves).size).toBe(moves.length);
        },
      ),
    );
  });

  it.each([
    ['easy', false, 0, 0],
    ['easy', false, 1, 1],
    ['medium', false, 0, 1],
    ['medium', false, 1, 2],
    ['hard', false, 0, 2],
    ['hard', false, 2, 2],
    ['easy', true, 0, 2],
    ['medium', true, 2, 2],
    ['hard', true, 1, 2],
  ] as const)(
    '%s, strict %s, after %d failed attempts, has %d turns to a side or more, next to a nod',
    (difficulty, isStrict, failures, asides) => {
      assert(
        property(chances, subarray([...GESTURES]), (chance, shows) => {
          const record = recordOf({ difficulty, isStrict, failures });
          const moves = drawMoves(record, shows, below(chance));
          expect(moves.filter(isAside).length).toBeGreaterThanOrEqual(asides);
          expect(moves.some(isNod)).toBe(true);
        }),
      );
    },
  );

  it('has no required turn to a side, and no wider one, when the pictures are not measured at the edge', () => {
    const record = recordOf({ difficulty: 'medium', measured: 'device' });
    expect(asideDegreesOf(record)).toEqual({});
    expect(asideDegreesOf(recordOf({ difficulty: 'medium' }))).toEqual({ asideDegrees: 25 });
    const drawn = Array.from({ length: 200 }, (_, at) => {
      const chance = makeRandom(at);
      return drawMoves(record, [], (n) => Math.floor(n * chance()));
    });
    expect(drawn.some((moves) => moves.every(isNod))).toBe(true);
  });

  it.each([1, 2])('after %d failed attempts still has four movements, with a nod', (failures) => {
    assert(
      property(chances, (chance) => {
        const record = recordOf({ difficulty: 'hard' });
        const failed = { ...record.steps.liveness, failures };
        const again = { ...record, steps: { ...record.steps, liveness: failed } };
        const moves = drawMoves(again, GESTURES, below(chance));
        expect(moves).toHaveLength(4);
        expect(moves.filter(isGesture)).toHaveLength(1);
        expect(moves.some(isNod)).toBe(true);
      }),
    );
  });

  it('can contain either gesture, in every position', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 400; seed += 1) {
      let state = 10_000_019 * seed;
      const randomBelow = (n: number): number => {
        state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
        return Math.floor((state / 2 ** 32) * n);
      };
      const moves = drawMoves(recordOf(), GESTURES, randomBelow);
      const place = moves.findIndex(isGesture);
      seen.add(`${moves[place]} ${place}`);
    }
    expect([...seen].toSorted()).toEqual(
      GESTURES.flatMap((one) => [0, 1, 2, 3].map((place) => `${one} ${place}`)).toSorted(),
    );
  });
});

describe('a person who cannot perform a gesture', () => {
  const asked = (record: SessionRecord, actions: Move[]): SessionRecord => ({
    ...record,
    current: {
      ...record.current,
      challenge: { id: 'c', actions, issuedAtMs: 0, lifetimeMs: 60_000 },
    },
  });

  it('gets back the challenge that requested it, once per gesture', () => {
    const first = asked(recordOf(), ['look_up', 'open_mouth']);
    const after = declineGestures(first, ['open_mouth']);
    expect(after.steps.liveness).toMatchObject({
      challengesIssued: 0,
      declined: ['open_mouth'],
    });
    expect(declineGestures(after, ['open_mouth'])).toBe(after);
    const second = declineGestures(asked(after, ['look_up', 'come_closer']), ['come_closer']);
    expect(second.steps.liveness.declined).toEqual(['open_mouth', 'come_closer']);
    expect(second.steps.liveness.challengesIssued).toBe(0);
  });

  it('gets back no challenge that did not request it', () => {
    const record = asked(recordOf(), ['look_up', 'turn_left']);
    const after = declineGestures(record, ['open_mouth']);
    expect(after.steps.liveness).toMatchObject({
      challengesIssued: 1,
      declined: ['open_mouth'],
    });
  });
});
