// What the consoles offer of a customer's policy, held to the rules that sessions are made by.
import { describe, expect, it } from 'vitest';
import { offeredYears } from '../../widget/console/margin-choices.ts';

describe('margins in years', () => {
  it('begin at the floor of the service, below which each would be refused', () => {
    expect(offeredYears(2, null)).toEqual([2, 3, 5, 7, 9, 11, 15]);
    expect(offeredYears(0, null)).toEqual([0, 2, 3, 5, 7, 9, 11, 15]);
    expect(offeredYears(4, null)).toEqual([4, 5, 7, 9, 11, 15]);
    expect(offeredYears(18, null)).toEqual([18]);
  });

  it('have the number that is saved among them', () => {
    expect(offeredYears(2, 4.5)).toEqual([2, 3, 4.5, 5, 7, 9, 11, 15]);
    expect(offeredYears(2, 7)).toEqual(offeredYears(2, null));
  });
});
