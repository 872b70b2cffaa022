// Ten-minute job: adds up what the platform's figures show from the counts of its customers (D-175).
import type { Context } from '../../../context.ts';
import { sumUnsummedDays } from './platform-store.ts';

/** More days than sessions change on at the same time. The next run continues. */
const MAX_DAYS = 8;

/** Run by cron: sums the days whose counts have changed since the last run, latest first. */
export const sumPlatform = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  sumUnsummedDays(db, MAX_DAYS);
