// A scheduled use case: moves lines that versions before D-170 wrote to D1 into ledgers. At every
// moment a line is in one of them, and in both only between the two steps of a slice.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { writeToLedger } from '../ledgers/volumes.ts';
import {
  deleteEarlierLines,
  deleteEarlierLinesBefore,
  listEarlierLines,
} from './earlier-line-store.ts';
import { repeatInSlices } from '../../../db/delete-in-slices.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { firstIdAt, toStoredLine } from './line.ts';

/** The number of lines in one slice, which are sent to an object in one call. */
const LINES_TOGETHER = 5_000;

/**
 * Moves as many lines as a run has time for; the next run continues. A run that ends between the
 * two steps of a slice leaves lines in both places, which the next one moves again.
 */
export async function moveEarlierLines(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>,
): Promise<void> {
  const keptMs = ctx.config.requestLogDays * DAY_MS;
  const from = firstIdAt(ctx.now() - keptMs);
  await deleteEarlierLinesBefore(ctx.db, from);
  await repeatInSlices(async (limit) => {
    const lines = await listEarlierLines(ctx.db, from, limit);
    const owners = Map.groupBy(lines, ({ tenant_id: id, test }) => nameInMode(id, test));
    for (const own of owners.values()) {
      const [{ tenant_id: tenantId, test }] = own as [(typeof own)[0]];
      await writeToLedger(ctx, { tenantId, test }, (ledger) =>
        ledger.noteRequests(own.map(toStoredLine), keptMs),
      );
    }
    if (lines.length > 0)
      await deleteEarlierLines(
        ctx.db,
        lines.map(({ id }) => id),
      );
    return lines.length;
  }, LINES_TOGETHER);
}
