// A sweep: deletes lines of the request log that versions before D-170 wrote to D1, once they are
// older than REQUEST_LOG_DAYS. Until then they are read from D1 and not moved into ledgers.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { deleteEarlierLinesBefore } from './earlier-line-store.ts';
import { firstIdAt } from './line.ts';

export async function forgetEarlierLines({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  await deleteEarlierLinesBefore(db, firstIdAt(now() - config.requestLogDays * DAY_MS));
}
