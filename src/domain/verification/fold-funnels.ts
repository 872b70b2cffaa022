// A scheduled use case: moves steps that versions before D-165 wrote as one row each into the rows of
// their sessions. At every moment each step is stored and counted exactly once.
import type { Context } from '../../context.ts';
import { repeatInSlices } from '../../db/delete-in-slices.ts';
import { foldFunnel } from './rules/session/folded-funnel.ts';
import { listUnfolded, replaceUnfolded, selectUnfolded, toStep } from './unfolded-store.ts';

/** The number of rows in one transaction, which belong to a few hundred sessions. */
const STEPS_TOGETHER = 2_500;

/** Moves the latest steps first, in slices. The next run continues where this one stopped. */
export const foldFunnels = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  repeatInSlices(async (limit) => {
    const ids = await listUnfolded(db, limit);
    if (ids.length === 0) return 0;
    const rows = await selectUnfolded(db, ids);
    const folded = [...Map.groupBy(rows, ({ session_id: id }) => id)].map(
      ([id, steps]) => [id, foldFunnel(steps.map(toStep))] as const,
    );
    await replaceUnfolded(db, folded);
    return rows.length;
  }, STEPS_TOGETHER);
