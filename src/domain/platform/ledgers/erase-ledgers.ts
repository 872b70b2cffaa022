// Use case: erases what customers have left in ledgers, by erasing the objects.
import type { Context } from '../../../context.ts';
import { volumeName } from './volume.ts';
import { listVolumesOf } from './volume-store.ts';

/**
 * Erases every volume of customers. The directory is left as it is, so that a caller that fails
 * halfway erases again.
 */
export async function eraseLedgers(
  { db, objects }: Pick<Context, 'db' | 'objects'>,
  tenantIds: readonly string[],
): Promise<void> {
  const volumes = await listVolumesOf(db, tenantIds);
  for (const { number, residency, ...owner } of volumes)
    await objects.ledger(residency, volumeName(owner, number)).erase();
}
