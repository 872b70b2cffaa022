// Ten-minute job: sums up the customers' daily counts for the platform's figures (D-175).
import type { Context } from '../../../context.ts';
import { sumUnsummedDays } from './platform-store.ts';

/**
 * The maximum number of days in one run: more than usually change at the same time. The next run
 * continues.
 */
const MAX_DAYS = 8;

/** Sums the days whose counts have changed since the last run, newest first. Called by cron. */
export const sumPlatform = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  sumUnsummedDays(db, MAX_DAYS);
