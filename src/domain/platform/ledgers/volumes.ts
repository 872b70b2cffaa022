// Use case: writes to the latest volume of a customer's ledger, and opens the next one when it is
// full (D-170).
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import type { Ledger } from '../../../objects/ledger/ledger.ts';
import type { Written } from '../../../objects/ledger/session-volume.ts';
import { Memory } from '../../terms/memory.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { listVolumes, openNextVolume, openVolume, setVolumeState } from './volume-store.ts';
import { volumeName, type LedgerOwner, type Volume } from './volume.ts';

interface VolumeLimits {
  /**
   * The size at which a volume is full. It is below the 10 GB that an object can hold, because work
   * in progress needs space.
   */
  fullBytes: number;
  /** The change in size after which a write updates the directory. */
  reportedEveryBytes: number;
}

/** The size at which a volume is full, in bytes. */
export const FULL_BYTES = 4e9;

const LIMITS: VolumeLimits = { fullBytes: FULL_BYTES, reportedEveryBytes: 64e6 };

/** How long an isolate writes to a volume without reading the directory again. */
const FRESH_MS = LIFETIMES.keyCacheMs;

/**
 * How long an isolate may still write to a volume after another isolate has opened the next one:
 * while D1 is unavailable, an isolate keeps using the volume that it has cached. The periods in
 * which two successive volumes are written to may overlap by this much.
 */
export const VOLUME_OVERLAP_MS = FRESH_MS + LIFETIMES.staleMs;

const latest = new Memory<Volume>({ name: 'ledger volumes', freshMs: FRESH_MS, most: 1_000 });

/** The maximum number of volumes that one write tries. */
const MAX_VOLUMES_TRIED = 5;

interface LedgerWrite {
  /**
   * @param ledger the object of the volume
   * @param fullBytes the size at which a volume is full
   */
  write: (ledger: DurableObjectStub<Ledger>, volume: Volume, fullBytes: number) => Promise<Written>;
  /**
   * The retention period of the request log, in days, that the write sends to the object, if any.
   */
  keptDays?: number;
}

type Writer = Pick<Context, 'config' | 'db' | 'now' | 'objects'>;

/**
 * Writes to the latest volume of a ledger. If the directory cannot be updated after the write, a
 * later write updates it.
 * @returns the volume that was written to; undefined for a customer that does not exist
 * @throws any error from D1 before the write, and any error from the object; Error when none of
 *   five volumes accepts the write
 */
export async function writeToLedger(
  ctx: Writer,
  owner: LedgerOwner,
  { write, keptDays }: LedgerWrite,
  limits = LIMITS,
): Promise<Volume | undefined> {
  for (let tried = 0; tried < MAX_VOLUMES_TRIED; tried += 1) {
    const volume = await latestVolume(ctx, owner, keptDays);
    if (volume === undefined) return undefined;
    const { residency, number } = volume;
    const ledger = ctx.objects.ledger(residency, volumeName(owner, number));
    const written = await write(ledger, volume, limits.fullBytes);
    const noted = noteWritten(ctx, owner, { volume, written, keptDays }, limits);
    if (!written.isWritten) await noted;
    else {
      await noted.catch(logUnnoted);
      return volume;
    }
  }
  throw new Error('No volume takes what is to be written.');
}

/** @throws any error from D1 */
function latestVolume(
  ctx: Writer,
  owner: LedgerOwner,
  keptDays = ctx.config.requestLogDays,
): Promise<Volume | undefined> {
  const key = nameInMode(owner.tenantId, owner.test);
  return latest.read({ config: ctx.config, now: ctx.now }, key, async () => {
    const value = await openVolume(ctx.db, owner, { keptDays, nowMs: ctx.now() });
    return value && { value };
  });
}

interface Noted {
  volume: Volume;
  written: Written;
  keptDays: number | undefined;
}

/** Records a volume's changes in the directory, and opens the volume that follows a full one. */
async function noteWritten(
  ctx: Writer,
  owner: LedgerOwner,
  { volume, written: { bytes, isSealed }, keptDays = volume.keptDays }: Noted,
  limits: VolumeLimits,
): Promise<void> {
  // A volume can shrink as well as grow, because lines of the request log expire.
  const hasChanged = Math.abs(bytes - volume.bytes) >= limits.reportedEveryBytes;
  if (!isSealed && !hasChanged && keptDays === volume.keptDays) return;
  const state = { ...volume, bytes, keptDays };
  if (isSealed) await openNextVolume(ctx.db, owner, state, ctx.now());
  else await setVolumeState(ctx.db, owner, state);
  latest.forget(ctx, nameInMode(owner.tenantId, owner.test));
}

/**
 * Updates the directory after a write outside writeToLedger: records the volume's new size or, if
 * the volume is full, opens the next one. If that fails, a later write does it.
 */
export const noteVolumeWritten = (
  ctx: Writer,
  owner: LedgerOwner,
  volume: Volume,
  written: Written,
): Promise<void> =>
  noteWritten(ctx, owner, { volume, written, keptDays: undefined }, LIMITS).catch(logUnnoted);

function logUnnoted(error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  logIncident('ledger_directory_not_written', { error: name });
}

/**
 * Lists the volumes that may contain entries since a given time, newest first.
 * @param fromMs milliseconds since the epoch
 */
export const volumesSince = (
  { db }: Pick<Context, 'db'>,
  owner: LedgerOwner,
  fromMs: number,
): Promise<Volume[]> => listVolumes(db, owner, fromMs - VOLUME_OVERLAP_MS);
