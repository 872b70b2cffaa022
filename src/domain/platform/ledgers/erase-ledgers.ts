// Use case: erases everything that ledgers store about given customers, by erasing the objects of
// the customers' volumes.
import type { Context } from '../../../context.ts';
import { volumeName } from './volume.ts';
import { listVolumesOf } from './volume-store.ts';

/**
 * Erases every volume of these customers. The directory is not changed, so that a caller that fails
 * halfway can repeat the call.
 */
export async function eraseLedgers(
  { db, objects }: Pick<Context, 'db' | 'objects'>,
  tenantIds: readonly string[],
): Promise<void> {
  const volumes = await listVolumesOf(db, tenantIds);
  for (const { number, residency, ...owner } of volumes)
    await objects.ledger(residency, volumeName(owner, number)).erase();
}
