import { expect, it } from 'vitest';
import { groupRates } from '../../../scripts/calibrate/group-rates.ts';

const LIMITS = { portrait: { same: 0.88, other: 1.05 }, enrolled: { same: 0.83, other: 1.05 } };
const NONE = new Float32Array();

it('counts pairs within and beyond the limits, with intervals', () => {
  const strangers = Float32Array.from({ length: 100 }, (_, at) => (at < 2 ? 0.85 : 1.2));
  const own = Float32Array.of(0.8, 0.84, 0.9, 1.1);
  const [one, ...rest] = groupRates(
    [
      {
        group: 'A',
        people: 20,
        pictures: 24,
        own,
        strangers,
        enrolledOwn: NONE,
        enrolledStrangers: NONE,
      },
      {
        group: 'B',
        people: 1,
        pictures: 4,
        own,
        strangers: NONE,
        enrolledOwn: NONE,
        enrolledStrangers: NONE,
      },
    ],
    LIMITS,
  );
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    people: 20,
    strangers: { pairs: 100 },
    own: { pairs: 4 },
  });
  // The Wilson score interval for 2 of 100.
  const [share, low, high] = one?.strangers.portrait ?? [];
  expect(share).toBe(0.02);
  expect(low).toBeCloseTo(0.0055, 4);
  expect(high).toBeCloseTo(0.07, 3);
  expect(one?.strangers.enrolled.slice(0, 2)).toEqual([0, 0]);
  expect(one?.own?.portrait_again[0]).toBe(0.5);
  expect(one?.own?.portrait_other[0]).toBe(0.25);
  expect(one?.own?.enrolled_refused[0]).toBe(0.75);
});

it('has no rate for people with a single picture each', () => {
  const strangers = Float32Array.of(1.2, 1.3);
  const [one] = groupRates(
    [
      {
        group: 'A',
        people: 2,
        pictures: 2,
        own: NONE,
        strangers,
        enrolledOwn: NONE,
        enrolledStrangers: NONE,
      },
    ],
    LIMITS,
  );
  expect(one).not.toHaveProperty('own');
});
