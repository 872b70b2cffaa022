// SQL of steps that versions before D-165 wrote as rows of their own, and of their way into the rows of sessions.
import { asc, desc, inArray, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { repeatInSlices } from '../../db/delete-in-slices.ts';
import { runTogether } from '../../db/run-together.ts';
import { funnelEvents } from '../../db/schema/index.ts';
import { foldFunnel } from './rules/session/folded-funnel.ts';
import type { FunnelEvent } from './rules/session/funnel.ts';
import { setSteps } from './store.ts';

/** Rows of one transaction: some hundred sessions. */
const STEPS_TOGETHER = 2_500;

type StepRow = typeof funnelEvents.$inferSelect;

const within = (ids: readonly string[]) =>
  inArray(funnelEvents.session_id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`);

/** Their steps, in order. */
export const selectUnfolded = (db: Database, sessionIds: readonly string[]) =>
  db
    .select()
    .from(funnelEvents)
    .where(within(sessionIds))
    .orderBy(asc(funnelEvents.session_id), asc(funnelEvents.seq));

export const deleteUnfolded = (db: Database, sessionIds: readonly string[]): Statement =>
  db.delete(funnelEvents).where(within(sessionIds));

/** @returns sessions that have such steps, those with the latest first @param most how many of the latest steps are looked at */
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

export const toStep = ({ name, step, notice, at_ms: atMs }: StepRow): FunnelEvent => ({
  name: name as FunnelEvent['name'],
  atMs,
  ...(step !== null && { step: step as NonNullable<FunnelEvent['step']> }),
  ...(notice !== null && { notice }),
});

/** The latest first, in slices; the next run continues. */
export const moveUnfolded = (db: Database): Promise<void> =>
  repeatInSlices(async (limit) => {
    const ids = await listUnfolded(db, limit);
    if (ids.length === 0) return 0;
    const rows = await selectUnfolded(db, ids);
    const folded = [...Map.groupBy(rows, ({ session_id: id }) => id)].map(
      ([id, steps]) => [id, foldFunnel(steps.map(toStep)) ?? ''] as const,
    );
    // In this order: where a session has no such rows, steps that it gets are counted.
    await runTogether(db, [setSteps(db, folded), deleteUnfolded(db, ids)]);
    return rows.length;
  }, STEPS_TOGETHER);
