import { describe, expect, it } from 'vitest';
import {
  failYearsAt,
  judgeAges,
  steadyCentre,
} from '../../../../../src/domain/verification/rules/age/age-rule.ts';

const both = (...ages: [ageNet: number, faceres?: number][]) =>
  ages.map(([ageNet, faceres]) => (faceres === undefined ? { ageNet } : { ageNet, faceres }));
const one = (...ages: number[]) => both(...ages.map((age): [number] => [age]));
const margins = { passYears: 8, failYears: 7 };
const judge = (pictures: ReturnType<typeof both>, gate = 18) =>
  judgeAges(pictures, { gate, margins });
const judgeOne = (pictures: ReturnType<typeof one>, gate = 18, passYears = 7) =>
  judgeAges(pictures, {
    gate,
    margins: { passYears, failYears: failYearsAt(gate) },
    nets: ['ageNet'],
  });

describe('both nets over the pictures', () => {
  it('pass a person only when each of the two passes', () => {
    expect(judge(both([30, 29], [31, 27], [29, 28]))).toBe('pass');
    expect(judge(both([40, 25], [41, 24], [42, 25]))).toBe('inconclusive');
    expect(judge(both([25, 40], [24, 41], [25, 42]))).toBe('inconclusive');
  });

  it('count an estimate exactly on the line as reached', () => {
    expect(judge(both([26, 26]))).toBe('pass');
    expect(judge(both([26, 25.99]))).toBe('inconclusive');
  });

  it('fail a person by AgeNet alone, with a separate margin', () => {
    expect(judge(both([10.9, 30]))).toBe('fail');
    expect(judge(both([11, 11]))).toBe('inconclusive');
    // The second net is off by 13 years at the age of 70, which must not cause anybody to fail.
    expect(judge(both([64, 51]), 65)).toBe('inconclusive');
  });

  it('decide nothing when one net has no estimate, or an estimate that is not a number', () => {
    expect(judge([])).toBe('inconclusive');
    expect(judge(both([40, 40], [40]))).toBe('inconclusive');
    expect(judge(both([5]))).toBe('inconclusive');
    expect(judge(both([40, Number.NaN]))).toBe('inconclusive');
    expect(judge(both([Number.NaN, 40]))).toBe('inconclusive');
    expect(judge(both([Number.POSITIVE_INFINITY, 40]))).toBe('inconclusive');
  });

  it('are not swayed by one picture out of three', () => {
    expect(judge(both([20, 20], [21, 21], [70, 70]))).toBe('inconclusive');
    expect(judge(both([40, 40], [41, 41], [5, 5]))).toBe('pass');
  });
});

describe('a second attempt', () => {
  const first = both([21, 20], [20, 21], [22, 21]);
  const lucky = both([28, 27], [29, 28], [27, 29]);

  it('is judged together with the first, so that a lucky attempt does not win', () => {
    expect(judge(lucky)).toBe('pass');
    expect(judge([...first, ...lucky])).toBe('inconclusive');
    expect(judge([...lucky, ...first])).toBe('inconclusive');
  });

  it('passes when both attempts together pass', () => {
    const close = both([25, 26], [25.5, 26], [25.8, 26]);
    expect(judge([...close, ...lucky])).toBe('pass');
  });

  it('decides nothing when the two show people of different ages', () => {
    expect(
      judge([...both([19, 19], [20, 20], [19, 20]), ...both([45, 45], [46, 46], [45, 44])]),
    ).toBe('inconclusive');
  });
});

describe('the one net of a device', () => {
  it.each([
    [40, 18, 'pass'],
    [25, 18, 'pass'],
    [24.9, 18, 'inconclusive'],
    [18, 18, 'inconclusive'],
    [11, 18, 'inconclusive'],
    [10.99, 18, 'fail'],
    [40, 65, 'fail'],
    [16, 1, 'pass'],
  ] as const)('decides an estimate of %d at gate %d: %s', (age, gate, ruling) => {
    expect(judgeOne(one(age), gate)).toBe(ruling);
  });

  it('uses the given margin for passing, and a separate one for failing', () => {
    expect(judgeOne(one(24), 18, 3)).toBe('pass');
    expect(judgeOne(one(40), 18, 30)).toBe('inconclusive');
    expect(judgeOne(one(12), 18, 3)).toBe('inconclusive');
  });

  it.each([
    [18, 7],
    [21, 7],
    [22, 12],
    [25, 12],
    [65, 12],
  ])('fails at gate %d only more than %d years below it', (gate, years) => {
    expect(failYearsAt(gate)).toBe(years);
    expect(judgeOne(one(gate - years), gate)).toBe('inconclusive');
    expect(judgeOne(one(gate - years - 0.01), gate)).toBe('fail');
  });
});

describe('steadyCentre', () => {
  it('is the median while the scaled median absolute deviation is at most 8 years', () => {
    expect(steadyCentre([30, 32, 31, 90])).toBe(31.5);
    expect(steadyCentre([5])).toBe(5);
    expect(steadyCentre([20, 40])).toBeUndefined();
  });
});
