// The first volumes of customers' live ledgers. They hold what one read must find in one object:
// figures (D-178, D-181) and audit entries (D-183).
import { ledgerAt, refOf, type LedgerContext } from './volume-refs.ts';
import { listVolumesOf, openFirstVolumes } from './volume-store.ts';
import { FIRST_VOLUME, type VolumeRef } from './volume.ts';

/**
 * Opens the customers' first volumes where they are missing.
 * @returns for each customer, the first volume of the live ledger; a customer that does not exist
 *   is left out
 */
export async function openFirstLive(
  { config, db, now }: LedgerContext,
  tenantIds: readonly string[],
): Promise<Map<string, VolumeRef>> {
  const owners = tenantIds.map((tenantId) => ({ tenantId, test: false }));
  await openFirstVolumes(db, owners, { keptDays: config.requestLogDays, nowMs: now() });
  const volumes = await listVolumesOf(db, tenantIds);
  return new Map(
    volumes
      .filter(({ test, number }) => !test && number === FIRST_VOLUME)
      .map((volume) => [volume.tenantId, refOf(volume, volume)]),
  );
}

/**
 * Returns the object of a volume that openFirstLive has opened.
 * @throws Error for a customer without a volume
 */
export function requireLedger(
  ctx: LedgerContext,
  volume: VolumeRef | undefined,
): ReturnType<typeof ledgerAt> {
  if (volume === undefined) throw new Error('A customer has no volume.');
  return ledgerAt(ctx, volume);
}
