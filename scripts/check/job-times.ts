// Estimates how long a job of check.yml takes on GitHub's machines with four cores. A test fails if
// the estimate for a job exceeds six minutes, so a phase that grows has to be divided into more
// shards.

/**
 * CPU seconds per phase, from the column "CPU time" that `npm test -- --all` printed on two cores
 * on 30 November 2026. The figure for `format` is from 26 November 2026.
 */
export const PROCESSOR_SECONDS: Readonly<Record<string, number>> = {
  build: 13,
  browser: 326,
  workers: 904,
  gallery: 161,
  alone: 389,
  nets: 363,
  node: 78,
  documents: 66,
  types: 31,
  lint: 61,
  format: 1,
};

/**
 * The time, in seconds, to fetch the source, run `npm ci`, and install Chromium and the fonts. This
 * figure is an assumption.
 */
const SET_UP_SECONDS = 90;

/**
 * Wall-clock seconds for each second of CPU time. On 26 November 2026, with one core for each
 * phase, phases took 2.1 to 3.0 times their CPU time, because tests wait for cameras and clocks,
 * and because the CPU time of some processes that tests start is not counted. A job has at least
 * two cores for the work that one core did there, so half of the highest figure is assumed. This
 * factor also allows for shards of unequal length.
 */
const PASSING = 1.5;

/**
 * @returns the estimated seconds of a job that runs these phases, or one of `shards` shards of
 *   each; the build is not sharded
 */
export function estimateJob(phases: readonly string[], shards: number): number {
  const tested = phases
    .filter((name) => name !== 'build')
    .map((name) => {
      const seconds = PROCESSOR_SECONDS[name];
      if (seconds === undefined) throw new Error(`No time is known for the phase ${name}.`);
      return seconds / shards;
    })
    .reduce((sum, seconds) => sum + seconds, 0);
  return SET_UP_SECONDS + PASSING * ((PROCESSOR_SECONDS['build'] ?? 0) + tested);
}
