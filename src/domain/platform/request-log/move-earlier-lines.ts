// A scheduled use case: moves lines that versions before D-170 wrote to D1 into ledgers. At every
// moment a line is in one of them, and in both only between the two steps of a slice.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { nameInMode } from '../../terms/name-in-mode.ts';
import { writeToLedger } from '../ledgers/volumes.ts';
import { deleteEarlierLinesBefore, takeEarlierLines } from './earlier-line-store.ts';
import { firstIdAt, toStoredLine } from './line.ts';

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
  await takeEarlierLines(ctx.db, from, async (lines) => {
    const owners = Map.groupBy(lines, ({ tenant_id: id, test }) => nameInMode(id, test));
    for (const own of owners.values()) {
      const [{ tenant_id: tenantId, test }] = own as [(typeof own)[0]];
      await writeToLedger(ctx, { tenantId, test }, (ledger) =>
        ledger.noteRequests(own.map(toStoredLine), keptMs),
      );
    }
  });
}
