// The part of an evidence pack that states how long decisions took (D-164). Pure.
import { SMALLEST, type Cell } from './closed-cells.ts';

/** A duration, and how many times it occurred. */
export interface TimedCount {
  seconds: number;
  times: number;
}

export interface DecisionTimes {
  /** The number of timed decisions; null when the number is withheld. */
  timed: Cell;
  /** The median duration; null when fewer than SMALLEST decisions were timed. */
  median_seconds: number | null;
  ninetieth_percentile_seconds: number | null;
}

/**
 * @param timed the number of timed decisions to show; null when it would reveal a withheld number
 */
export function timesOf(counts: readonly TimedCount[], timed: Cell): DecisionTimes {
  const isClosed = counts.reduce((sum, { times }) => sum + times, 0) < SMALLEST;
  return {
    timed,
    median_seconds: isClosed ? null : percentileOf(counts, 0.5),
    ninetieth_percentile_seconds: isClosed ? null : percentileOf(counts, 0.9),
  };
}

/**
 * Returns the nearest-rank percentile, which is always a duration that occurred.
 * @param share 0 to 1
 */
export function percentileOf(counts: readonly TimedCount[], share: number): number | null {
  const sorted = counts.toSorted((a, b) => a.seconds - b.seconds);
  const rank = Math.ceil(sorted.reduce((sum, { times }) => sum + times, 0) * share);
  let passed = 0;
  return sorted.find(({ times }) => (passed += times) >= rank)?.seconds ?? null;
}
