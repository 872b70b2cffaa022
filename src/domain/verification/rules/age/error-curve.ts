// The distribution of an estimate around a true age: the form fitted to the measured error
// (data/age-error.json). Pure.
import type { ErrorCurve, ScoreCurve } from '../../../../config/age-error.ts';

/** A share of people with its 95% interval, 0 to 1. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

/**
 * @param age the true age
 * @returns the share of people of this age whose estimate is below this number of years, 0 to 1
 */
export function shareBelow(curve: ErrorCurve, age: number, years: number): number {
  const { middle, sd } = knotAt(curve, age);
  return shareOf(curve, (years - age - middle) / sd);
}

/**
 * @param age the true age
 * @returns the share of people of this age whose score is below the given score, 0 to 1
 */
export function shareScoredBelow(curve: ScoreCurve, age: number, score: number): number {
  const { middle, sd } = knotAt(curve, age);
  return shareOf(curve, (score - middle) / sd);
}

/** @param deviations the value's distance from the mean, in standard deviations */
function shareOf(curve: ErrorCurve, deviations: number): number {
  const { mean, deviation } = momentsOf(curve);
  return normal(Math.sinh(curve.tail * Math.asinh(mean + deviation * deviations) - curve.skew));
}

/**
 * Returns the curve's middle and standard deviation at an age: linear between knots, constant
 * beyond them.
 */
function knotAt({ knots }: ErrorCurve, age: number): { middle: number; sd: number } {
  const above = knots.findIndex(([knot]) => knot >= age);
  const next = knots[above === -1 ? knots.length - 1 : above];
  const before = knots[above - 1];
  if (next === undefined) throw new RangeError('A curve has at least one knot.');
  if (before === undefined) return { middle: next[1], sd: next[2] };
  const part = (age - before[0]) / (next[0] - before[0]);
  const between = (from: number, to: number): number => from + part * (to - from);
  return { middle: between(before[1], next[1]), sd: between(before[2], next[2]) };
}

/**
 * @param residuals the residuals, in standard deviations
 * @returns the log likelihood of the residuals under this form
 */
export function likelihoodOf(form: Form, residuals: readonly number[]): number {
  const { mean, deviation } = momentsOf(form);
  return residuals.reduce((sum, residual) => {
    const error = mean + deviation * residual;
    const inner = form.tail * Math.asinh(error) - form.skew;
    const slope = (deviation * form.tail * Math.cosh(inner)) / Math.sqrt(1 + error ** 2);
    return sum - Math.sinh(inner) ** 2 / 2 + Math.log(slope);
  }, 0);
}

type Form = Pick<ErrorCurve, 'skew' | 'tail'>;

const known = new WeakMap<Form, { mean: number; deviation: number }>();

/**
 * Computes the mean and the standard deviation of the sinh-arcsinh form itself (Jones and Pewsey
 * 2009), by summation over a standard normal distribution.
 */
function momentsOf(curve: Form): { mean: number; deviation: number } {
  const remembered = known.get(curve);
  if (remembered !== undefined) return remembered;
  let [weights, sum, squares] = [0, 0, 0];
  for (let z = -8; z <= 8; z += 0.05) {
    const weight = Math.exp((-z * z) / 2);
    const value = Math.sinh((Math.asinh(z) + curve.skew) / curve.tail);
    weights += weight;
    sum += weight * value;
    squares += weight * value * value;
  }
  const mean = sum / weights;
  const moments = { mean, deviation: Math.sqrt(squares / weights - mean * mean) };
  known.set(curve, moments);
  return moments;
}

/**
 * Computes the Wilson score interval, which stays within 0 and 1 even for extreme shares and small
 * samples.
 * @param n the number of people, more than 0
 */
export function withInterval(share: number, n: number): Share {
  const z = 1.96;
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const spread = (share * (1 - share)) / n + (z * z) / (4 * n * n);
  const half = (z * Math.sqrt(spread)) / (1 + (z * z) / n);
  return {
    share: round(share),
    low: round(Math.max(0, middle - half)),
    high: round(Math.min(1, middle + half)),
  };
}

const round = (share: number): number => Math.round(share * 1000) / 1000;

/** The standard normal distribution function, accurate to 1e-7 (Abramowitz and Stegun 7.1.26). */
function normal(x: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / Math.SQRT2));
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (series * Math.exp(-(x * x) / 2)) / 2;
  return x >= 0 ? 1 - tail : tail;
}
