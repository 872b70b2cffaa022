// The work in ledgers that follows from a change in D1. It is recorded in the transaction of the
// change and done right after it; if that fails, the schedule does it (D-174). Doing it twice is
// harmless.
import type { Context } from '../../../context.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import type { RowCondition } from '../../../db/insert-rows.ts';
import { randomToken } from '../../../crypto/random.ts';
import { logIncident } from '../../../log.ts';
import type { ToReopen } from '../../../objects/ledger/delivery-lists.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { inTime } from '../../../time/patience.ts';
import type { AttemptToMake } from './delivery.ts';
import { findEndpoint } from './endpoint-store.ts';
import { EVENTS_KEPT_MS, type EndpointChange } from './ledger-rows.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import {
  deleteWork,
  deleteWorkBefore,
  findWork,
  insertWork,
  listLeftWork,
  type WorkRow,
} from './ledger-work-store.ts';
import { recordInLedger } from './ledgers.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import type { OwnedEvents } from './record-events.ts';

type LedgerWork =
  | { kind: 'record'; begunAfter: number; owned: OwnedEvents }
  /** The endpoint was changed or deleted; its current state is read when the work is done. */
  | { kind: 'endpoint'; endpointId: string }
  | { kind: 'reopen'; volumes: readonly VolumeRef[]; which: ToReopen };

interface PreparedWork {
  /** Records the work; for the transaction of the change. */
  statement: Statement;
  /**
   * Does the work and queues the deliveries that are due. Call it once the transaction has recorded
   * the work.
   * @returns the attempts that were queued
   * @throws any error of D1, an object or the queue: the schedule does the rest
   */
  perform: () => Promise<AttemptToMake[]>;
  /**
   * Like `perform`, but does only the work that the transaction has recorded. @throws as `perform`
   */
  performWritten: () => Promise<void>;
}

/** Work older than this is left over from a request that was cut off. */
const LEFT_MS = MINUTE_MS;
/** How long a ledger may take for one row of work. */
const PATIENCE_MS = 5_000;
/** The number of rows of work that are done in parallel. */
const AT_ONCE = 10;
/** The maximum number of rows of work in one run of the schedule; each may take two statements. */
const MAX_LEFT = 40;

export interface OwnedWork {
  tenantId: string;
  /** The face challenge that the work is about. */
  subject?: string | undefined;
  work: LedgerWork;
}

/** @param onlyIf a condition for all of the work together, or for each row of it */
export function prepareWork(
  ctx: Context,
  owned: readonly OwnedWork[],
  onlyIf?: Condition | RowCondition,
): PreparedWork {
  const rows = owned.map(({ tenantId, subject, work }) => ({
    id: randomToken(12),
    tenant_id: tenantId,
    subject: subject ?? null,
    work: JSON.stringify(work),
    created_at_ms: ctx.now(),
  }));
  return {
    statement: insertWork(ctx.db, rows, onlyIf),
    perform: () => doAll(ctx, rows),
    performWritten: async () => {
      const ids = rows.map(({ id }) => id);
      await doAll(ctx, await findWork(ctx.db, ids));
    },
  };
}

/**
 * Run by cron: does the work that requests have left undone, in random order, so that customers
 * whose ledgers fail do not hold up the others forever. Work older than the events that are kept is
 * discarded.
 */
export async function doLeftWork(ctx: Context): Promise<void> {
  const done: WorkRow[] = [];
  await deleteWorkBefore(ctx.db, ctx.now() - EVENTS_KEPT_MS);
  for (const row of await listLeftWork(ctx.db, ctx.now() - LEFT_MS, MAX_LEFT)) {
    try {
      await inTime(doOne(ctx, row), PATIENCE_MS);
      done.push(row);
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      logIncident('ledger_work_failed', { error: name });
    }
  }
  await forget(ctx, done);
}

async function doAll(ctx: Context, rows: readonly WorkRow[]): Promise<AttemptToMake[]> {
  const queued: AttemptToMake[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE)
    queued.push(
      ...(
        await Promise.all(rows.slice(start, start + AT_ONCE).map((row) => doOne(ctx, row)))
      ).flat(),
    );
  await forget(ctx, rows);
  return queued;
}

async function forget(ctx: Context, done: readonly WorkRow[]): Promise<void> {
  const ids = done.map(({ id }) => id);
  if (ids.length > 0) await deleteWork(ctx.db, ids);
}

function doOne(ctx: Context, row: WorkRow): Promise<AttemptToMake[]> {
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
  }
}

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
  // Taken before the endpoint is read, so that a delivery replayed after that is not ended.
  const nowMs = ctx.now();
  const endpoint = await findEndpoint(ctx.db, tenantId, endpointId);
  const change = changeOf(endpoint?.state);
  return inVolumes(ctx, await listVolumeRefs(ctx, tenantId), (volume) =>
    ledgerAt(ctx, volume).changeEndpoint(endpointId, change, nowMs),
  );
}

/** @param state the state of the endpoint; undefined if it was deleted */
export function changeOf(
  state: 'pending' | 'enabled' | 'paused' | 'disabled' | undefined,
): EndpointChange {
  if (state === undefined) return 'deleted';
  return state === 'pending' || state === 'paused' ? 'held' : state;
}

/** Calls every volume, and queues the attempts that it returns. */
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
