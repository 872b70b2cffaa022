// Use case: reads a page of an endpoint's deliveries, newest first, from all volumes of its
// customer's ledgers. A customer has separate ledgers for live and test events, and an endpoint can
// receive both.
import type { Context } from '../../../context.ts';
import type { ListPart } from '../../../objects/ledger/delivery-lists.ts';
import { locatePage, sumByDay } from '../../terms/locate-page.ts';
import type { DeliveryWithAttempts } from './delivery.ts';
import type { DeliveryFilter } from './ledger-rows.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { presentFile } from './present-delivery.ts';

/** @param tenantId the owner of the endpoint */
export async function readDeliveryPage(
  ctx: Context,
  tenantId: string,
  filter: DeliveryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: DeliveryWithAttempts[]; total: number }> {
  const volumes = await listVolumeRefs(ctx, tenantId);
  const counted = await Promise.all(volumes.map((one) => ledgerAt(ctx, one).countByDay(filter)));
  const { total, beforeMs, skip } = locatePage(sumByDay(counted.flat()), offset);
  if (beforeMs === undefined) return { rows: [], total };
  const filled = volumes.filter((_volume, at) => (counted[at] ?? []).length > 0);
  const parts = await sharePage(ctx, filled, filter, { beforeMs, skip, limit });
  const files = await Promise.all(
    parts.map(({ volume, ...part }) =>
      ledgerAt(ctx, volume).listDeliveries(filter, { ...part, beforeMs }),
    ),
  );
  const rows = files.flat().map((file) => presentFile(tenantId, file));
  return {
    rows: rows.toSorted((one, other) => other.delivery.createdAtMs - one.delivery.createdAtMs),
    total,
  };
}

interface Part {
  volume: VolumeRef;
  skip: number;
  limit: number;
}

/**
 * Finds which rows of each volume belong to a page of the merged list. These rows are consecutive
 * within a volume, so `skip` and `limit` identify them.
 */
async function sharePage(
  ctx: Context,
  volumes: readonly VolumeRef[],
  filter: DeliveryFilter,
  { beforeMs, skip, limit }: ListPart,
): Promise<Part[]> {
  const [only, ...others] = volumes;
  if (only === undefined) return [];
  if (others.length === 0) return [{ volume: only, skip, limit }];
  const upTo = { beforeMs, skip: 0, limit: skip + limit };
  const times = await Promise.all(
    volumes.map((volume) => ledgerAt(ctx, volume).listTimes(filter, upTo)),
  );
  const merged = times
    .flatMap((some, at) => some.map((ms) => ({ at, ms })))
    .toSorted((one, other) => other.ms - one.ms);
  const countOf = (rows: typeof merged, at: number) => rows.filter((row) => row.at === at).length;
  return volumes
    .map((volume, at) => ({
      volume,
      skip: countOf(merged.slice(0, skip), at),
      limit: countOf(merged.slice(skip, skip + limit), at),
    }))
    .filter((part) => part.limit > 0);
}
