// Job that runs every ten minutes: adds up the customers' daily counts for the platform's figures
// (D-175).
import type { Context } from '../../../context.ts';
import { sumUnsummedDays } from './platform-store.ts';

/**
 * The maximum number of days summed in one run, more than usually have changed. The next run sums
 * the rest.
 */
const MAX_DAYS = 8;

/** Sums the days whose counts have changed since the last run, newest first. Called by cron. */
export const sumPlatform = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  sumUnsummedDays(db, MAX_DAYS);
