import { describe, expect, it } from 'vitest';
import { SHIPPED_FACE_LIMITS } from '../../../src/config/face-limits.ts';
import { distance } from '../../../src/domain/terms/descriptor-distance.ts';
import { cosineWithin, facesApart, judgeFaces } from '../../../src/domain/terms/face-match.ts';
import { placeFace } from '../../../src/domain/terms/face-space.ts';
import { judgeEnrolled } from '../../../src/domain/faces/face-templates/template.ts';
import {
  blendFaces,
  describePerson,
  distanceFor,
} from '../../support/visitor/scripted-descriptor.ts';

const { portrait, enrolled } = SHIPPED_FACE_LIMITS;

describe('the rule that decides whether two faces show the same person (D-148)', () => {
  it.each([
    [portrait.same, 'same'],
    [portrait.same + 0.001, 'unclear'],
    [portrait.other, 'unclear'],
    [portrait.other + 0.001, 'other'],
    [NaN, 'other'],
  ])('at a distance of %d: %s', (apart, ruling) => {
    expect(judgeFaces(apart, portrait)).toBe(ruling);
  });

  it('has an unclear range between same and other for returning people too', () => {
    const at = (apart: number) =>
      judgeEnrolled(
        describePerson('Ada'),
        blendFaces('Ada', 'Bea', distanceFor(apart)),
        SHIPPED_FACE_LIMITS,
      );
    expect(at(enrolled.same - 0.02)).toBe('same');
    expect(at((enrolled.same + enrolled.other) / 2)).toBe('unclear');
    expect(at(enrolled.other + 0.03)).toBe('other');
  });

  it('requires a closer match for faces that resemble many others', () => {
    const [ada, bea] = [describePerson('Ada'), describePerson('Bea')];
    const { nearness } = placeFace(ada);
    expect(nearness).toBeGreaterThan(0.9);
    const apart = facesApart(ada, bea);
    const beside = distance(
      { descriptor: Float32Array.from(ada) },
      { descriptor: Float32Array.from(bea) },
    );
    expect(apart).toBeCloseTo(1 + beside - (nearness + placeFace(bea).nearness) / 2, 5);
    expect(facesApart(bea, ada)).toBeCloseTo(apart, 10);
  });

  it('agrees with the cosine form, which long lists are compared by', () => {
    const [ada, bea] = [describePerson('Ada'), describePerson('Bea')];
    const cosine = ada.reduce((sum, value, index) => sum + value * (bea[index] ?? 0), 0);
    const [one, other] = [placeFace(ada), placeFace(bea)];
    expect(cosineWithin(facesApart(ada, bea), one, other)).toBeCloseTo(cosine, 5);
    expect(cosineWithin(-1, one, other)).toBe(Infinity);
  });

  it('rejects vectors that are not descriptors of faceres', () => {
    expect(() => facesApart([1, 0], [1, 0])).toThrow(RangeError);
  });
});
