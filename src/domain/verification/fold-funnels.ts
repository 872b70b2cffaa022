// Reads funnel steps that versions of the service before D-165 stored as one row each, and moves
// them into the rows of their sessions (a scheduled use case). At any moment, each step is stored
// and counted exactly once.
import type { Context } from '../../context.ts';
import { foldFunnel } from './rules/session/folded-funnel.ts';
import type { FunnelEvent } from './rules/session/funnel.ts';
import { eachUnfoldedSlice, listSteps, replaceUnfolded, toStep } from './unfolded-store.ts';

/** Moves the latest steps first, in slices. The next run continues where this one stopped. */
export const foldFunnels = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  eachUnfoldedSlice(db, async (rows) => {
    const folded = [...Map.groupBy(rows, ({ session_id: id }) => id)].map(
      ([id, steps]) => [id, foldFunnel(steps.map(toStep))] as const,
    );
    await replaceUnfolded(db, folded);
  });

/** @returns the steps of a session that have their own rows */
export const readUnfolded = (
  { db }: Pick<Context, 'db'>,
  sessionId: string,
): Promise<FunnelEvent[]> => listSteps(db, sessionId);
