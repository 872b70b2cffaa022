// Use case: a customer reads its sessions page by page, whether they are in D1 or in its ledger.
import type { Context } from '../../../context.ts';
import { daysOfPage, locatePage, millisecondsOf, sumByDay } from '../../terms/locate-page.ts';
import { tokensOfRow, type RowTokens } from '../tokens.ts';
import { readPage, type LocatedPage } from './merge-sources.ts';
import type { SessionFilter } from './session-filter.ts';
import type { SessionRow } from './session-row.ts';
import { countSources, searchSources, type Slice } from './sources.ts';

export type ListedSession = SessionRow & RowTokens;

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
  const located = await (filter.externalUserId === undefined
    ? locateByDay(ctx, filter, slice)
    : locateOfUser(ctx, filter, slice));
  const rows = await readPage(ctx, filter, located, slice.limit);
  return { rows: await addTokens(ctx, rows), total: located.place.total };
}

async function locateByDay(
  ctx: Context,
  filter: SessionFilter,
  slice: Slice,
): Promise<LocatedPage> {
  const counted = await countSources(ctx, filter, slice);
  const days = sumByDay(counted.flatMap((one) => one.days));
  const ofPage = new Set(daysOfPage(days, slice));
  return {
    place: {
      ...locatePage(days, slice.offset),
      total: counted.reduce((sum, { total }) => sum + total, 0),
    },
    sources: counted
      .filter((one) => one.days.some(({ day, value }) => value > 0 && ofPage.has(day)))
      .map(({ source }) => source),
    daysInD1: new Set(counted[0].days.map(({ day }) => day)),
  };
}

/**
 * Locates a page of one user's sessions. Only a limited number of the latest sessions are counted,
 * because some customers use one user id for all visitors.
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
