// Scheduled use case: moves the breakdown of finished sessions and customers' daily counts from D1
// to customers' ledgers once a day's counts no longer change (D-178, D-181).
import { logIncident } from '../../../log.ts';
import { inTime } from '../../../time/patience.ts';
import { openFirstLive, requireLedger } from '../../platform/ledgers/first-volumes.ts';
import type { LedgerContext } from '../../platform/ledgers/volume-refs.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { deleteParts, freezeDays, listWaiting, type WaitingPart } from './outcome-store.ts';
import { firstKeptDay } from './outcomes.ts';

/** The maximum number of (customer, day) pairs that one run turns into parts. */
const DAYS_PER_RUN = 300;
/**
 * The maximum number of customers in one run, and of parts per customer; each customer requires one
 * call to an object.
 */
const MOVED_PER_RUN = { customers: 100, partsOfEach: 20 };
/** The timeout for the call to one customer's ledger. */
const PATIENCE_MS = 10_000;

/**
 * Called by cron. Turns a customer's rows of a day into one part, in a single transaction, and
 * deletes the part from D1 once the ledger has it. If a run is cut off before the deletion, the
 * part is in both places, and readers use its number to count it only once. A customer whose ledger
 * fails does not hold up the others.
 * @param options.patienceMs the timeout for the call to one customer's ledger
 * @param options.limits the limits of the run
 * @throws Error when some parts could not be moved, and any error from D1; the next run continues
 */
export async function moveOutcomes(
  ctx: LedgerContext,
  { patienceMs = PATIENCE_MS, limits = MOVED_PER_RUN } = {},
): Promise<void> {
  const nowMs = ctx.now();
  try {
    await freezeDays(ctx.db, { beforeDay: firstKeptDay(nowMs), limit: DAYS_PER_RUN, nowMs });
  } finally {
    // Parts that are already waiting are moved even if turning more days into parts failed.
    await moveWaiting(ctx, { patienceMs, limits });
  }
}

async function moveWaiting(
  ctx: LedgerContext,
  { patienceMs, limits }: { patienceMs: number; limits: typeof MOVED_PER_RUN },
): Promise<void> {
  const waiting = await listWaiting(ctx.db, limits);
  if (waiting.length === 0) return;
  const tenantIds = [...new Set(waiting.map(({ tenantId }) => tenantId))];
  const volumes = await openFirstLive(ctx, tenantIds);
  const byCustomer = [...Map.groupBy(waiting, ({ tenantId }) => tenantId)];
  const moved = await Promise.all(
    byCustomer.map(async ([tenantId, parts]) => {
      try {
        await inTime(moveOf(ctx, parts, volumes.get(tenantId)), patienceMs);
        return parts;
      } catch (error) {
        const name = error instanceof Error ? error.name : 'unknown';
        logIncident('outcomes_not_moved', { error: name });
        return [];
      }
    }),
  );
  if (moved.flat().length > 0) await deleteParts(ctx.db, moved.flat());
  if (moved.some(({ length }) => length === 0))
    throw new Error('Outcomes of some customers could not be moved.');
}

async function moveOf(
  ctx: LedgerContext,
  parts: readonly WaitingPart[],
  volume: VolumeRef | undefined,
): Promise<void> {
  const rows = parts.map(({ tenantId: _tenantId, ...part }) => part);
  await requireLedger(ctx, volume).putOutcomes(rows);
}
