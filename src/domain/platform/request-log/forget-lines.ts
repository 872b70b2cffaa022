// A sweep: deletes lines past the operator's retention period, even after the log was switched off.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { firstIdAt } from './line.ts';
import { deleteLinesBefore } from './line-store.ts';

export async function forgetOldRequestLines({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  await deleteLinesBefore(db, firstIdAt(now() - config.requestLogDays * DAY_MS));
}
