// Writes events and their deliveries to customers' ledgers.
import { DAY_MS } from '../../../time/durations.ts';
import type { LedgerOwner, Volume, VolumeRef } from '../../platform/ledgers/volume.ts';
import { ledgerAt, refOf, type LedgerContext } from '../../platform/ledgers/volume-refs.ts';
import { listVolumes, listVolumesOf } from '../../platform/ledgers/volume-store.ts';
import { writeToLedger } from '../../platform/ledgers/volumes.ts';
import type { NewEvents } from './ledger-rows.ts';

/**
 * Records events with their deliveries in a customer's ledger. Idempotent.
 * @param begunAfter the number of the last event that an earlier version of the service recorded in
 *   D1; 0 if there is none
 * @returns the volume that now contains the events, apart from those that an earlier volume already
 *   contained; undefined for a customer that does not exist, because nobody reads its events
 * @throws any error from D1 or the object; in that case nothing was recorded
 */
export async function recordInLedger(
  ctx: LedgerContext,
  owner: LedgerOwner,
  recorded: NewEvents,
  begunAfter: number,
): Promise<VolumeRef | undefined> {
  const volume = await writeToLedger(ctx, owner, {
    write: async (ledger, current, fullBytes) => {
      const fresh = await withoutKnown(ctx, owner, current, recorded);
      const ref = refOf(owner, current);
      return ledger.record({ ...fresh, ref, nowMs: ctx.now(), begunAfter, fullBytes });
    },
  });
  return volume && refOf(owner, volume);
}

/**
 * Leaves out events that an earlier volume already contains: otherwise an event that is repeated
 * after a new volume has been opened would be recorded twice.
 */
async function withoutKnown(
  ctx: LedgerContext,
  owner: LedgerOwner,
  { number, openedAtMs }: Volume,
  { events, deliveries }: NewEvents,
): Promise<NewEvents> {
  // An event is recorded after it has been created; the extra day allows for clocks that differ.
  const sinceMs = Math.min(...events.map((event) => event.created_at_ms)) - DAY_MS;
  if (number === 1 || openedAtMs < sinceMs) return { events, deliveries };
  const ids = events.map(({ id }) => id);
  const earlier = (await listVolumes(ctx.db, owner, sinceMs)).filter((one) => one.number < number);
  const known = await Promise.all(
    earlier.map((volume) => ledgerAt(ctx, refOf(owner, volume)).knownEvents(ids)),
  );
  const isNew = (id: string): boolean => !known.flat().includes(id);
  return {
    events: events.filter(({ id }) => isNew(id)),
    deliveries: deliveries.filter((delivery) => isNew(delivery.event_id)),
  };
}

/** Removes personal data of erased sessions from their customers' ledgers. Idempotent. */
export async function redactInLedgers(
  ctx: LedgerContext,
  erased: readonly { id: string; tenantId: string; test: boolean }[],
): Promise<void> {
  if (erased.length === 0) return;
  const volumes = await listVolumesOf(ctx.db, [...new Set(erased.map((one) => one.tenantId))]);
  await Promise.all(
    volumes.map(async (volume) => {
      const { tenantId, test } = volume;
      const ids = erased
        .filter((one) => one.tenantId === tenantId && one.test === test)
        .map(({ id }) => id);
      if (ids.length > 0) await ledgerAt(ctx, refOf(volume, volume)).redact(ids);
    }),
  );
}
