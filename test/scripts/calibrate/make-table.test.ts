import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../../scripts/calibrate/estimate.ts';
import { makeTable } from '../../../scripts/calibrate/make-table.ts';
import { describeTable } from '../../../scripts/calibrate/report.ts';
import { parseAgeError, SHIPPED_AGE_ERROR } from '../../../src/config/age-error.ts';
import { outlookOf } from '../../../src/domain/verification/rules/age/age-outlook.ts';

/** @param off returns the errors that the two nets add to a person's true age */
const people = (
  count: number,
  age: number,
  off: (index: number) => [number, number],
  label: Partial<Estimate> = {},
): Estimate[] =>
  Array.from({ length: count }, (_, index) => {
    const [one, two] = off(index);
    return {
      file: `${age}-${label.sex}-${index}.jpg`,
      age,
      ageNet: age + one,
      faceres: age + two,
      ...label,
    };
  });

const DAY = '2026-11-22';
const alternating = (index: number): [number, number] => (index % 2 === 0 ? [5, 4] : [-1, 6]);
const bandOf = (estimates: Estimate[], age: number) =>
  makeTable(estimates, DAY).bands.find(({ ages }) => age >= ages[0] && age <= ages[1]);

describe('a table from an operator’s own pictures', () => {
  it('contains bias, error and spread of one net, and of the lower of two', () => {
    expect(bandOf(people(20, 14, alternating), 14)).toEqual({
      ages: [13, 15],
      n: 20,
      effective_n: 20,
      one_net: { bias: 2, mae: 3, sd: 3 },
      two_nets: { bias: 1.5, mae: 2.5, sd: 2.5 },
    });
  });

  it('keeps the shipped figures for ages with fewer than 20 people, and says so', () => {
    const shipped = SHIPPED_AGE_ERROR.bands[1];
    expect(bandOf(people(19, 14, alternating), 14)).toEqual({ ...shipped, is_shipped: true });
    expect(describeTable(makeTable(people(19, 14, alternating), DAY))).toContain(
      '13-15: fewer than 20 people; the shipped figures stay',
    );
  });

  it('counts people, not pictures, when the people are known', () => {
    const twins = people(40, 14, alternating).map((one, index) => ({
      ...one,
      person: `p${index % 20}`,
    }));
    expect(bandOf(twins, 14)).toMatchObject({ n: 40, effective_n: 20 });
    const few = twins.map((one) => ({ ...one, person: 'p1' }));
    expect(bandOf(few, 14)).toMatchObject({ is_shipped: true });
  });

  it('can be used to compute margins, and its measurements change the predicted rates', () => {
    const table = makeTable(
      people(60, 17, (index) => [9 + (index % 3), 9 + (index % 3)]),
      DAY,
    );
    const parsed = parseAgeError(JSON.stringify(table));
    expect(parsed).toEqual(table);
    const question = { gate: 18, place: 'edge' } as const;
    const passing = (one: typeof table) =>
      outlookOf(one, question, { passYears: 7, failYears: 7 }, [17, 17]).passed.share;
    expect(passing(SHIPPED_AGE_ERROR)).toBeLessThan(0.1);
    expect(passing(parsed ?? SHIPPED_AGE_ERROR)).toBeGreaterThan(0.9);
  });

  it('reports who passes by age, sex and skin tone, with intervals, and shows empty cells', () => {
    const table = makeTable(
      [
        ...people(10, 16, () => [10, 3], { sex: 'female', skinTone: '5' }),
        ...people(5, 30, () => [0, 0], { sex: 'male' }),
      ],
      DAY,
    );
    expect(table.cells).toContainEqual(['all', '', 13, 17, 10, 10, 0, 10, 0.1]);
    expect(table.cells).toContainEqual(['sex', 'female', 18, 24, 0, 0, 0]);
    expect(table.cells).toContainEqual(['skin tone', '5', 13, 17, 10, 10, 0, 10, 0.1]);
    const text = describeTable(table);
    expect(text).toContain('sex female, 18-24: no pictures');
    expect(text).toContain('pass by one net 100 % (72.2 to 100), by two 0 % (0 to 27.8)');
  });

  it('fits into a setting, with two sexes and ten skin tones', () => {
    const everybody = [4, 14, 16, 19, 22, 27, 35, 50, 70].flatMap((age) =>
      ['male', 'female'].flatMap((sex) =>
        Array.from({ length: 10 }, (_, tone) =>
          people(20, age, alternating, { sex, skinTone: String(tone + 1) }),
        ).flat(),
      ),
    );
    const text = JSON.stringify(makeTable(everybody, DAY));
    expect(text.length).toBeLessThan(5 * 1024);
    expect(text).not.toMatch(/\.jpg/);
  });
});
