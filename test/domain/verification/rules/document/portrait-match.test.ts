import { describe, expect, it } from 'vitest';
import { SHIPPED_FACE_LIMITS } from '../../../../../src/config/face-limits.ts';
import type { MeasuredPortrait } from '../../../../../src/vision/face/face-wire.ts';
import type { KeptFace } from '../../../../../src/domain/verification/rules/evidence/same-person.ts';
import {
  judgePortrait,
  portraitDistance,
} from '../../../../../src/domain/verification/rules/document/portrait-match.ts';
import { distanceFor } from '../../../../support/visitor/scripted-descriptor.ts';
import { blendPortrait, seeFace, seePortrait } from '../../../../support/visitor/scripted-face.ts';

const { portrait: LIMITS } = SHIPPED_FACE_LIMITS;
const judge = (faces: readonly KeptFace[], portrait: MeasuredPortrait) =>
  judgePortrait(faces, portrait, LIMITS);

const live = (person: string, yaw = 0): KeptFace => ({
  yaw,
  pitch: 0,
  descriptor: Float32Array.from(seeFace({ yaw, pitch: 0, person }).descriptor),
});

describe('the portrait matches the person before the camera (D-91)', () => {
  it.each([
    [LIMITS.same - 0.03, 'same'],
    [LIMITS.same + 0.03, 'unclear'],
    [LIMITS.other - 0.01, 'unclear'],
    [LIMITS.other + 0.03, 'other'],
  ])('at a distance of %d: %s', (apart, ruling) => {
    const found = blendPortrait('Ada', 'Bo', distanceFor(apart));
    const portrait = found as Extract<MeasuredPortrait, { ok: true }>;
    expect(portraitDistance([live('Ada')], portrait)).toBeCloseTo(apart, 1);
    expect(judge([live('Ada')], portrait)).toBe(ruling);
  });

  it('by the median of the pictures that face straight ahead', () => {
    const faces = [live('Ada'), live('Ada', 2), live('Bo', 3)];
    expect(judge(faces, seePortrait('Ada'))).toBe('same');
    expect(judge(faces, seePortrait('Bo'))).toBe('other');
    const turned = [live('Bo', 20), live('Bo', -24), live('Ada', 1)];
    expect(judge(turned, seePortrait('Ada'))).toBe('same');
  });

  it('by the straightest picture, when none faces straight ahead', () => {
    const turned = [live('Bo', 28), live('Ada', -17)];
    expect(judge(turned, seePortrait('Ada'))).toBe('same');
  });

  it('never without a portrait, and never without a person', () => {
    expect(judge([live('Ada')], { ok: false, fault: 'too_small' })).toBe('no_face');
    expect(() => judge([], seePortrait('Ada'))).toThrow(RangeError);
  });
});
