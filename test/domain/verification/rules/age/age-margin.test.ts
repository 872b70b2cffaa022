import { describe, expect, it } from 'vitest';
import { parseAgeError, SHIPPED_AGE_ERROR as TABLE } from '../../../../../src/config/age-error.ts';
import {
  marginOf,
  marginWarnings,
} from '../../../../../src/domain/verification/rules/age/age-margin.ts';
import {
  detailedOutlook,
  errorAtAge,
  groupedOutlook,
  outlookOf,
  type AgeQuestion,
} from '../../../../../src/domain/verification/rules/age/age-outlook.ts';
import { failYearsAt } from '../../../../../src/domain/verification/rules/age/age-rule.ts';
import {
  withInterval,
  type Share,
} from '../../../../../src/domain/verification/rules/age/error-curve.ts';

type MarginQuestion = Partial<AgeQuestion & { failYears: number }>;
const outlook = (
  ages: readonly [number, number],
  passYears = 7,
  { gate = 18, place = 'device', failYears = failYearsAt(gate) }: MarginQuestion = {},
) => outlookOf(TABLE, { gate, place }, { passYears, failYears }, ages);
const holds = ({ low, high }: Share, measured: number) => low <= measured && measured <= high;

describe('the predicted rates of the shipped table', () => {
  it.each([
    // A constant error of 7 years would predict 18%, 25% and 46% for these rows.
    [17, 'passed', 0.094, 0.025],
    [17, 'failed', 0.04, 0.015],
    [24, 'passed', 0.25, 0.06],
  ] as const)(
    'at gate 18, margin 7: the share of %d-year-olds who %s is %f as counted',
    (age, what, counted, off) => {
      const share = outlook([age, age])[what];
      expect(Math.abs(share.share - counted)).toBeLessThan(off);
      expect(holds(share, counted)).toBe(true);
    },
  );

  it('match every counted share at gate 18 within the range of the two sets', () => {
    for (const { margin, ages, passed, failed } of TABLE.shares ?? []) {
      const computed = outlook([ages[0] ?? 0, ages[1] ?? 0], margin, { failYears: margin });
      for (const [share, counted] of [
        [computed.passed, passed],
        [computed.failed, failed],
      ] as const) {
        const near =
          share.share > Math.min(...counted) - 0.045 && share.share < Math.max(...counted) + 0.045;
        expect([margin, ages, share.share, counted, near]).toEqual([
          margin,
          ages,
          share.share,
          counted,
          true,
        ]);
      }
    }
  });

  it.each([
    [16, 8, 0.015, 0.03],
    [18, 8, 0.015, 0.03],
    [21, 8, 0.015, 0.03],
    [25, 8, 0.015, 0.03],
    [16, 12, 0, 0.015],
    [18, 10, 0, 0.015],
    [21, 10, 0, 0.015],
    [25, 10, 0, 0.015],
  ])(
    'with two nets at gate %d, margin %d: the share of too young people who pass is as measured',
    (gate, margin, low, high) => {
      const { passed } = outlook([gate - 5, gate - 1], margin, { gate, place: 'edge' });
      expect(passed.share).toBeGreaterThan(low);
      expect(passed.share).toBeLessThan(high);
    },
  );

  it('with two nets fewer minors and as many adults pass (held out: 8 of 321, not 15)', () => {
    const [one, two] = [outlook([13, 17]), outlook([13, 17], 7, { place: 'edge' })];
    expect(two.passed.share).toBeLessThan(one.passed.share * 0.65);
    expect(holds(two.passed, 8 / 321)).toBe(true);
    const adults = outlook([25, 40], 7, { place: 'edge' }).passed;
    expect(holds(adults, 0.635)).toBe(true);
  });

  it('add up to one, and never fall with age among the young', () => {
    const rows = detailedOutlook(
      TABLE,
      { gate: 18, place: 'device' },
      { passYears: 7, failYears: 7 },
    );
    expect(rows).toHaveLength(30);
    for (const { passed, failed, inconclusive } of rows)
      expect(passed.share + failed.share + inconclusive.share).toBeCloseTo(1, 2);
    const young = rows.filter(({ ages }) => ages[0] < 30).map(({ passed }) => passed.share);
    expect(young).toEqual(young.toSorted((a, b) => a - b));
  });

  it.each([
    [
      1,
      [
        [1, 7],
        [8, 60],
      ],
    ],
    [
      18,
      [
        [13, 17],
        [18, 24],
        [25, 60],
      ],
    ],
    [
      60,
      [
        [55, 59],
        [60, 66],
      ],
    ],
  ])('group people around gate %d', (gate, groups) => {
    const outlooks = groupedOutlook(TABLE, { gate, place: 'edge' }, { passYears: 8, failYears: 7 });
    expect(outlooks.map(({ ages }) => ages)).toEqual(groups);
  });

  it('return the error at an age', () => {
    expect([0, 18, 99, 130].map((age) => errorAtAge(TABLE, age))).toEqual([2.79, 3.59, 6.07, 6.07]);
  });
});

