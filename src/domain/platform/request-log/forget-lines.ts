// Use cases of schedules: lines of the request log end as soon as the operator's setting says.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { listKeptLonger, setKeptDays } from '../ledgers/volume-store.ts';
import { volumeName } from '../ledgers/volume.ts';
import { deleteEarlierLinesBefore } from './earlier-line-store.ts';
import { firstIdAt } from './line.ts';

/** The maximum number of volumes that a run tells about a shorter time. */
const MAX_TOLD = 20;

/**
 * Deletes lines that versions before D-170 wrote to D1 once their time has run out. They are not
 * moved into ledgers: they are read where they are, and are gone when the time is.
 */
export async function forgetEarlierLines({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  await deleteEarlierLinesBefore(db, firstIdAt(now() - config.requestLogDays * DAY_MS));
}

/**
 * Tells volumes to keep lines for a shorter time than they were told before. A volume that is
 * written to learns it by that; a full one and one of a silent customer would not.
 */
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
