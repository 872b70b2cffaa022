// Counts the live sessions that were erased after their rows had moved to ledgers (D-177). Other
// erasures are counted in D1.
import type { Context } from '../../../context.ts';
import { answerOfLedgers, ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import type { PackPeriod } from './pack-period.ts';

/**
 * Queries every live volume of a customer, because sessions are erased in old volumes too.
 * @throws AppError UNAVAILABLE when a ledger does not respond
 */
export async function countErasedInLedgers(
  ctx: Pick<Context, 'db' | 'objects'>,
  tenantId: string,
  { from, to }: PackPeriod,
): Promise<number> {
  const volumes = await listVolumeRefs(ctx, tenantId, false);
  const counting = volumes.map((volume) =>
    Promise.resolve(ledgerAt(ctx, volume).countErasedSessions(from, to)),
  );
  const counts = await answerOfLedgers(Promise.all(counting));
  return counts.reduce((sum, count) => sum + count, 0);
}
