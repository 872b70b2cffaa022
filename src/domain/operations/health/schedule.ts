// The cron schedules from wrangler.toml, and the record of a run. Pure.
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';

export const FREQUENT = '*/10 * * * *';
export const DAILY = '17 3 * * *';

/**
 * The local service fires this schedule when it starts (scripts/demo), because its queues are kept
 * in memory and are empty at that point.
 */
export const RESTART = '@restart';

/** The interval of each schedule. */
export const PERIOD_MS: Readonly<Record<string, number>> = {
  [FREQUENT]: 10 * MINUTE_MS,
  [DAILY]: DAY_MS,
};

export interface ScheduleRun {
  cron: string;
  startedAtMs: number;
  finishedAtMs: number;
  /** Names of the steps that failed. */
  failed: string[];
  /** The time of the last run without a failure. */
  succeededAtMs?: number;
}
