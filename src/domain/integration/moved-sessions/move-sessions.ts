// Scheduled use case: moves the list rows of sessions that ended a few days ago from D1 to their
// customers' ledgers (D-177).
import { logIncident } from '../../../log.ts';
import { inTime } from '../../../time/patience.ts';
import { dayOf } from '../../terms/locate-page.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import type { LedgerOwner, Volume } from '../../platform/ledgers/volume.ts';
import { ledgerAt, refOf, type LedgerContext } from '../../platform/ledgers/volume-refs.ts';
import { listVolumesSince, openFirstVolumes } from '../../platform/ledgers/volume-store.ts';
import { FULL_BYTES, noteVolumeWritten } from '../../platform/ledgers/volumes.ts';
import { movedBeforeMs } from '../../verification/rules/session/moved-rows.ts';
import type { LedgerSession } from '../../verification/session-list/ledger-session.ts';
import { deleteEmptyDays, deleteMoved, listDue, type DueSession } from './moved-store.ts';
import { sessionsKept } from '../../verification/session-list/sessions-kept.ts';

/**
 * At one run every ten minutes, these limits allow two and a half million rows a day, more than D1
 * can ingest.
 */
const [SLICE, SLICES_PER_RUN] = [2_500, 7];
/** The time limit for writing one customer's rows of a slice to its ledgers. */
const PATIENCE_MS = 10_000;
/** The maximum number of characters in one call to an object; a call can carry at most 32 MiB. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Moves the rows that are due, up to the limits of a run. Called by cron. A row is in D1, in a
 * ledger, or briefly in both: it is deleted from D1 once the ledger has it. A repeated run writes
 * the row to the volume that already has it. A customer whose ledger fails does not hold up the
 * others.
 * @param patienceMs the time limit for writing one customer's rows of a slice to its ledgers
 * @throws Error when some rows could not be moved, and any error from D1; the next run continues
 */
export async function moveSessions(ctx: LedgerContext, patienceMs = PATIENCE_MS): Promise<void> {
  const endedBeforeMs = movedBeforeMs(ctx.now());
  const failed: string[] = [];
  for (let slice = 0; slice < SLICES_PER_RUN; slice += 1) {
    const due = await listDue(ctx.db, endedBeforeMs, { limit: SLICE, except: failed });
    if (due.length === 0) break;
    const moved = await moveSlice(ctx, due, { failed, patienceMs });
    if (moved.length > 0) await deleteMoved(ctx.db, moved);
    if (due.length < SLICE) break;
  }
  await deleteEmptyDays(ctx.db, dayOf(endedBeforeMs));
  if (failed.length > 0) throw new Error('Sessions of some customers could not be moved.');
}

/**
 * @param failed collects the customers whose ledgers failed
 * @returns the rows that are now in ledgers
 */
async function moveSlice(
  ctx: LedgerContext,
  due: readonly DueSession[],
  { failed, patienceMs }: { failed: string[]; patienceMs: number },
): Promise<LedgerSession[]> {
  const volumes = await openVolumes(ctx, due);
  const byOwner = Map.groupBy(due, ({ owner }) => nameInMode(owner.tenantId, owner.test));
  const moved = [...byOwner].map(async ([name, theirs]) => {
    try {
      await inTime(moveOf(ctx, theirs, volumes.get(name) ?? []), patienceMs);
      return theirs.map(({ row }) => row);
    } catch (error) {
      failed.push(...theirs.slice(0, 1).map(({ owner }) => owner.tenantId));
      logIncident('sessions_not_moved', { error: error instanceof Error ? error.name : 'unknown' });
      return [];
    }
  });
  return (await Promise.all(moved)).flat();
}

type OwnedVolume = Volume & LedgerOwner;

/**
 * Opens the owners' first volumes where they are missing.
 * @returns for each owner, the volumes that the owner's rows may be in, newest first
 */
async function openVolumes(
  { config, db, now }: LedgerContext,
  due: readonly DueSession[],
): Promise<Map<string, OwnedVolume[]>> {
  const owners = [
    ...new Map(due.map(({ owner }) => [nameInMode(owner.tenantId, owner.test), owner])).values(),
  ];
  await openFirstVolumes(db, owners, { keptDays: config.requestLogDays, nowMs: now() });
  const endsMs = due.map(({ row }) => row.completed_at_ms ?? row.created_at_ms);
  const tenantIds = [...new Set(owners.map(({ tenantId }) => tenantId))];
  // A volume that was already full when a session ended cannot contain the session's row.
  const volumes = await listVolumesSince(db, tenantIds, Math.min(...endsMs));
  return Map.groupBy(volumes, ({ tenantId, test }) => nameInMode(tenantId, test));
}

/**
 * Writes the rows of one owner. Rows that a volume already contains, because an earlier run was
 * interrupted or because they were brought back from it, are written to that volume again; all
 * other rows are written to the latest volume.
 */
async function moveOf(
  ctx: LedgerContext,
  due: readonly DueSession[],
  [latest, ...earlier]: readonly OwnedVolume[],
): Promise<void> {
  if (latest === undefined || due[0] === undefined) throw new Error('A customer has no volume.');
  const kept = sessionsKept(due[0].tenant);
  const rows = new Map(due.map(({ row }) => [row.id, row]));
  for (const volume of earlier) {
    const known = await ledgerAt(ctx, refOf(volume, volume)).knownSessions([...rows.keys()]);
    const theirs = known.flatMap((id) => rows.get(id) ?? []);
    for (const portion of portionsOf(theirs))
      await ledgerAt(ctx, refOf(volume, volume)).putSessions(portion, kept);
    for (const id of known) rows.delete(id);
  }
  for (const portion of portionsOf([...rows.values()])) {
    const written = await ledgerAt(ctx, refOf(latest, latest)).putSessions(
      portion,
      kept,
      FULL_BYTES,
    );
    await noteVolumeWritten(ctx, latest, latest, written);
  }
}

/** Splits rows into portions, each small enough for one call. */
function portionsOf(rows: readonly LedgerSession[]): LedgerSession[][] {
  const portions: LedgerSession[][] = [];
  let length = Infinity;
  for (const row of rows) {
    length += JSON.stringify(row).length;
    if (length > MAX_CHARACTERS) {
      portions.push([]);
      length = 0;
    }
    portions.at(-1)?.push(row);
  }
  return portions;
}
