// Use case: reads how full the largest ledger volumes are, and how quickly they respond (D-170).
// However many customers there are, it makes at most five object calls, and reads at most five rows
// of the volume directory, joined with their customers.
import type { Context } from '../../../context.ts';
import { inTime } from '../../../time/patience.ts';
import { volumeName } from '../../platform/ledgers/volume.ts';
import { listLargest, type SizedVolume } from '../../platform/ledgers/volume-store.ts';

export interface LedgerReading extends SizedVolume {
  /**
   * How long the volume took to respond, in ms; undefined when it did not respond in time. A write
   * has to wait that long before it begins, since an object handles one call at a time.
   */
  answerMs: number | undefined;
}

/** The maximum number of volumes that are queried. */
const MAX_ASKED = 5;

/**
 * Queries the largest volumes that are still written to.
 * @param patienceMs how long to wait for D1, and then for the volumes
 * @returns readings, largest volume first; a volume that fails has no `answerMs`
 * @throws any error from D1, or NoAnswer when D1 does not respond in time
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
  const startedMs = now();
  try {
    const size = objects.ledger(volume.residency, volumeName(volume, volume.number)).size();
    const bytes = await inTime(size, patienceMs);
    // The recorded size is too small for a growing volume, and too large for an idle volume whose
    // request log expires. The larger of the recorded and the reported size is never an
    // underestimate.
    return { ...volume, bytes: Math.max(bytes, volume.bytes), answerMs: now() - startedMs };
  } catch {
    return { ...volume, answerMs: undefined };
  }
}

/**
 * @returns a volume that did not respond, or else the slowest one; undefined if there are no
 *   readings
 */
export const slowestOf = (readings: readonly LedgerReading[]): LedgerReading | undefined =>
  readings.toSorted((one, other) => waitOf(other) - waitOf(one))[0];

const waitOf = ({ answerMs = Number.MAX_SAFE_INTEGER }: LedgerReading): number => answerMs;
