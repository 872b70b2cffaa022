// A scheduled use case: tells volumes to keep lines of the request log for a shorter time than they
// were told before. A volume that is written to learns it by that; a full one and one of a silent
// customer would not.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { volumeName } from './volume.ts';
import { listKeptLonger, setKeptDays } from './volume-store.ts';

/** The maximum number of volumes in one run. The next run continues. */
const MAX_TOLD = 20;

/** A volume that was told when the run ended before it was noted is told again. */
export async function shortenRequestLogs({
  config,
  db,
  objects,
}: Pick<Context, 'config' | 'db' | 'objects'>): Promise<void> {
  const days = config.requestLogDays;
  const volumes = await listKeptLonger(db, days, MAX_TOLD);
  if (volumes.length === 0) return;
  for (const { number, ...owner } of volumes)
    await objects.ledger(volumeName(owner, number)).keepRequests(days * DAY_MS);
  await setKeptDays(db, volumes, days);
}
