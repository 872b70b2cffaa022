// SQL for funnel steps that versions of the service before D-165 stored as one row each, and for
// moving them into the rows of their sessions.
import { asc, desc, inArray, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { repeatInSlices } from '../../db/delete-in-slices.ts';
import { runTogether } from '../../db/run-together.ts';
import { funnelEvents } from '../../db/schema/index.ts';
import type { FunnelEvent } from './rules/session/funnel.ts';
import { setSteps } from './store.ts';

type StepRow = typeof funnelEvents.$inferSelect;

/** The number of rows in one slice, which belong to a few hundred sessions. */
const ROWS_TOGETHER = 2_500;

const within = (ids: readonly string[]) =>
  inArray(funnelEvents.session_id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Selects the steps of these sessions, in order. */
const selectUnfolded = (db: Database, sessionIds: readonly string[]) =>
  db
    .select()
    .from(funnelEvents)
    .where(within(sessionIds))
    .orderBy(asc(funnelEvents.session_id), asc(funnelEvents.seq));

export const deleteUnfolded = (db: Database, sessionIds: readonly string[]): Statement =>
  db.delete(funnelEvents).where(within(sessionIds));

/**
 * Lists sessions whose steps still have their own rows.
 * @param most the maximum number of rows that are read, newest first
 */
async function listUnfolded(db: Database, most: number): Promise<string[]> {
  const latest = db
    .select({ id: funnelEvents.session_id })
    .from(funnelEvents)
    .orderBy(desc(funnelEvents.at_ms))
    .limit(most)
    .as('latest');
  const rows = await db.selectDistinct({ id: latest.id }).from(latest);
  return rows.map(({ id }) => id);
}

/**
 * Calls `replace` with slices of the steps' own rows until none are left or the run has reached its
 * limit.
 * @param replace receives all step rows of some sessions, and must delete them
 */
export const eachUnfoldedSlice = (
  db: Database,
  replace: (rows: readonly StepRow[]) => Promise<void>,
): Promise<void> =>
  repeatInSlices(async (limit) => {
    const rows = await selectUnfolded(db, await listUnfolded(db, limit));
    if (rows.length > 0) await replace(rows);
    return rows.length;
  }, ROWS_TOGETHER);

export const toStep = ({ name, step, notice, at_ms: atMs }: StepRow): FunnelEvent => ({
  name: name as FunnelEvent['name'],
  atMs,
  ...(step !== null && { step: step as NonNullable<FunnelEvent['step']> }),
  ...(notice !== null && { notice }),
});

export const listSteps = async (db: Database, sessionId: string): Promise<FunnelEvent[]> =>
  (await selectUnfolded(db, [sessionId])).map(toStep);

/**
 * Moves steps into the rows of their sessions, in one transaction. The steps' own rows are deleted
 * last: while they exist, the triggers do not count the steps a second time.
 * @param folded session ids, each with the result of foldFunnel
 */
export const replaceUnfolded = (
  db: Database,
  folded: readonly (readonly [id: string, funnel: string])[],
): Promise<void> =>
  runTogether(db, [
    setSteps(db, folded),
    deleteUnfolded(
      db,
      folded.map(([id]) => id),
    ),
  ]);
