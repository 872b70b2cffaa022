// What an age margin does to people of each age, from the estimator's measured error. Pure; an outlook, not a
// promise: it takes errors to be spread normally and to lean to neither side.

/** Mean absolute error of the median of several frontal frames, in years (D-19). */
export const MEASURED_ERROR_YEARS = 7;

/** A normal spread's standard deviation is this times its mean absolute error: √(π/2). */
const DEVIATION_PER_ERROR = Math.sqrt(Math.PI / 2);

export interface MarginOutlook {
  /** An estimate from here on passes. */
  passesFrom: number;
  /** An estimate below fails. */
  failsBelow: number;
  /** Shares of people of that true age, 0 to 1. */
  ages: { age: number; passed: number; failed: number; inconclusive: number }[];
}

/** @param gate the age asked for, 1 to 99 */
export function previewMargin(gate: number, marginYears: number): MarginOutlook {
  const [passesFrom, failsBelow] = [gate + marginYears, gate - marginYears];
  const deviation = MEASURED_ERROR_YEARS * DEVIATION_PER_ERROR;
  const first = Math.max(1, gate - 8);
  const ages = Array.from({ length: 30 }, (_, n) => first + n).map((age) => {
    const passed = round(1 - normal((passesFrom - age) / deviation));
    const failed = round(normal((failsBelow - age) / deviation));
    return { age, passed, failed, inconclusive: round(1 - passed - failed) };
  });
  return { passesFrom, failsBelow, ages };
}

const round = (share: number): number => Math.round(share * 1000) / 1000;

/** The normal distribution, to 1e-7 (Abramowitz and Stegun 7.1.26). */
function normal(x: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / Math.SQRT2));
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (series * Math.exp(-(x * x) / 2)) / 2;
  return x >= 0 ? 1 - tail : tail;
}
