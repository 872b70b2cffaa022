import { expect, it } from 'vitest';
import { faceOf } from '../../../../../src/domain/verification/rules/evidence/face-of.ts';
import type { KeptFace } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';

const kept = (yaw: number, descriptor: number[], isFrontal = false): KeptFace => ({
  yaw,
  pitch: 0,
  descriptor: Float32Array.from(descriptor),
  ...(isFrontal && { isFrontal }),
});

it('the face of a session is the mean of the pictures that were requested as frontal, scaled to length 1', () => {
  const faces = [kept(0, [0, 0, 1]), kept(3, [1, 0, 0], true), kept(-4, [0, 1, 0], true)];
  const face = faceOf({ faces }) ?? [];
  expect(face.map((value) => value.toFixed(4))).toEqual(['0.7071', '0.7071', '0.0000']);
});

it('the face of a session is taken from frontal pictures of the movements when no step requested frontal pictures', () => {
  expect(faceOf({ faces: [kept(0, [1, 0]), kept(25, [0, 1])] })).toEqual([1, 0]);
});

it('a session without a frontal picture has no face', () => {
  expect(faceOf({ faces: [] })).toBeUndefined();
  expect(faceOf({ faces: [kept(30, [1, 0])] })).toBeUndefined();
});
