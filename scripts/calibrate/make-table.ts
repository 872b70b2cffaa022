// Builds an error table in the format of data/age-error.json from labelled estimates. Pure.
import {
  SHIPPED_AGE_ERROR,
  type AgeErrorTable,
  type ErrorBand,
  type ErrorCurve,
} from '../../src/config/age-error.ts';
import type { Estimate } from './estimate.ts';
import type { Label } from './labels.ts';
import { makeHead } from './make-head.ts';

type Cell = NonNullable<AgeErrorTable['cells']>[number];

/**
 * A band with fewer people than this keeps the shipped figures, because its spread would be
 * statistically unreliable.
 */
export const MIN_PEOPLE = 20;
/** The gate and margin at which cells are counted. */
const CELLS = { gate: 18, marginYears: 7 } as const;
const GROUPS = [
  [13, 17],
  [18, 24],
  [25, 60],
] as const;

/** @param day the day of the measurements, YYYY-MM-DD */
export function makeTable(estimates: readonly Estimate[], day: string): AgeErrorTable {
  const bands = SHIPPED_AGE_ERROR.bands.map((shipped) => makeBand(shipped, estimates));
  const { one_net: one, two_nets: two = one } = SHIPPED_AGE_ERROR.curves;
  const own = new Map(bands.map((band) => [band, within(estimates, band.ages)]));
  const knotsOf = (curve: ErrorCurve, figures: (band: ErrorBand) => ErrorBand['two_nets']) => ({
    // Keeps the shape of the shipped curve, because so few pictures cannot reveal the shape of rare
    // errors.
    ...curve,
    knots: bands.flatMap((band): (readonly [number, number, number])[] => {
      const error = figures(band);
      const people = own.get(band) ?? [];
      if (band.is_shipped === true || error === undefined)
        return curve.knots.filter(([age]) => age >= band.ages[0] && age <= band.ages[1]);
      return [[round(meanOf(people.map(({ age }) => age))), error.bias, error.sd]];
    }),
  });
  return {
    kind: 'calibration',
    measured_on: day,
    pictures: estimates.length,
    sets: [
      { name: 'Own pictures', flattering: false, about: 'of people who consented, measured here.' },
    ],
    bands,
    curves: {
      one_net: knotsOf(one, (band) => band.one_net),
      two_nets: knotsOf(two, (band) => band.two_nets),
    },
    limits: SHIPPED_AGE_ERROR.limits,
    cells: makeCells(estimates),
    ...makeHead(estimates),
  };
}

function makeBand(shipped: ErrorBand, estimates: readonly Estimate[]): ErrorBand {
  const own = within(estimates, shipped.ages);
  const people = countPeople(own);
  if (people < MIN_PEOPLE) return { ...shipped, is_shipped: true };
  return {
    ages: shipped.ages,
    n: own.length,
    effective_n: people,
    one_net: errorOf(own, ({ ageNet }) => ageNet),
    two_nets: errorOf(own, lowerOf),
  };
}

const lowerOf = ({ ageNet, faceres }: Estimate): number => Math.min(ageNet, faceres);

const within = (estimates: readonly Estimate[], [from, to]: readonly [number, number]) =>
  estimates.filter(({ age }) => age >= from && age <= to);

const countPeople = (estimates: readonly Estimate[]): number =>
  new Set(estimates.map(({ person, file }) => person ?? `file ${file}`)).size;

function errorOf(estimates: readonly Estimate[], estimate: (one: Estimate) => number) {
  const errors = estimates.map((one) => estimate(one) - one.age);
  const bias = meanOf(errors);
  const variance = meanOf(errors.map((error) => (error - bias) ** 2));
  return {
    bias: round(bias),
    mae: round(meanOf(errors.map(Math.abs))),
    // A distribution needs a spread above zero.
    sd: Math.max(0.1, round(Math.sqrt(variance))),
  };
}

/**
 * Builds cells for all people, then for each sex and each skin tone that occurs in the labels,
 * including cells without pictures.
 */
function makeCells(estimates: readonly Estimate[]): Cell[] {
  const valuesOf = (read: (one: Label) => string | undefined) =>
    [...new Set(estimates.map(read).filter((value) => value !== undefined))].toSorted();
  return [
    ...cellsOf('all', '', estimates),
    ...valuesOf(({ sex }) => sex).flatMap((value) =>
      cellsOf(
        'sex',
        value,
        estimates.filter(({ sex }) => sex === value),
      ),
    ),
    ...valuesOf(({ skinTone }) => skinTone).flatMap((value) =>
      cellsOf(
        'skin tone',
        value,
        estimates.filter(({ skinTone }) => skinTone === value),
      ),
    ),
  ];
}

const cellsOf = (by: Cell[0], value: string, estimates: readonly Estimate[]): Cell[] =>
  GROUPS.map(([from, to]) => {
    const own = within(estimates, [from, to]);
    const line = CELLS.gate + CELLS.marginYears;
    const passing = (estimate: (one: Estimate) => number) =>
      own.filter((one) => estimate(one) >= line).length;
    const counts = [own.length, passing(({ ageNet }) => ageNet), passing(lowerOf)] as const;
    if (own.length === 0) return [by, value, from, to, ...counts];
    const { bias, sd } = errorOf(own, ({ ageNet }) => ageNet);
    return [by, value, from, to, ...counts, bias, sd];
  });

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const round = (years: number): number => Math.round(years * 100) / 100;
