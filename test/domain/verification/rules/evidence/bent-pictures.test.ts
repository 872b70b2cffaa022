import { describe, expect, it } from 'vitest';
import {
  BENT_HEAD,
  bentOf,
  bentValue,
  timesToScore,
} from '../../../../../src/domain/verification/rules/evidence/bent-pictures.ts';
import type { DrawnFace } from '../../../../../src/domain/verification/rules/evidence/demand.ts';
import { seeFace } from '../../../../support/visitor/scripted-face.ts';

let t = 0;
const see = (role: DrawnFace['role'], yaw: number, score: number, id = BENT_HEAD): DrawnFace => ({
  t: (t += 100),
  hash: `${t}`,
  role,
  yaw,
  pitch: 0,
  face: { ...seeFace({ yaw, pitch: 0 }), bent: { id, score } },
});

const rests = [see('rest', 1, -1), see('rest', 3, 1)];

describe('how bent pictures of movements look', () => {
  it('is the mean of the higher half of the turned ones, above the mean of those at rest', () => {
    expect(bentOf([...rests, see('peak', 20, 9), see('peak', -17, 9)])).toBe(9);
    expect(bentOf([...rests, see('peak', 20, 9), see('peak', -17, 3)])).toBe(9);
  });

  it('ignores the role of a turned picture, and those in which the warp does not show', () => {
    const turned = [see('peak', 20, 9), see('halfway', -16, 9), see('random', -25, 9)];
    expect(bentOf([...rests, ...turned, see('peak', 30, -99)])).toBe(9);
    expect(bentOf([...rests, ...turned, see('peak', 30, 0), see('peak', 30, -99)])).toBe(9);
    const honest = [0, 0, 0].map((score) => see('halfway', 15, score));
    expect(bentOf([...rests, ...turned, ...honest, see('peak', -30, 0)])).toBe(6.75);
  });

  it('is relative to the same person’s own pictures at rest', () => {
    const worn = [see('rest', 0, 50), see('rest', 2, 50)];
    expect(bentOf([...worn, see('peak', 20, 51), see('peak', -17, 51)])).toBe(1);
  });
});

it('pictures at rest, at peaks and at random times are scored, but at most three at rest', () => {
  const drawn = (
    ['rest', 'rest', 'halfway', 'peak', 'rest', 'random', 'next', 'rest', 'age'] as const
  ).map((role, at) => ({ ...see(role, 0, 0), t: at }));
  expect(timesToScore(drawn)).toEqual(new Set([0, 1, 3, 4, 5]));
});

describe('nothing is concluded', () => {
  it.each([
    ['without a picture at rest', [see('peak', 20, 99), see('peak', -20, 99)]],
    ['from one turned picture', [...rests, see('peak', 20, 99), see('halfway', 14.9, 99)]],
    [
      'from scores of a different head',
      [...rests, see('peak', 20, 99), see('peak', 20, 99, 'old')],
    ],
    [
      'without scores',
      [20, -20].map((yaw) => ({ ...see('peak', yaw, 0), face: seeFace({ yaw, pitch: 0 }) })),
    ],
    ['without pictures', []],
  ])('%s', (_, shown) => expect(bentOf(shown)).toBeUndefined());

  it('from values without a rest, or with a single turn', () => {
    expect(bentValue([], [1, 2])).toBeUndefined();
    expect(bentValue([1], [2])).toBeUndefined();
    expect(bentValue([1], [2, 4])).toBe(3);
    expect(bentValue([1, 3], [2, 9, 4])).toBe(4.5);
  });
});
