// The sources of a customer's session list: recent rows are in D1, older ones in the volumes of the
// customer's ledger (D-177).
import { millisecondsOf } from '../../terms/locate-page.ts';
import type { VolumeRef } from '../../platform/ledgers/volume.ts';
import {
  ledgerAt,
  selectVolumeRefs,
  type LedgerContext,
} from '../../platform/ledgers/volume-refs.ts';
import {
  countByDay,
  listTimes,
  readPart,
  selectCountOfUser,
  selectPart,
  type SessionPart,
} from './list-store.ts';
import type {
  ListedLedgerSession,
  SessionCounts,
  SessionWindow,
  UserCount,
} from './ledger-session.ts';
import type { SessionFilter } from './session-filter.ts';
import { parseRow, type SessionRow } from './session-row.ts';

/** Where a page begins in the list, and its number of rows. */
export interface Slice {
  offset: number;
  limit: number;
}

const NONE: UserCount = { scanned: 0, total: 0, fromMs: null };

/** D1 or a volume, limited to the rows that match a filter. */
export interface SessionSource {
  /** The filter of the list. It is the same for all sources, except for `fromMs`. */
  filter: SessionFilter;
  /** The volume; undefined for D1. */
  volume: VolumeRef | undefined;
  /** @returns creation times, newest first */
  listTimes: (part: SessionPart) => Promise<number[]>;
  /** @returns rows, newest first */
  listRows: (part: SessionPart) => Promise<readonly SessionRow[]>;
}

/** A source with the number of its matching rows. */
interface CountedSource extends SessionCounts {
  source: SessionSource;
}

/** A source, and how many of one user's rows in it match the filter. */
interface SearchedSource {
  source: SessionSource;
  total: number;
}

/** @param latest the rows of the part that will be listed, if they have already been read */
const inD1 = (
  ctx: LedgerContext,
  filter: SessionFilter,
  latest?: readonly SessionRow[],
): SessionSource => ({
  filter,
  volume: undefined,
  listTimes: (part) => listTimes(ctx.db, filter, part),
  listRows: async (part) => latest ?? readPart(ctx.db, filter, part),
});

export const inVolume = (
  ctx: LedgerContext,
  filter: SessionFilter,
  volume: VolumeRef,
): SessionSource => ({
  filter,
  volume,
  listTimes: ({ beforeMs, ...part }) =>
    ledgerAt(ctx, volume).listSessionTimes(windowOf(filter, beforeMs), part),
  listRows: async ({ beforeMs, ...part }) => {
    const rows = await ledgerAt(ctx, volume).listSessions(windowOf(filter, beforeMs), part);
    return rows.map((row) => toListRow(filter, row));
  },
});

/** Adds the customer and the mode (live or test), which a ledger's rows do not contain. */
export const toListRow = (
  { tenantId, test }: Pick<SessionFilter, 'tenantId' | 'test'>,
  row: ListedLedgerSession,
): SessionRow => parseRow({ ...row, tenant_id: tenantId, test });

/** @param beforeMs replaces the end of the filter's date range */
function windowOf(filter: SessionFilter, beforeMs?: number): SessionWindow {
  const { status, verificationType, externalUserId } = filter;
  const range = millisecondsOf(filter);
  return {
    status,
    verificationType,
    externalUserId,
    fromMs: Math.max(range.fromMs, filter.fromMs ?? 0),
    beforeMs: beforeMs ?? range.beforeMs,
  };
}

/**
 * Counts the rows of each source. A session counts twice while it moves from D1 to a volume.
 * @param slice the page whose rows will be listed; the counted days include the days of this page
 * @returns D1 first, then the volumes, newest first; the days of D1 include those on which none of
 *   its rows match
 */
export async function countSources(
  ctx: LedgerContext,
  filter: SessionFilter,
  { offset, limit }: Slice,
): Promise<[CountedSource, ...CountedSource[]]> {
  const { db } = ctx;
  // The volumes are read after D1, because otherwise a session that is being moved could be found
  // in neither. The first page is mostly in D1, so its rows are read together with the counts.
  const counts = [countByDay(db, filter), selectVolumeRefs(ctx, filter)] as const;
  const part = { beforeMs: millisecondsOf(filter).beforeMs, skip: 0, limit };
  const isFirst = offset === 0 && limit > 0;
  const [days, volumes, latest] = isFirst
    ? await db.batch([...counts, selectPart(db, filter, part)])
    : [...(await db.batch(counts)), undefined];
  const { status, verificationType, startDate, endDate } = filter;
  const window = { status, verificationType, startDate, endDate };
  const ofVolumes = volumes.map(async (volume) => ({
    source: inVolume(ctx, filter, volume),
    ...(await ledgerAt(ctx, volume).countSessions(window, offset + limit)),
  }));
  const total = days.reduce((sum, { value }) => sum + value, 0);
  const source = inD1(ctx, filter, latest?.map(parseRow));
  return [{ source, total, days }, ...(await Promise.all(ofVolumes))];
}

/**
 * Counts one user's matching rows in each source: D1 first, then the volumes, newest first.
 * @param most the maximum number of rows to scan; sources beyond this limit are left out
 */
export async function searchSources(
  ctx: LedgerContext,
  filter: SessionFilter,
  most: number,
): Promise<SearchedSource[]> {
  const [[counted = NONE], volumes] = await ctx.db.batch([
    selectCountOfUser(ctx.db, filter, most),
    selectVolumeRefs(ctx, filter),
  ]);
  const found = [{ source: inD1(ctx, since(filter, counted, most)), total: counted.total }];
  let left = most - counted.scanned;
  for (const volume of volumes) {
    if (left <= 0) break;
    const ofVolume = await ledgerAt(ctx, volume).countSessionsOfUser(windowOf(filter), left);
    const source = inVolume(ctx, since(filter, ofVolume, left), volume);
    found.push({ source, total: ofVolume.total });
    left -= ofVolume.scanned;
  }
  return found;
}

/**
 * Reads a part of the list in D1 and, at the same moment, the list of volumes, so that a session
 * that is not in D1 is in one of these volumes.
 */
export async function readWithVolumes(
  { db }: LedgerContext,
  filter: SessionFilter,
  part: SessionPart,
): Promise<{ rows: SessionRow[]; volumes: VolumeRef[] }> {
  const [rows, volumes] = await db.batch([
    selectPart(db, filter, part),
    selectVolumeRefs({ db }, filter),
  ]);
  return { rows: rows.map(parseRow), volumes };
}

/** Limits a source's filter to the rows that were scanned, if the scan reached its maximum. */
const since = (
  filter: SessionFilter,
  { scanned, fromMs }: UserCount,
  most: number,
): SessionFilter => (scanned < most || fromMs === null ? filter : { ...filter, fromMs });
