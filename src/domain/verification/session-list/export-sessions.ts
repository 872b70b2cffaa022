// Use case: a customer exports its sessions to a file, whether they are in D1 or in its ledger.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { recordAudit, type TenantActor } from '../../platform/audit/record.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import { millisecondsOf } from '../../terms/locate-page.ts';
import { addTokens, type ListedSession } from './list-sessions.ts';
import { dropOutdated, isFirstIn, mergeRows } from './merge-sources.ts';
import type { SessionFilter } from './session-filter.ts';
import type { SessionRow } from './session-row.ts';
import { countSources, inVolume, readWithVolumes, searchSources } from './sources.ts';

/** The maximum number of sessions in one file; larger exports must be split by date. */
export const MAX_EXPORTED = 100_000;
/**
 * The number of rows per query of an export. It is large, because the platform limits the number of
 * queries per request, to 50 on its free plan.
 */
const EXPORT_BATCH = 2_500;

/**
 * Exports all sessions that match the filter, newest first, in batches. Personal data leaves the
 * service, so the export is audited.
 * @throws AppError VALIDATION_FAILED when more than MAX_EXPORTED sessions match
 */
export async function exportSessions(
  ctx: Context,
  actor: TenantActor,
  filter: SessionFilter,
): Promise<AsyncGenerator<ListedSession[], undefined>> {
  const { total, fromMs } = await countSessions(ctx, filter);
  if (total > MAX_EXPORTED) {
    const message = `A file has at most ${MAX_EXPORTED} sessions, and these dates have more. Narrow the dates.`;
    throw new AppError('VALIDATION_FAILED', message, {
      fields: [{ field: 'start_date', message }],
    });
  }
  await recordAudit(ctx, {
    actor,
    action: 'session.export',
    target: { type: 'tenant', id: filter.tenantId },
    after: { sessions: total, test: filter.test },
  });
  return batchesOf(ctx, { ...filter, fromMs });
}

/**
 * @returns the number of sessions; for a search by user that reached its limit, also the creation
 *   time at which it stopped
 */
async function countSessions(
  ctx: Context,
  filter: SessionFilter,
): Promise<Pick<SessionFilter, 'fromMs'> & { total: number }> {
  if (filter.externalUserId === undefined) {
    const counted = await countSources(ctx, filter, { offset: 0, limit: 0 });
    return { total: totalOf(counted.map(({ total }) => total)) };
  }
  const found = await searchSources(ctx, filter, MAX_EXPORTED + 1);
  return {
    total: totalOf(found.map(({ total }) => total)),
    fromMs: found.at(-1)?.source.filter.fromMs,
  };
}

const totalOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

/**
 * The position that an export has reached. It is a time, not an offset in a source, because
 * sessions move from D1 to volumes during the export.
 */
interface Position {
  /** All sessions created at this time or later have been exported. */
  beforeMs: number;
  /** Sessions created in the last millisecond before `beforeMs` that have already been exported. */
  exported: ReadonlySet<string>;
  /** The sources that may have more sessions. */
  left: Left;
}

interface Left {
  isInD1: boolean;
  volumes: readonly VolumeRef[];
}

async function* batchesOf(
  ctx: Context,
  filter: SessionFilter,
): AsyncGenerator<ListedSession[], undefined> {
  const { beforeMs } = millisecondsOf(filter);
  let position: Position | undefined = {
    beforeMs,
    exported: new Set(),
    left: { isInD1: true, volumes: [] },
  };
  while (position !== undefined) {
    const { rows, ofD1, left }: Batch = await readBatch(ctx, filter, position);
    yield await addTokens(ctx, await dropOutdated(ctx.db, filter, rows, ofD1));
    position = rows.length < EXPORT_BATCH ? undefined : nextPosition(position, rows, left);
  }
}

interface Batch {
  rows: SessionRow[];
  /** The rows that were read from D1, starting at the position. */
  ofD1: SessionRow[];
  left: Left;
}

/**
 * Reads D1 before the volumes, so that a session that is being moved is found in D1, in a volume or
 * in both.
 */
async function readBatch(
  ctx: Context,
  filter: SessionFilter,
  { beforeMs, exported, left }: Position,
): Promise<Batch> {
  const part = { beforeMs, skip: 0, limit: EXPORT_BATCH + exported.size };
  const { rows: ofD1, volumes } = left.isInD1
    ? await readWithVolumes(ctx, filter, part)
    : { rows: [], volumes: left.volumes };
  const moved = await Promise.all(
    volumes.map((volume) => inVolume(ctx, filter, volume).listRows(part)),
  );
  const merged = mergeRows([ofD1, ...moved]);
  const rows = merged
    .filter(isFirstIn(merged))
    .filter(({ id }) => !exported.has(id))
    .slice(0, EXPORT_BATCH);
  // Once every matching row in D1 has been exported, no row that is still to be exported can move
  // from D1 to a volume.
  const last = ofD1.at(-1);
  const isRead = last === undefined || rows.includes(last) || exported.has(last.id);
  const isInD1 = left.isInD1 && (ofD1.length === part.limit || !isRead);
  return { rows, ofD1, left: { isInD1, volumes } };
}

/** @param rows the last batch */
function nextPosition(
  { beforeMs, exported }: Position,
  rows: readonly SessionRow[],
  left: Left,
): Position {
  const lastMs = rows.at(-1)?.created_at_ms ?? 0;
  const ofLastMs = rows.filter((row) => row.created_at_ms === lastMs).map(({ id }) => id);
  const before = beforeMs === lastMs + 1 ? exported : [];
  return { beforeMs: lastMs + 1, exported: new Set([...before, ...ofLastMs]), left };
}
