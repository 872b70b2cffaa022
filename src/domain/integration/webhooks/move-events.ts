// Scheduled use case: moves events that earlier versions recorded in D1, with their deliveries,
// into their customers' ledgers (D-174). Until all of them are moved, the feed reads from both.
import { logIncident } from '../../../log.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { listVolumesOf, openFirstVolumes } from '../../platform/ledgers/volume-store.ts';
import { deleteEarlier, readEarlier, type EarlierOfOwner } from './earlier-event-store.ts';
import { findErased } from './event-store.ts';
import type { EarlierEvents } from './ledger-rows.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { redactInLedgers } from './ledgers.ts';
import { ledgerAt, type LedgerContext } from '../../platform/ledgers/volume-refs.ts';

const SLICE = 500;
/**
 * The number of slices per run. Each slice executes a dozen statements, and the other steps of a
 * run may need most of the statements that a run is allowed.
 */
const SLICES_PER_RUN = 2;
/** The maximum number of characters per call to an object, below the platform's limit of 32 MiB. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Moves a few slices of events; called by cron until D1 has no more events. Idempotent. A customer
 * whose ledger fails does not hold up the others.
 * @throws Error when some events could not be moved, and any error from D1; the next run continues
 */
export async function moveEvents(ctx: LedgerContext): Promise<void> {
  const failed: string[] = [];
  for (let slice = 0; slice < SLICES_PER_RUN; slice += 1) {
    const { byOwner, last } = await readEarlier(ctx.db, SLICE, failed);
    if (byOwner.length === 0) break;
    const volumes = await firstVolumes(ctx, byOwner);
    const moved: EarlierOfOwner[] = [];
    for (const one of byOwner) {
      try {
        await moveOf(ctx, one, volumes.get(nameOf(one.owner)), last);
        moved.push(one);
      } catch (error) {
        failed.push(one.owner.tenantId);
        const name = error instanceof Error ? error.name : 'unknown';
        logIncident('events_not_moved', { error: name });
      }
    }
    await finishMove(ctx, moved);
  }
  if (failed.length > 0) throw new Error('Events of some customers could not be moved.');
}

/**
 * Moves the events of one owner. A customer that no longer exists has no volume, so its events are
 * not moved, only deleted afterwards.
 */
async function moveOf(
  ctx: LedgerContext,
  { owner: _owner, ...earlier }: EarlierOfOwner,
  ref: VolumeRef | undefined,
  begunAfter: number,
): Promise<void> {
  if (ref === undefined) return;
  for (const portion of portionsOf(earlier))
    await ledgerAt(ctx, ref).adopt(portion, { ref, nowMs: ctx.now(), begunAfter });
}

/**
 * Removes from the ledgers the personal data of sessions that were erased before or during the
 * move, then deletes the rows in D1.
 */
async function finishMove(ctx: LedgerContext, moved: readonly EarlierOfOwner[]): Promise<void> {
  const events = moved.flatMap((one) => one.events);
  const sessionIds = events.flatMap((event) => event.session_id ?? []);
  await redactInLedgers(ctx, await findErased(ctx.db, sessionIds));
  await deleteEarlier(
    ctx.db,
    events.map(({ id }) => id),
  );
}

/** Splits one owner's events into portions, each small enough for one call. */
function portionsOf({ events, deliveries, attempts }: EarlierEvents): EarlierEvents[] {
  const byEvent = Map.groupBy(deliveries, (delivery) => delivery.event_id);
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  const portions: { events: EarlierEvents['events'][number][]; length: number }[] = [];
  for (const event of events) {
    const theirs = (byEvent.get(event.id) ?? []).flatMap(({ id }) => byDelivery.get(id) ?? []);
    const length = JSON.stringify([event, theirs]).length;
    const last = portions.at(-1);
    if (last === undefined || last.length + length > MAX_CHARACTERS)
      portions.push({ events: [event], length });
    else {
      last.events.push(event);
      last.length += length;
    }
  }
  return portions.map((portion) => {
    const own = portion.events.flatMap(({ id }) => byEvent.get(id) ?? []);
    const made = own.flatMap(({ id }) => byDelivery.get(id) ?? []);
    return { events: portion.events, deliveries: own, attempts: made };
  });
}

const nameOf = ({ tenantId, test }: EarlierOfOwner['owner']): string => nameInMode(tenantId, test);

/** @returns the first volume of each owner, which is where the feed begins */
async function firstVolumes(
  ctx: LedgerContext,
  byOwner: readonly EarlierOfOwner[],
): Promise<ReadonlyMap<string, VolumeRef>> {
  const owners = byOwner.map(({ owner }) => owner);
  await openFirstVolumes(ctx.db, owners, {
    keptDays: ctx.config.requestLogDays,
    nowMs: ctx.now(),
  });
  const tenantIds = [...new Set(owners.map(({ tenantId }) => tenantId))];
  const volumes = await listVolumesOf(ctx.db, tenantIds);
  return new Map(
    volumes
      .filter(({ number }) => number === 1)
      .map((volume) => [nameInMode(volume.tenantId, volume.test), volume]),
  );
}
