import { describe, expect, it } from 'vitest';
import { readCode } from '../../../../widget/hosted/handoff/typed-code.ts';

describe('the code that a person types on the phone', () => {
  it.each([
    ['0427', 'as shown'],
    [' 04 27\n', 'with spaces, as pasted'],
    ['04-27', 'with a hyphen'],
    ['\u200e0427\u200f', 'with marks of direction'],
    ['٠٤٢٧', 'on an Arabic keyboard'],
    ['۰۴۲۷', 'on a Persian keyboard'],
    ['०४२७', 'on a Hindi keyboard'],
    ['０４２７', 'in full-width digits'],
  ])('%j is read as %s', (typed) => {
    expect(readCode(typed)).toBe('0427');
  });

  it.each(['', '042', '04270', 'O427', '04,27', '²427', '௧௨௩௪'])('%j is not a code', (typed) => {
    expect(readCode(typed)).toBeUndefined();
  });
});
