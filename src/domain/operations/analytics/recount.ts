// Nightly job: recomputes counts day by day, replaces stored counts that are wrong, and logs and
// records how many there were.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { logIncident } from '../../../log.ts';
import { dayOf, lastDays } from '../../terms/locate-page.ts';
import {
  accountDaysOf,
  countDifferences,
  dailyCountsOf,
  findFirstAccountMs,
  noteCorrected,
  outcomeDaysOf,
  sessionDaysOf,
  type Recount,
} from './recount-store.ts';

/**
 * The number of days that are recounted. A day's sessions stop changing after at most four days,
 * when the last retries of their events are over. Every change updates the counts in the same
 * transaction. Older days are not recounted, because their rows move to ledgers (D-177).
 * OUTCOMES_KEPT_DAYS depends on this number.
 */
export const RECOUNTED_DAYS = 6;
/**
 * The number of nights over which the account counts of all older days are recounted once, because
 * even old accounts change.
 */
const ACCOUNT_ROUND_DAYS = 28;

/** The number of wrong rows in each table of counts. */
interface Drift {
  dailyCounts: number;
  accountDays: number;
  sessionDays: number;
  outcomeDays: number;
}

/**
 * Recomputes and corrects the counts. Called by cron.
 * @returns the number of wrong rows in each table
 */
export async function recountRollups({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Drift> {
  const repair = async (recount: Recount): Promise<number> => {
    const rows = await countDifferences(db, recount);
    if (rows > 0) await recount.replace(db);
    return rows;
  };
  const drift: Drift = { dailyCounts: 0, accountDays: 0, sessionDays: 0, outcomeDays: 0 };
  for (const day of lastDays(now(), RECOUNTED_DAYS)) {
    drift.dailyCounts += await repair(dailyCountsOf(day));
    drift.sessionDays += await repair(sessionDaysOf(day));
    drift.outcomeDays += await repair(outcomeDaysOf(day));
  }
  const firstMs = await findFirstAccountMs(db);
  drift.accountDays = await repair(accountDaysOf(accountDaysDue(firstMs ?? now(), now())));
  const corrected = Object.values(drift).reduce((sum, rows) => sum + rows, 0);
  if (corrected > 0) {
    await noteCorrected(db, dayOf(now()), corrected);
    logIncident('rollup_drift', {
      daily_counts: drift.dailyCounts,
      account_days: drift.accountDays,
      session_days: drift.sessionDays,
      outcome_days: drift.outcomeDays,
    });
  }
  return drift;
}

/**
 * Returns the days whose account counts are recounted tonight: the latest days, and every 28th of
 * the older days.
 */
export function accountDaysDue(firstMs: number, nowMs: number): string[] {
  const due = new Set(lastDays(nowMs, RECOUNTED_DAYS));
  for (let atMs = nowMs; atMs >= firstMs - DAY_MS; atMs -= ACCOUNT_ROUND_DAYS * DAY_MS)
    due.add(dayOf(atMs - RECOUNTED_DAYS * DAY_MS));
  return [...due];
}
