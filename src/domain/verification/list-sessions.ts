// Use cases: a customer reads its sessions, page by page or all of them in a file.
import type { Context } from '../../context.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError } from '../../errors.ts';
import { recordAudit, type TenantActor } from '../platform/audit/record.ts';
import { locatePage, millisecondsOf, type PagePlace } from '../terms/locate-page.ts';
import {
  countByDay,
  countOfUser,
  readBatch,
  readPage,
  type KeysetRow,
  type SessionRow,
} from './list-store.ts';
import { tokenOf } from './tokens.ts';
import type { SessionFilter } from './session-filter.ts';

export type ListedSession = SessionRow & {
  /** `xtk_…`; it reads nothing once the session is erased. */
  token: string;
  /** `xtk_…` of the session that this one retakes. */
  previous?: string;
};

interface Slice {
  offset: number;
  limit: number;
}

/** Maximum number of sessions in one file; larger exports must be made month by month. */
export const MAX_EXPORTED = 100_000;
/**
 * How many of one user's latest sessions a list searches; a caller reaches older ones with narrower
 * dates.
 */
const MAX_LISTED_OF_USER = 10_000;
/**
 * Rows per query of an export: many, because the platform limits the queries per request, to 50 on
 * its free plan.
 */
const EXPORT_BATCH = 2_500;

/**
 * @returns one page, latest first. A live session appears within about a minute, or with its end if
 *   that is sooner. For one user, only the latest MAX_LISTED_OF_USER are searched
 */
export async function listSessions(
  ctx: Context,
  filter: SessionFilter,
  { offset, limit }: Slice,
): Promise<{ rows: ListedSession[]; total: number }> {
  const { fromMs, ...place } = await placeOf(ctx, filter, offset, MAX_LISTED_OF_USER);
  if (place.beforeMs === undefined) return { rows: [], total: place.total };
  const rows = await readPage(ctx.db, { ...filter, fromMs }, place, limit);
  return { rows: await addTokens(ctx, rows), total: place.total };
}

/**
 * Exports all sessions that match the filter, latest first, in batches. Personal data leave the
 * service, so the export is audited.
 * @throws AppError VALIDATION_FAILED when there are more than MAX_EXPORTED
 */
export async function exportSessions(
  ctx: Context,
  actor: TenantActor,
  filter: SessionFilter,
): Promise<AsyncGenerator<ListedSession[], undefined>> {
  const { total, fromMs } = await placeOf(ctx, filter, 0, MAX_EXPORTED + 1);
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

async function* batchesOf(
  ctx: Context,
  filter: SessionFilter,
): AsyncGenerator<ListedSession[], undefined> {
  let last: KeysetRow | undefined;
  do {
    const rows = await readBatch(ctx.db, filter, last, EXPORT_BATCH);
    yield await addTokens(ctx, rows);
    last = rows.length < EXPORT_BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/**
 * Locates a page. For one user, a limited number of the latest sessions is counted, because some
 * customers use one id for all visitors.
 */
async function placeOf(
  ctx: Context,
  filter: SessionFilter,
  offset: number,
  mostOfUser: number,
): Promise<PagePlace & Pick<SessionFilter, 'fromMs'>> {
  if (filter.externalUserId === undefined)
    return locatePage(await countByDay(ctx.db, filter), offset);
  const { total, fromMs } = await countOfUser(ctx.db, filter, mostOfUser);
  const { beforeMs } = millisecondsOf(filter);
  return { total, fromMs, beforeMs: offset < total ? beforeMs : undefined, skip: offset };
}

const addTokens = (ctx: Context, rows: readonly SessionRow[]): Promise<ListedSession[]> =>
  Promise.all(rows.map(async (row) => ({ ...row, ...(await tokensOfRow(ctx, row)) })));

/** Derives the tokens of a session from the columns of its list row. */
export async function tokensOfRow(
  ctx: Context,
  row: Pick<SessionRow, 'id' | 'result_hash' | 'previous_id' | 'previous_hash'>,
): Promise<Pick<ListedSession, 'token' | 'previous'>> {
  const token = await tokenOf(ctx, RESULT_TOKEN, row.id, row.result_hash);
  if (row.previous_id === null) return { token };
  return { token, previous: await tokenOf(ctx, RESULT_TOKEN, row.previous_id, row.previous_hash) };
}
