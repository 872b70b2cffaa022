// Scheduled use case: moves older entries of customers' audit logs from D1 to the customers'
// ledgers (D-183).
import { logIncident } from '../../../log.ts';
import { inTime } from '../../../time/patience.ts';
import { openFirstLive, requireLedger } from '../ledgers/first-volumes.ts';
import type { LedgerContext } from '../ledgers/volume-refs.ts';
import type { VolumeRef } from '../ledgers/volume.ts';
import { checkLink, digestEntry } from './chain.ts';
import { ENTRY_KEPT_MS, type MovedEntry } from './moved-entries.ts';
import { deleteStored, listDue, type DueEntry, type StoredEntry } from './moved-store.ts';

/** At one run every ten minutes, these limits allow 430,000 entries a day. */
const LIMITS = { entries: 1_000, slices: 3 };
/** The timeout for storing one customer's entries of a slice. */
const PATIENCE_MS = 10_000;

/**
 * Moves the entries that are due, up to the limits of a run. Called by cron. An entry is deleted
 * from D1 once the ledger has it; if a run is cut off before the deletion, the entry is in both
 * places, and readers use its number to list it only once. An entry that does not match its link
 * stays, and so do the customer's later entries. A customer whose entries cannot be moved does not
 * hold up the others.
 * @param options.patienceMs the timeout for storing one customer's entries of a slice
 * @throws Error when some entries could not be moved, and any error from D1; the next run continues
 */
export async function moveAuditEntries(
  ctx: LedgerContext,
  { patienceMs = PATIENCE_MS, limits = LIMITS } = {},
): Promise<void> {
  const beforeMs = ctx.now() - ENTRY_KEPT_MS;
  const failed: string[] = [];
  for (let slice = 0; slice < limits.slices; slice += 1) {
    const due = await listDue(ctx.db, beforeMs, {
      nowMs: ctx.now(),
      limit: limits.entries,
      except: failed,
    });
    if (due.length === 0) break;
    const stored = await moveSlice(ctx, due, { failed, patienceMs });
    if (stored.length > 0) await deleteStored(ctx.db, stored, ctx.now());
    if (due.length < limits.entries) break;
  }
  if (failed.length > 0) throw new Error('Audit entries of some customers could not be moved.');
}

/**
 * @param failed collects the customers whose entries could not be moved
 * @returns the entries that are now in ledgers
 */
async function moveSlice(
  ctx: LedgerContext,
  due: readonly DueEntry[],
  { failed, patienceMs }: { failed: string[]; patienceMs: number },
): Promise<StoredEntry[]> {
  const byCustomer = Map.groupBy(due, ({ row }) => row.tenant_id);
  const volumes = await openFirstLive(ctx, [...byCustomer.keys()]);
  const moved = [...byCustomer].map(async ([tenantId, theirs]) => {
    try {
      const intact = await prepareIntact(theirs);
      await inTime(store(ctx, intact, volumes.get(tenantId)), patienceMs);
      if (intact.length < theirs.length) {
        failed.push(tenantId);
        const entry = theirs[intact.length]?.row.id ?? 0;
        logIncident('audit_not_intact', { tenant: tenantId, entry });
      }
      return intact.map(({ stored }) => stored);
    } catch (error) {
      failed.push(tenantId);
      const name = error instanceof Error ? error.name : 'unknown';
      logIncident('audit_not_moved', { tenant: tenantId, error: name });
      return [];
    }
  });
  return (await Promise.all(moved)).flat();
}

interface PreparedEntry {
  stored: StoredEntry;
  entry: MovedEntry;
}

/** @returns the entries before the first one that does not match its link, numbered */
async function prepareIntact(due: readonly DueEntry[]): Promise<PreparedEntry[]> {
  const prepared: PreparedEntry[] = [];
  for (const { row, hash, previous, moved } of due) {
    const digest = await digestEntry(row);
    const isOfDigest = (await checkLink(hash, previous, digest)) === 'digest';
    if (!isOfDigest && (await checkLink(hash, previous, row)) === 'altered') break;
    const number = moved + prepared.length + 1;
    const { tenant_id: _tenantId, ...columns } = row;
    const stored = { id: row.id, number, digest: isOfDigest ? digest : '' };
    prepared.push({ stored, entry: { ...columns, number, hash } });
  }
  return prepared;
}

async function store(
  ctx: LedgerContext,
  prepared: readonly PreparedEntry[],
  volume: VolumeRef | undefined,
): Promise<void> {
  if (prepared.length === 0) return;
  await requireLedger(ctx, volume).putAudit(prepared.map(({ entry }) => entry));
}
