import { expect, it } from 'vitest';
import { type Face, FEATURES } from '../../../scripts/age-head/faces.ts';
import { judgeFaces } from '../../../scripts/age-head/judge.ts';
import { encodeBase64 } from '../../../src/crypto/encoding.ts';
import type { AgeHead } from '../../../src/workers/face/age-head.ts';

/** An age head whose score is the first feature. */
const HEAD: AgeHead = {
  id: 'test',
  weights: encodeBase64(Int8Array.from({ length: FEATURES }, (_, at) => (at === 0 ? 1 : 0)).buffer),
  step: 1,
  bias: 0,
  lower: { clip: [5, 45], mean: 5, deviation: 1 },
};
/**
 * Limits of the score at the gate of 18: 10 if 5 % of minors may pass, and 20 if 2 % may.
 */
const LIMITS = {
  '18': [
    [0.05, 10],
    [0.02, 20],
  ],
} as const;

const face = (line: number, age: number, score: number): Face => ({
  line,
  set: 'utk',
  age,
  sex: 'f',
  origin: '',
  person: `person ${line}`,
  ageNet: 5,
  faceres: 5,
  isFrontal: true,
  features: Float32Array.from({ length: FEATURES }, (_, at) => (at === 0 ? score : 0)),
});

it('counts who reaches the limit of the target, by age group, and leaves turned faces out', () => {
  const faces = [
    face(1, 15, 15),
    face(2, 17, 20),
    face(3, 18, 19),
    face(4, 30, 25),
    { ...face(5, 30, 5), isFrontal: false },
  ];
  const shares = (target: number) =>
    judgeFaces(HEAD, { limits: LIMITS }, faces, target).map((row) =>
      row.replace(/ \([^)]+\)/, '').slice(2, -2),
    );
  expect(shares(0.02)).toEqual([
    '13 to 17 | utk | 50.0 % of 2',
    '18 to 24 | utk | 0.0 % of 1',
    '25 to 40 | utk | 100.0 % of 1',
  ]);
  expect(shares(0.05)[0]).toBe('13 to 17 | utk | 100.0 % of 2');
});
