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

describe('whether two faces are one (D-148)', () => {
  it.each([
    [portrait.same, 'same'],
    [portrait.same + 0.001, 'unclear'],
    [portrait.other, 'unclear'],
    [portrait.other + 0.001, 'other'],
    [NaN, 'other'],
  ])('%d apart: %s', (apart, ruling) => {
    expect(judgeFaces(apart, portrait)).toBe(ruling);
  });

  it('has an answer between yes and no for who comes back, too', () => {
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

  it('asks more of faces that many others are like', () => {
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

  it('says alike of cosines, of which long lists are made', () => {
    const [ada, bea] = [describePerson('Ada'), describePerson('Bea')];
    const cosine = ada.reduce((sum, value, index) => sum + value * (bea[index] ?? 0), 0);
    const [one, other] = [placeFace(ada), placeFace(bea)];
    expect(cosineWithin(facesApart(ada, bea), one, other)).toBeCloseTo(cosine, 5);
    expect(cosineWithin(-1, one, other)).toBe(Infinity);
  });

  it('compares nothing that faceres has not described', () => {
    expect(() => facesApart([1, 0], [1, 0])).toThrow(RangeError);
  });
});
