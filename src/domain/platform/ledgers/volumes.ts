// Use case: writes to the latest volume of a customer's ledger, and opens the next one when it is
// full (D-170).
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import type { Ledger } from '../../../objects/ledger.ts';
import { Memory } from '../../terms/memory.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { listVolumes, openNextVolume, openVolume, setVolumeState } from './volume-store.ts';
import { volumeName, type LedgerOwner, type Volume } from './volume.ts';

interface VolumeLimits {
  /** A volume of that size is full. An object holds 10 GB, and needs room for what is under way. */
  fullBytes: number;
  /** The directory differs from the size of a volume by at most that, once it is written to. */
  reportedEveryBytes: number;
}

const LIMITS: VolumeLimits = { fullBytes: 4e9, reportedEveryBytes: 64e6 };

/** How long an isolate writes to a volume without asking the directory. */
const FRESH_MS = LIFETIMES.keyCacheMs;

/**
 * How long an isolate may still write to a volume after another one has opened the next: while D1
 * fails it keeps to the volume that it knows. Two volumes share that time.
 */
export const VOLUME_OVERLAP_MS = FRESH_MS + LIFETIMES.staleMs;

const latest = new Memory<Volume>({ name: 'ledger volumes', freshMs: FRESH_MS, most: 1_000 });

interface LedgerWrite {
  /** @returns the size of the volume afterwards, in bytes */
  write: (ledger: DurableObjectStub<Ledger>) => Promise<number>;
  /** The retention period of the request log, in days. */
  keptDays: number;
}

/**
 * Writes to the latest volume of a ledger.
 * @throws whatever D1 throws before the write, and whatever the object throws; nothing was written
 *   then. What the directory fails to note after the write is noted after a later one
 */
export async function writeToLedger(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>,
  owner: LedgerOwner,
  { write, keptDays }: LedgerWrite,
  limits = LIMITS,
): Promise<void> {
  const key = nameInMode(owner.tenantId, owner.test);
  const volume = await latest.read({ config: ctx.config, now: ctx.now }, key, async () => {
    const value = await openVolume(ctx.db, owner, { keptDays, nowMs: ctx.now() });
    return value && { value };
  });
  if (volume === undefined) throw new Error('No volume could be opened.');
  const { residency, number } = volume;
  const bytes = await write(ctx.objects.ledger(residency, volumeName(owner, number)));
  const isFull = bytes >= limits.fullBytes;
  // A volume shrinks, too, when lines expire.
  const hasChanged = Math.abs(bytes - volume.bytes) >= limits.reportedEveryBytes;
  if (!isFull && !hasChanged && keptDays === volume.keptDays) return;
  const state = { ...volume, bytes, keptDays };
  try {
    if (isFull) await openNextVolume(ctx.db, owner, state, ctx.now());
    else await setVolumeState(ctx.db, owner, state);
    latest.forget(ctx, key);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    logIncident('ledger_directory_not_written', { error: name });
  }
}

/**
 * Lists the volumes that may have something of the time since then, latest first.
 * @param fromMs milliseconds since the epoch
 */
export const volumesSince = (
  { db }: Pick<Context, 'db'>,
  owner: LedgerOwner,
  fromMs: number,
): Promise<Volume[]> => listVolumes(db, owner, fromMs - VOLUME_OVERLAP_MS);
