// A share that was counted, with how far it may be from the truth.

/**
 * Wilson's interval, 95 %, as if the pairs knew nothing of each other.
 * @returns a share in per cent, `none` where nothing was counted
 */
export function interval(count: number, of: number): string {
  if (of === 0) return 'none';
  const [z, share] = [1.96, count / of];
  const centre = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + (z / (2 * of)) ** 2);
  const [from = 0, to = 0] = [centre - half, centre + half].map((end) => end / (1 + z ** 2 / of));
  return `${inPercent(share)} % (${inPercent(from)} to ${inPercent(to)})`;
}

/** With one decimal, and two digits of what is smaller. */
function inPercent(share: number): string {
  const percent = 100 * share;
  return percent > 1e-9 && percent < 0.1 ? percent.toPrecision(2) : Math.max(0, percent).toFixed(1);
}
