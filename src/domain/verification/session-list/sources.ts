// The sources of a customer's session list: recent rows are in D1, older ones in the volumes of the
// customer's ledger (D-177).
import type { DayCount } from '../../terms/locate-page.ts';
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
import type { ListedLedgerSession, SessionWindow, UserCount } from './ledger-session.ts';
import type { SessionFilter } from './session-filter.ts';
import { parseRow, type SessionRow } from './session-row.ts';

const NONE: UserCount = { scanned: 0, total: 0, fromMs: null };

/** D1 or a volume, limited to the rows that match a filter. */
export interface SessionSource {
  /** The filter of the list; only `fromMs` may differ between sources. */
  filter: SessionFilter;
  /** Undefined for D1. */
  volume: VolumeRef | undefined;
  /** @returns creation times, newest first */
  listTimes: (part: SessionPart) => Promise<number[]>;
  /** @returns rows, newest first */
  listRows: (part: SessionPart) => Promise<SessionRow[]>;
}

/** A source with its number of rows per day. */
interface CountedSource {
  source: SessionSource;
  days: readonly DayCount[];
}

/** A source, and how many of one user's rows in it match the filter. */
interface SearchedSource {
  source: SessionSource;
  total: number;
}

const inD1 = (ctx: LedgerContext, filter: SessionFilter): SessionSource => ({
  filter,
  volume: undefined,
  listTimes: (part) => listTimes(ctx.db, filter, part),
  listRows: (part) => readPart(ctx.db, filter, part),
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

/** Adds the customer and the mode, which a ledger's rows do not contain. */
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
 * Counts the rows of each source per day. A session counts twice while it moves from D1 to a
 * volume.
 * @returns D1 first, then the volumes, newest first
 */
export async function countSources(
  ctx: LedgerContext,
  filter: SessionFilter,
): Promise<CountedSource[]> {
  // The volumes are read after D1, because otherwise a session that is being moved could be found
  // in neither.
  const [days, volumes] = await ctx.db.batch([
    countByDay(ctx.db, filter),
    selectVolumeRefs(ctx, filter),
  ]);
  const { status, verificationType, startDate, endDate } = filter;
  const ofVolumes = volumes.map(async (volume) => ({
    source: inVolume(ctx, filter, volume),
    days: await ledgerAt(ctx, volume).countSessionsByDay({
      status,
      verificationType,
      startDate,
      endDate,
    }),
  }));
  return [{ source: inD1(ctx, filter), days }, ...(await Promise.all(ofVolumes))];
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
