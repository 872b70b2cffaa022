// Use case: a customer reads its sessions page by page, whether they are in D1 or in its ledger.
import type { Context } from '../../../context.ts';
import {
  daysOfPage,
  locatePage,
  millisecondsOf,
  sumByDay,
  type PagePlace,
} from '../../terms/locate-page.ts';
import { tokensOfRow, type RowTokens } from '../tokens.ts';
import { readPage } from './merge-sources.ts';
import type { SessionFilter } from './session-filter.ts';
import type { SessionRow } from './session-row.ts';
import { countSources, searchSources, type SessionSource } from './sources.ts';

export type ListedSession = SessionRow & RowTokens;

interface Slice {
  offset: number;
  limit: number;
}

/** The start of a page, and the sources that contain its rows. */
interface LocatedPage {
  place: PagePlace;
  sources: SessionSource[];
}

/**
 * How many of one user's latest sessions a list searches; older ones can be reached with an earlier
 * date range.
 */
const MAX_LISTED_OF_USER = 10_000;

/**
 * @returns one page, newest first. A live session appears within about a minute, or when it ends if
 *   that is sooner. For one user, only the latest MAX_LISTED_OF_USER sessions are searched
 */
export async function listSessions(
  ctx: Context,
  filter: SessionFilter,
  slice: Slice,
): Promise<{ rows: ListedSession[]; total: number }> {
  const { place, sources } = await (filter.externalUserId === undefined
    ? locateByDay(ctx, filter, slice)
    : locateOfUser(ctx, filter, slice));
  const rows = await readPage(ctx, filter, sources, place, slice.limit);
  return { rows: await addTokens(ctx, rows), total: place.total };
}

async function locateByDay(
  ctx: Context,
  filter: SessionFilter,
  slice: Slice,
): Promise<LocatedPage> {
  const counted = await countSources(ctx, filter);
  const days = sumByDay(counted.flatMap((one) => one.days));
  const ofPage = new Set(daysOfPage(days, slice));
  return {
    place: locatePage(days, slice.offset),
    sources: counted
      .filter((one) => one.days.some(({ day }) => ofPage.has(day)))
      .map(({ source }) => source),
  };
}

/**
 * Locates a page of one user's sessions. Only a limited number of the latest sessions are counted,
 * because some customers use one id for all visitors.
 */
async function locateOfUser(
  ctx: Context,
  filter: SessionFilter,
  { offset }: Slice,
): Promise<LocatedPage> {
  const found = await searchSources(ctx, filter, MAX_LISTED_OF_USER);
  const total = found.reduce((sum, one) => sum + one.total, 0);
  const { beforeMs } = millisecondsOf(filter);
  return {
    place: { total, beforeMs: offset < total ? beforeMs : undefined, skip: offset },
    sources: found.filter((one) => one.total > 0).map(({ source }) => source),
  };
}

export const addTokens = (ctx: Context, rows: readonly SessionRow[]): Promise<ListedSession[]> =>
  Promise.all(rows.map(async (row) => ({ ...row, ...(await tokensOfRow(ctx, row)) })));
