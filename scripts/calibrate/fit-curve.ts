// Describes how an estimate is distributed by true age: a mean and a spread for each band, and one
// sinh-arcsinh shape (Jones and Pewsey 2009) for all bands, fitted by maximum likelihood on a grid.
// Pure.
import type { ErrorCurve } from '../../src/config/age-error.ts';
import { likelihoodOf } from '../../src/domain/verification/rules/age/error-curve.ts';

/** The true age, and the measured value: an error in years, or a score. */
type Point = readonly [age: number, value: number];

const SKEWS = Array.from({ length: 21 }, (_, n) => Math.round(10 * (n - 10)) / 100);
const TAILS = Array.from({ length: 17 }, (_, n) => Math.round(100 * (0.6 + n / 20)) / 100);
/** The minimum number of points in a band for which a spread is computed. */
export const MIN_OF_BAND = 20;

/**
 * @param bands ranges of true ages; a band with too few points has no knot
 * @throws Error when no band has enough points
 */
export function fitCurve(
  points: readonly Point[],
  bands: readonly (readonly [from: number, to: number])[],
): ErrorCurve {
  const groups = bands
    .map(([from, to]) => points.filter(([age]) => age >= from && age <= to))
    .filter(({ length }) => length >= MIN_OF_BAND);
  if (groups.length === 0) throw new Error('There are too few people for a curve.');
  const knots = groups.map((group): [number, number, number] => {
    const mean = meanOf(group.map(([, value]) => value));
    const spread = Math.sqrt(meanOf(group.map(([, value]) => (value - mean) ** 2)));
    return [tenth(meanOf(group.map(([age]) => age))), mean, Math.max(0.01, spread)];
  });
  const residuals = groups.flatMap((group, at) => {
    const knot = knots[at];
    const [mean, spread] = [knot?.[1] ?? 0, knot?.[2] ?? 1];
    return group.map(([, value]) => (value - mean) / spread);
  });
  const forms = SKEWS.flatMap((skew) => TAILS.map((tail) => ({ skew, tail })));
  const rated = forms.map((form) => ({ form, rating: likelihoodOf(form, residuals) }));
  const best = rated.reduce((a, b) => (b.rating > a.rating ? b : a));
  return { ...best.form, knots: knots.map(([age, mean, sd]) => [age, round(mean), round(sd)]) };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const tenth = (age: number): number => Math.round(age * 10) / 10;
const round = (value: number): number => Math.round(value * 100) / 100;
