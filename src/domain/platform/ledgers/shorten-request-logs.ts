// Scheduled use case: applies a lower REQUEST_LOG_DAYS to existing volumes. A volume in use adopts
// the new value with its next write; this job covers full volumes and the volumes of customers
// without traffic.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { volumeName } from './volume.ts';
import { listKeptLonger, setKeptDays } from './volume-store.ts';

/** The maximum number of volumes in one run. The next run continues. */
const MAX_TOLD = 20;

/**
 * Sends the lower retention period to volumes. If a run ends before it updates the directory, the
 * next run does the work again.
 */
export async function shortenRequestLogs({
  config,
  db,
  objects,
}: Pick<Context, 'config' | 'db' | 'objects'>): Promise<void> {
  const days = config.requestLogDays;
  const volumes = await listKeptLonger(db, days, MAX_TOLD);
  if (volumes.length === 0) return;
  for (const { number, residency, ...owner } of volumes)
    await objects.ledger(residency, volumeName(owner, number)).keepRequests(days * DAY_MS);
  await setKeptDays(db, volumes, days);
}
