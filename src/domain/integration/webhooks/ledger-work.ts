// The kinds of ledger work that a change in D1 can require (platform/ledgers/ledger-work.ts).
import type { Context } from '../../../context.ts';
import type { Condition } from '../../../db/client.ts';
import type { RowCondition } from '../../../db/insert-rows.ts';
import type { ToReopen } from '../../../objects/ledger/delivery-lists.ts';
import { keepSessions, type KeepingWork } from '../../customers/tenants/keep-sessions.ts';
import {
  runPendingWork,
  prepareLedgerWork,
  type DoWork,
  type PreparedWork,
  type WorkOf,
} from '../../platform/ledgers/ledger-work.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import type { AttemptToMake } from './delivery.ts';
import { findEndpoint } from './endpoint-store.ts';
import type { EndpointChange } from './ledger-rows.ts';
import { recordInLedger } from './ledgers.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import type { OwnedEvents } from './record-events.ts';

type LedgerWork =
  | { kind: 'record'; begunAfter: number; owned: OwnedEvents }
  /** The endpoint was changed or deleted; its state is read only when the work is carried out. */
  | { kind: 'endpoint'; endpointId: string }
  | { kind: 'reopen'; volumes: readonly VolumeRef[]; which: ToReopen }
  | KeepingWork;

export type OwnedWork = WorkOf<LedgerWork>;

/**
 * Prepares work in ledgers. Performing it also queues the deliveries that are due, and returns the
 * attempts that were queued.
 * @param onlyIf the condition for recording the work: a single condition for all rows, or a
 *   condition for each row
 */
export const prepareWork = (
  ctx: Context,
  owned: readonly OwnedWork[],
  onlyIf?: Condition | RowCondition,
): PreparedWork<AttemptToMake> => prepareLedgerWork(ctx, doOne, owned, onlyIf);

/** Carries out pending work of any kind that requests did not complete. Called by cron. */
export async function retryPendingWork(ctx: Context): Promise<void> {
  await runPendingWork(ctx, doOne);
}

const doOne: DoWork<AttemptToMake> = async (ctx, row) => {
  const work = JSON.parse(row.work) as LedgerWork;
  switch (work.kind) {
    case 'record':
      return record(ctx, work);
    case 'endpoint':
      return changeEndpoint(ctx, row.tenant_id, work.endpointId);
    case 'reopen':
      return inVolumes(ctx, work.volumes, (volume) =>
        ledgerAt(ctx, volume).reopen(work.which, row.created_at_ms),
      );
    case 'sessions_kept':
      return keepSessions(ctx, row);
  }
};

async function record(
  ctx: Context,
  { owned, begunAfter }: Extract<LedgerWork, { kind: 'record' }>,
): Promise<AttemptToMake[]> {
  const volume = await recordInLedger(ctx, owned.owner, owned, begunAfter);
  return inVolumes(ctx, volume === undefined ? [] : [volume], async () =>
    owned.deliveries.map(({ id, endpoint_id: endpointId }) => ({
      deliveryId: id,
      attempt: 0,
      endpointId,
    })),
  );
}

async function changeEndpoint(
  ctx: Context,
  tenantId: string,
  endpointId: string,
): Promise<AttemptToMake[]> {
  // The current time is read before the endpoint is read, so that the change does not end a
  // delivery that is replayed afterwards.
  const nowMs = ctx.now();
  const endpoint = await findEndpoint(ctx.db, tenantId, endpointId);
  const change = changeOf(endpoint?.state);
  return inVolumes(ctx, await listVolumeRefs(ctx, tenantId), (volume) =>
    ledgerAt(ctx, volume).changeEndpoint(endpointId, change, nowMs),
  );
}

/** @param state the state of the endpoint; undefined if it has been deleted */
export function changeOf(
  state: 'pending' | 'enabled' | 'paused' | 'disabled' | undefined,
): EndpointChange {
  if (state === undefined) return 'deleted';
  return state === 'pending' || state === 'paused' ? 'held' : state;
}

/** Makes the call to every volume, and queues the delivery attempts that the calls return. */
async function inVolumes(
  ctx: Context,
  volumes: readonly VolumeRef[],
  call: (volume: VolumeRef) => Promise<AttemptToMake[]>,
): Promise<AttemptToMake[]> {
  const all = volumes.map(async (volume) => {
    const attempts = await call(volume);
    await queueDeliveries(ctx, volume, attempts);
    return attempts;
  });
  return (await Promise.all(all)).flat();
}
