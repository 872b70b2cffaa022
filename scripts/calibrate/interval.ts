// Computes and formats a counted share with its confidence interval.

/**
 * Computes Wilson's 95 % interval, treating the counted items as independent.
 * @param of the total, greater than 0
 * @returns the bounds of the interval, from 0 to 1
 */
export function wilson(count: number, of: number): [low: number, high: number] {
  const [z, share] = [1.96, count / of];
  const centre = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + (z / (2 * of)) ** 2);
  const whole = 1 + z ** 2 / of;
  return [Math.max(0, (centre - half) / whole), Math.min(1, (centre + half) / whole)];
}

/** @returns the share as a percentage, with its interval; `none` when the total is 0 */
export function interval(count: number, of: number): string {
  if (of === 0) return 'none';
  const [from, to] = wilson(count, of);
  return `${inPercent(count / of)} % (${inPercent(from)} to ${inPercent(to)})`;
}

/** Formats a share as a percentage: one decimal place, or two significant digits below 0.1 %. */
function inPercent(share: number): string {
  const percent = 100 * share;
  return percent > 1e-9 && percent < 0.1 ? percent.toPrecision(2) : Math.max(0, percent).toFixed(1);
}