describe('the margin of a session (D-84)', () => {
  const policy = { floorYears: 2, defaultYears: 7 };
  const at = (gate: number, place: 'device' | 'edge' = 'edge') => ({ gate, place });
  const margin = (gate: number, more: object, place: 'device' | 'edge' = 'edge') => {
    const { years, isReached } = marginOf(TABLE, at(gate, place), { ...policy, ...more });
    return { years, isReached };
  };

  it('is the customer’s years, else derived from the target, else the service’s, and never below the floor', () => {
    expect(margin(18, {})).toEqual({ years: 7, isReached: true });
    expect(margin(18, { marginYears: 4 })).toEqual({ years: 4, isReached: true });
    expect(margin(18, { marginYears: 0 })).toEqual({ years: 2, isReached: true });
    expect(margin(18, { target: 2 })).toEqual({ years: 9, isReached: true });
    expect(margin(18, { marginYears: 4, target: 2 }).years).toBe(4);
    expect(margin(18, { target: 5, floorYears: 8 }).years).toBe(8);
  });

  it.each([
    // In measurements, about 2 to 3 % of the people who are too young pass with a margin of 8
    // years, and about 1 % with 10 years. At gate 16, a rate of 1 % requires 12 years.
    [16, 9, 11],
    [18, 9, 11],
    [21, 9, 11],
    [25, 8, 10],
  ])('for 2 and 1 %% at gate %d is within a year of the measured one', (gate, two, one) => {
    expect([margin(gate, { target: 2 }).years, margin(gate, { target: 1 }).years]).toEqual([
      two,
      one,
    ]);
  });

  it('is larger on a device, which has one net', () => {
    for (const gate of [14, 16, 18, 21, 25])
      for (const target of [5, 2, 1])
        expect(margin(gate, { target }, 'device').years).toBeGreaterThan(
          margin(gate, { target }).years,
        );
  });

  it('is the largest available when no margin reaches the target, and a warning says so', () => {
    expect(margin(13, { target: 1 })).toEqual({ years: 15, isReached: false });
    expect(margin(40, { target: 1 }, 'device').isReached).toBe(false);
    const warned = (gate: number, target: 1 | 2) =>
      marginWarnings(TABLE, at(gate), { ...policy, target }, margin(gate, { target }));
    expect(warned(18, 1)).toEqual([]);
    expect(warned(13, 2).map(({ code }) => code)).toEqual(['age_estimate_unsuitable']);
    expect(warned(13, 1)).toHaveLength(2);
  });

  it('cannot be reached at gate 1, which nobody is below', () => {
    expect(margin(1, { target: 1, floorYears: 0 }).isReached).toBe(false);
    expect(margin(1, { target: 2, floorYears: 0 })).toEqual({ years: 0, isReached: true });
  });
});

describe('a confidence interval', () => {
  it('is Wilson’s: wider for fewer people, and within 0 and 1', () => {
    expect(withInterval(0.5, 100)).toEqual({ share: 0.5, low: 0.404, high: 0.596 });
    expect(withInterval(0, 20)).toMatchObject({ low: 0, high: 0.161 });
    expect(withInterval(1, 20)).toMatchObject({ low: 0.839, high: 1 });
  });
});

describe('a table of an operator', () => {
  const changed = (change: (table: any) => void) => {
    const table = structuredClone(TABLE) as any;
    change(table);
    return JSON.stringify(table);
  };

  it('may omit what is not used in computations, and the second net', () => {
    const text = changed((table) => {
      for (const name of ['about', 'shares', 'by_sex', 'held_out']) delete table[name];
      delete table.curves.two_nets;
    });
    const table = parseAgeError(text);
    expect(table?.curves.two_nets).toBeUndefined();
    // Without the curve for two nets, the larger error of a single net applies at the edge, as it
    // does on the device.
    const minors = (place: 'edge' | 'device') =>
      outlookOf(table ?? TABLE, { gate: 18, place }, { passYears: 7, failYears: 7 }, [13, 17]);
    expect(minors('edge')).toEqual(minors('device'));
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['bands with a gap', changed((table) => table.bands.splice(3, 1))],
    ['no bands', changed((table) => (table.bands = []))],
    ['nobody measured', changed((table) => (table.bands[0].effective_n = 0))],
    ['knots in disorder', changed((table) => table.curves.one_net.knots.reverse())],
    ['a spread of nothing', changed((table) => (table.curves.two_nets.knots[0][2] = 0))],
    ['a text for a number', changed((table) => (table.curves.one_net.skew = '0.2'))],
    ['another day', changed((table) => (table.measured_on = 'today'))],
  ])('is refused: %s', (_name, text) => {
    expect(parseAgeError(text)).toBeUndefined();
  });
});
