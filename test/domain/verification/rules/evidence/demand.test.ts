import { describe, expect, it } from 'vitest';
import { describing } from '../../../../../src/domain/verification/rules/evidence/demand.ts';

describe('a face descriptor is requested', () => {
  it.each([
    ['rest', {}, {}],
    ['age', {}, {}],
    ['peak', { describedWithin: 30 }, {}],
    ['random', { describedWithin: 30 }, {}],
  ] as const)('for a picture drawn as %s, as far as it is compared', (role, alone, all) => {
    expect(describing({ role }, false)).toEqual({ isDescribed: true, ...alone });
    expect(describing({ role }, true)).toEqual({ isDescribed: true, ...all });
  });

  it.each(['halfway', 'next'] as const)('never for a picture drawn as %s', (role) => {
    expect(describing({ role }, false)).toEqual({ isDescribed: false });
    expect(describing({ role }, true)).toEqual({ isDescribed: false });
  });
});
