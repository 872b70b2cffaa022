// The schedules of wrangler.toml, and what is known of a run. Pure.
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';

export const FREQUENT = '*/10 * * * *';
export const DAILY = '17 3 * * *';

/** Fired by the local service when it starts (scripts/demo): its queues live in memory and are empty then. */
export const RESTART = '@restart';

/** How far apart the runs of a schedule are. */
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
  /** Of the last run without a failure. */
  succeededAtMs?: number;
}
