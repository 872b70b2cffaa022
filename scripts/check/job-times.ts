// How long a job of check.yml should take on GitHub's machines with four cores. A test holds every
// job to six minutes, so a phase that grows has to be divided into more shards.

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

/** Seconds for the source, `npm ci`, Chromium and the fonts. This figure is an assumption. */
const SET_UP_SECONDS = 90;

/**
 * Seconds that pass for each second of processor time. On 26 November 2026, with one core for each
 * phase, phases took 2.1 to 3.0 times their processor time, because tests wait for cameras and
 * clocks, and because some processes that tests start are not counted. A job has two cores or more
 * for what one core did there, so half of the highest figure is assumed. It also covers shards that
 * are not equally long.
 */
const PASSING = 1.5;

/** @returns the seconds that a job with these phases, or with one share of each, should take */
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
