// Checks the bent head's data (D-180): its id, and the limit that was found for it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nameHead } from '../../bench/bent/classifier.ts';
import { BENT_HEAD, MAX_BENT } from '../../src/domain/verification/rules/evidence/bent-pictures.ts';
import { type BentHead, makeBentScore } from '../../src/workers/face/bent-head.ts';

const HEAD = JSON.parse(readFileSync('data/bent-head.json', 'utf8')) as BentHead;

it('has an id that matches its content, and a limit for that id, which the documentation states', () => {
  expect(HEAD.id).toBe(nameHead(HEAD));
  expect(nameHead({ ...HEAD, bias: HEAD.bias + 0.001 })).not.toBe(HEAD.id);
  expect(BENT_HEAD).toBe(HEAD.id);
  const page = readFileSync('docs/liveness-evidence.md', 'utf8');
  expect(page).toContain(
    `The limits of the shipped head are ${MAX_BENT.standard} at \`standard\` and ${MAX_BENT.strict} at \`strict\`.`,
  );
});

it('scores textures of its own length only', () => {
  const score = makeBentScore(HEAD);
  expect(score(new Float32Array(2304))).toEqual({ id: HEAD.id, score: expect.any(Number) });
  expect(() => score(new Float32Array(2303))).toThrow(RangeError);
});

it('scores by a hidden layer over standardised, clipped inputs', () => {
  const base64 = (values: Float32Array | Int8Array): string =>
    Buffer.from(values.buffer).toString('base64');
  const score = makeBentScore({
    id: 'small',
    means: base64(Float32Array.of(1, 0)),
    gains: base64(Float32Array.of(2, 1)),
    clip: 3,
    weights: base64(Int8Array.of(10, -20, 1, 1)),
    units: [
      { step: 0.1, bias: 0.5, weight: 2 },
      { step: 1, bias: -100, weight: 7 },
    ],
    bias: -1,
  });
  // The inputs are 2 x (2 - 1) = 2 and 9, which is clipped to 3; the second unit is off.
  expect(score(Float32Array.of(2, 0.5)).score).toBeCloseTo(2 * (2 - 1 + 0.5) - 1, 5);
  expect(score(Float32Array.of(2, -9)).score).toBeCloseTo(2 * (2 + 6 + 0.5) - 1, 5);
});
