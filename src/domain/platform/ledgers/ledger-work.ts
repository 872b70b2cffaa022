// Work that a change in D1 causes in ledgers. The work is recorded in the same transaction as the
// change and carried out right after it; if it fails, a scheduled run tries again (D-174). The work
// is idempotent. Callers define what the work is; the scheduled caller handles every kind
// (integration/webhooks/ledger-work.ts).
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../crypto/random.ts';
import type { Condition, Statement } from '../../../db/client.ts';
import type { RowCondition } from '../../../db/insert-rows.ts';
import { logIncident } from '../../../log.ts';
import { DAY_MS, MINUTE_MS } from '../../../time/durations.ts';
import { inTime } from '../../../time/patience.ts';
import {
  deleteWork,
  deleteWorkBefore,
  findWork,
  insertWork,
  insertWorkOfChange,
  listPendingWork,
  type WorkRow,
} from './ledger-work-store.ts';

/**
 * Does the work of one row.
 * @throws any error; a scheduled run then tries again
 */
export type DoWork<Result> = (ctx: Context, row: WorkRow) => Promise<readonly Result[]>;

/** One row of work, before it is recorded. */
export interface WorkOf<Kind> {
  tenantId: string;
  /** The face challenge that the work is about. */
  subject?: string | undefined;
  /** The work to do, stored as JSON. */
  work: Kind;
}

export interface PreparedWork<Result> {
  /** Records the work; belongs in the transaction of the change. */
  statement: Statement;
  /**
   * Does the work. Must be called after the transaction has recorded the work.
   * @returns the results of all rows
   * @throws any error from D1, an object or a queue; a scheduled run then does the remaining work
   */
  perform: () => Promise<Result[]>;
  /**
   * Like `perform`, but does only the work that the transaction has recorded.
   * @throws the same errors as `perform`
   */
  performWritten: () => Promise<void>;
}

/** Work older than this is left over from a request that was cut off. */
const LEFT_MS = MINUTE_MS;
/** Work older than this is discarded, because events are not kept longer. */
const DISCARDED_MS = 30 * DAY_MS;
/** How long a ledger may take for one row of work. */
const PATIENCE_MS = 5_000;
/** The number of rows of work that are done in parallel. */
const AT_ONCE = 10;
/** The maximum number of rows of work in one scheduled run; each may take two statements. */
const MAX_LEFT = 40;

const rowsOf = (ctx: Context, owned: readonly WorkOf<object>[]): WorkRow[] =>
  owned.map(({ tenantId, subject, work }) => ({
    id: randomToken(12),
    tenant_id: tenantId,
    subject: subject ?? null,
    work: JSON.stringify(work),
    created_at_ms: ctx.now(),
  }));

/**
 * @param onlyIf one condition for all of the work, or a condition that is evaluated for each row
 */
export function prepareLedgerWork<Result>(
  ctx: Context,
  doOne: DoWork<Result>,
  owned: readonly WorkOf<object>[],
  onlyIf?: Condition | RowCondition,
): PreparedWork<Result> {
  const rows = rowsOf(ctx, owned);
  return prepared(ctx, doOne, rows, insertWork(ctx.db, rows, onlyIf));
}

/**
 * Like prepareLedgerWork, but the statement must directly follow the change, or the change's audit
 * entry: the work is recorded only if that statement affected a row.
 */
export function prepareWorkOfChange<Result>(
  ctx: Context,
  doOne: DoWork<Result>,
  owned: readonly WorkOf<object>[],
): PreparedWork<Result> {
  const rows = rowsOf(ctx, owned);
  return prepared(ctx, doOne, rows, insertWorkOfChange(ctx.db, rows));
}

const prepared = <Result>(
  ctx: Context,
  doOne: DoWork<Result>,
  rows: readonly WorkRow[],
  statement: Statement,
): PreparedWork<Result> => ({
  statement,
  perform: () => doAll(ctx, doOne, rows),
  performWritten: async () => {
    const ids = rows.map(({ id }) => id);
    await doAll(ctx, doOne, await findWork(ctx.db, ids));
  },
});

/**
 * Does the work that requests have left undone, in random order, so that customers whose ledgers
 * fail do not hold up other customers forever.
 */
export async function runPendingWork(ctx: Context, doOne: DoWork<unknown>): Promise<void> {
  const done: WorkRow[] = [];
  await deleteWorkBefore(ctx.db, ctx.now() - DISCARDED_MS);
  for (const row of await listPendingWork(ctx.db, ctx.now() - LEFT_MS, MAX_LEFT)) {
    try {
      await inTime(doOne(ctx, row), PATIENCE_MS);
      done.push(row);
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      logIncident('ledger_work_failed', { error: name });
    }
  }
  await forget(ctx, done);
}

async function doAll<Result>(
  ctx: Context,
  doOne: DoWork<Result>,
  rows: readonly WorkRow[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    const slice = rows.slice(start, start + AT_ONCE);
    results.push(...(await Promise.all(slice.map((row) => doOne(ctx, row)))).flat());
  }
  await forget(ctx, rows);
  return results;
}

async function forget(ctx: Context, done: readonly WorkRow[]): Promise<void> {
  const ids = done.map(({ id }) => id);
  if (ids.length > 0) await deleteWork(ctx.db, ids);
}
