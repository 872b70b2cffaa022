// Nightly job: adds the days that are over to the running totals of outcomes (D-173). For a verdict
// that arrives later, a trigger updates the totals.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { findUnsummedDay, sumDay } from './outcome-store.ts';

/** The maximum number of days in one run. The next run continues. */
const MAX_DAYS = 31;

export async function sumOutcomes({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const yesterday = dayOf(now() - DAY_MS);
  for (let days = 0; days < MAX_DAYS; days += 1) {
    const day = await findUnsummedDay(db, yesterday);
    if (day === undefined) return;
    await sumDay(db, day);
  }
}
