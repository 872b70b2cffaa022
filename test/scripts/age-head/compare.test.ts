import { describe, expect, it } from 'vitest';
import { compareWays } from '../../../scripts/age-head/compare.ts';
import { type Face, FEATURES } from '../../../scripts/age-head/faces.ts';
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

/** Forty minors and forty adults. The adults' scores are the minors' plus `step`. */
const people = (step: number): Face[] =>
  Array.from({ length: 80 }, (_, line) =>
    face(line, line < 40 ? 15 : 20, (line < 40 ? 0 : step) + (line % 40)),
  );

describe('the gain of another way of taking pictures', () => {
  const lines = (...faces: (readonly Face[])[]) =>
    compareWays(HEAD, [
      { name: 'usual', join: 'mean', faces: [people(0)] },
      { name: 'other', join: 'mean', faces },
    ]);

  it('is zero when the pictures are the same', () => {
    const [usual = '', other = ''] = lines(people(0));
    expect(usual).toContain('| 48.8 %, 0.0 (0.0 to 0.0) |');
    expect(other).toBe(usual.replace('usual', 'other'));
  });

  it('is how much more often adults pass at the same rate of minors, with an interval', () => {
    const [, other = ''] = lines(people(40));
    expect(other).toMatch(/\| 100\.0 %, 51\.2 \(\d\d\.\d to \d\d\.\d\) \|$/);
  });

  it('is computed over people who are measured in every way, from joined pictures', () => {
    const [usual = '', other = ''] = lines(people(0), people(80).slice(1));
    expect(usual).toContain(' of 39 | ');
    // The adults' joined scores are 40 above the minors': the mean of 0 and 80.
    expect(other).toMatch(/\| 100\.0 %, /);
  });
});
