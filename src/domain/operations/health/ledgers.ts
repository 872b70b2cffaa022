// Use case: how full the largest ledger volumes are, and how soon they answer (D-170). Costs five
// calls of objects, whatever the number of customers, and no row but those of the directory.
import type { Context } from '../../../context.ts';
import { inTime } from '../../../time/patience.ts';
import { volumeName } from '../../platform/ledgers/volume.ts';
import { listLargest, type SizedVolume } from '../../platform/ledgers/volume-store.ts';

export interface LedgerReading extends SizedVolume {
  /**
   * How long the volume took to answer, in ms; undefined when it did not in time. A write waits as
   * long before it begins, since an object does one thing after another.
   */
  answerMs: number | undefined;
}

/** The maximum number of volumes that are asked. */
const MAX_ASKED = 5;

/**
 * Asks the largest volumes that are written to, largest first.
 * @param patienceMs how long to wait for D1, and then for the volumes
 * @throws whatever D1 throws, or NoAnswer; a volume that fails has no `answerMs`
 */
export async function readLedgers(
  ctx: Pick<Context, 'db' | 'now' | 'objects'>,
  patienceMs: number,
): Promise<LedgerReading[]> {
  const largest = await inTime(listLargest(ctx.db, MAX_ASKED), patienceMs);
  const readings = await Promise.all(largest.map((volume) => askVolume(ctx, volume, patienceMs)));
  return readings.toSorted((one, other) => other.bytes - one.bytes);
}

async function askVolume(
  { now, objects }: Pick<Context, 'now' | 'objects'>,
  volume: SizedVolume,
  patienceMs: number,
): Promise<LedgerReading> {
  const askedMs = now();
  try {
    const size = objects.ledger(volume.residency, volumeName(volume, volume.number)).size();
    const bytes = await inTime(size, patienceMs);
    // The directory is behind a volume that grows, and ahead of a silent one whose lines expire:
    // the larger size is never too small.
    return { ...volume, bytes: Math.max(bytes, volume.bytes), answerMs: now() - askedMs };
  } catch {
    return { ...volume, answerMs: undefined };
  }
}

/** @returns a volume that did not answer, else the one that took longest */
export const slowestOf = (readings: readonly LedgerReading[]): LedgerReading | undefined =>
  readings.toSorted((one, other) => waitOf(other) - waitOf(one))[0];

const waitOf = ({ answerMs = Number.MAX_SAFE_INTEGER }: LedgerReading): number => answerMs;
