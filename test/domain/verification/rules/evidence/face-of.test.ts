import { expect, it } from 'vitest';
import { faceOf } from '../../../../../src/domain/verification/rules/evidence/face-of.ts';
import type { KeptFace } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';

const kept = (yaw: number, descriptor: number[], isFrontal = false): KeptFace => ({
  yaw,
  pitch: 0,
  descriptor: Float32Array.from(descriptor),
  ...(isFrontal && { isFrontal }),
});

it('is the mean of the pictures that were taken to be frontal, scaled to length 1', () => {
  const faces = [kept(0, [0, 0, 1]), kept(3, [1, 0, 0], true), kept(-4, [0, 1, 0], true)];
  const face = faceOf({ faces }) ?? [];
  expect(face.map((value) => value.toFixed(4))).toEqual(['0.7071', '0.7071', '0.0000']);
});

it('is that of the frontal ones of the movements where no step asked for any', () => {
  expect(faceOf({ faces: [kept(0, [1, 0]), kept(25, [0, 1])] })).toEqual([1, 0]);
});

it('is nothing where no picture is frontal', () => {
  expect(faceOf({ faces: [] })).toBeUndefined();
  expect(faceOf({ faces: [kept(30, [1, 0])] })).toBeUndefined();
});
