// Reads one list from several sources. A session that is in both D1 and a volume, while it moves or
// after a late event, is listed once, with its row from D1.
import type { Context } from '../../../context.ts';
import { dayOf, type PagePlace } from '../../terms/locate-page.ts';
import { listOthers, type SessionPart } from './list-store.ts';
import type { SessionFilter } from './session-filter.ts';
import type { SessionRow } from './session-row.ts';
import type { SessionSource } from './sources.ts';

/** Where a page begins: `skip` sessions after the first session of a millisecond. */
type PageStart = Pick<SessionPart, 'beforeMs' | 'skip'>;

/** The start of a page, and the sources that contain its rows. */
export interface LocatedPage {
  place: PagePlace;
  /** D1 first, then the volumes, newest first. */
  sources: readonly SessionSource[];
  /**
   * The days (UTC) of creation of all sessions in D1 that the page may contain, with any status and
   * type; undefined if they are not known.
   */
  daysInD1?: ReadonlySet<string>;
}

/**
 * Reads a page of the merged list. Sessions created in the same millisecond are listed in the order
 * of the sources.
 */
export async function readPage(
  { db }: Pick<Context, 'db'>,
  filter: SessionFilter,
  { place: { beforeMs, skip }, sources, daysInD1 }: LocatedPage,
  limit: number,
): Promise<SessionRow[]> {
  const [first, ...others] = sources;
  if (first === undefined || beforeMs === undefined) return [];
  if (others.length === 0) {
    const rows = await first.listRows({ beforeMs, skip, limit });
    return dropOutdated(db, filter, rows, first.volume === undefined ? rows : [], daysInD1);
  }
  const start = await findStart(sources, { beforeMs, skip });
  const end = start.skip + limit;
  const parts = await readParts(sources, { beforeMs: start.beforeMs, skip: 0, limit: end });
  const merged = mergeRows(parts);
  // The totals count duplicate rows too, so a page that loses a duplicate is shorter than the
  // limit.
  const rows = merged.slice(start.skip, end).filter(isFirstIn(merged));
  const ofD1 = first.volume === undefined ? (parts[0] ?? []) : [];
  return dropOutdated(db, filter, rows, ofD1, daysInD1);
}

/**
 * Finds the millisecond of a page's first row. Full rows are read only from that millisecond on;
 * for the rows before it in the list, only creation times are read.
 */
async function findStart(
  sources: readonly SessionSource[],
  { beforeMs, skip }: PageStart,
): Promise<PageStart> {
  if (skip === 0) return { beforeMs, skip };
  const part = { beforeMs, skip: 0, limit: skip + 1 };
  const listed = await Promise.all(sources.map((source) => source.listTimes(part)));
  const times = listed.flat().toSorted((one, other) => other - one);
  const firstMs = times[skip];
  if (firstMs === undefined) return { beforeMs: 0, skip: 0 };
  return { beforeMs: firstMs + 1, skip: skip - times.indexOf(firstMs) };
}

/**
 * Reads the same part of several sources: D1 before the volumes, because otherwise a session that
 * is being moved could be found in neither.
 */
async function readParts(
  [first, ...volumes]: readonly SessionSource[],
  part: SessionPart,
): Promise<(readonly SessionRow[])[]> {
  if (first === undefined) return [];
  const rows = await first.listRows(part);
  return [rows, ...(await Promise.all(volumes.map((volume) => volume.listRows(part))))];
}

/**
 * @param parts rows of each source, newest first
 * @returns all rows, newest first
 */
export const mergeRows = (parts: readonly (readonly SessionRow[])[]): SessionRow[] =>
  parts.flat().toSorted((one, other) => other.created_at_ms - one.created_at_ms);

/** Returns a predicate that is true for the first row of each session. */
export function isFirstIn(rows: readonly SessionRow[]): (row: SessionRow) => boolean {
  const firsts = new Map(rows.toReversed().map((row) => [row.id, row]));
  return (row) => firsts.get(row.id) === row;
}

/**
 * Filters out rows that came from a volume but are outdated: in D1, the status or type of the
 * session no longer matches the filter.
 * @param ofD1 rows that were read from D1
 * @param daysInD1 the days of all sessions in D1; if absent, D1 is queried for every row
 */
export async function dropOutdated(
  db: Context['db'],
  filter: SessionFilter,
  rows: readonly SessionRow[],
  ofD1: readonly SessionRow[],
  daysInD1?: ReadonlySet<string>,
): Promise<SessionRow[]> {
  if (filter.status === undefined && filter.verificationType === undefined) return [...rows];
  const current = new Set(ofD1.map(({ id }) => id));
  const moved = rows
    .filter(({ created_at_ms: atMs }) => daysInD1?.has(dayOf(atMs)) ?? true)
    .map(({ id }) => id)
    .filter((id) => !current.has(id));
  if (moved.length === 0) return [...rows];
  const outdated = new Set(await listOthers(db, filter, moved));
  return rows.filter(({ id }) => !outdated.has(id));
}
