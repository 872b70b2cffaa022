import { describe, expect, it } from 'vitest';
import type { MeasuredPortrait } from '../../../../../src/vision/face/face-wire.ts';
import type { KeptFace } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';
import { judgePortrait } from '../../../../../src/domain/verification/rules/document/portrait-match.ts';
import { seeFace, seePortrait } from '../../../../support/visitor/scripted-face.ts';

const live = (person: string, yaw = 0): KeptFace => ({
  yaw,
  pitch: 0,
  descriptor: Float32Array.from(seeFace({ yaw, pitch: 0, person }).descriptor),
});

/** One face, and a portrait of which the descriptor is this far from it. */
function apart(distance: number): [KeptFace[], MeasuredPortrait] {
  const angle = 2 * Math.asin(distance / 2);
  return [
    [{ yaw: 0, pitch: 0, descriptor: Float32Array.from([1, 0]) }],
    { ...seePortrait('Ada'), descriptor: [Math.cos(angle), Math.sin(angle)] } as MeasuredPortrait,
  ];
}

describe('a portrait is that of the person before the camera (D-91)', () => {
  it.each([
    [0.3, 'match'],
    [0.91, 'match'],
    [0.93, 'unclear'],
    [1.02, 'unclear'],
    [1.04, 'differs'],
    [1.4, 'differs'],
  ])('at a distance of %d: %s', (distance, ruling) => {
    expect(judgePortrait(...apart(distance))).toBe(ruling);
  });

  it('by the median of the pictures that look straight ahead', () => {
    const faces = [live('Ada'), live('Ada', 2), live('Bo', 3)];
    expect(judgePortrait(faces, seePortrait('Ada'))).toBe('match');
    expect(judgePortrait(faces, seePortrait('Bo'))).toBe('differs');
    const turned = [live('Bo', 20), live('Bo', -24), live('Ada', 1)];
    expect(judgePortrait(turned, seePortrait('Ada'))).toBe('match');
  });

  it('by the straightest, where none looks straight ahead', () => {
    const turned = [live('Bo', 28), live('Ada', -17)];
    expect(judgePortrait(turned, seePortrait('Ada'))).toBe('match');
  });

  it('not without a portrait, and not without a person', () => {
    expect(judgePortrait([live('Ada')], { ok: false, fault: 'too_small' })).toBe('no_face');
    expect(() => judgePortrait([], seePortrait('Ada'))).toThrow(RangeError);
  });
});
