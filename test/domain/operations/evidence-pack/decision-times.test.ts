// The times to decision in an evidence pack (D-164).
import { describe, expect, it } from 'vitest';
import {
  percentileOf,
  timesOf,
} from '../../../../src/domain/operations/evidence-pack/decision-times.ts';

const each = (...seconds: number[]) => seconds.map((one) => ({ seconds: one, times: 1 }));

describe('a percentile', () => {
  it.each([
    [each(10, 20, 30, 40), 0.5, 20],
    [each(40, 10, 30, 20), 0.9, 40],
    [[{ seconds: 5, times: 9 }, ...each(100)], 0.9, 5],
    [[{ seconds: 5, times: 8 }, ...each(100, 200)], 0.9, 100],
    [[], 0.5, null],
  ])('of %j at %d is %s', (counts, share, seconds) => {
    expect(percentileOf(counts, share)).toBe(seconds);
  });
});

describe('decision times', () => {
  it('are suppressed below ten decisions', () => {
    expect(timesOf([{ seconds: 5, times: 9 }], null)).toEqual({
      timed: null,
      median_seconds: null,
      ninetieth_percentile_seconds: null,
    });
  });

  it('are shown from ten decisions on, even when their number is suppressed', () => {
    expect(timesOf([{ seconds: 5, times: 9 }, ...each(60)], null)).toEqual({
      timed: null,
      median_seconds: 5,
      ninetieth_percentile_seconds: 5,
    });
  });
});
