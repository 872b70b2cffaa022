// Erases the person of a session whose object no longer exists, from its row and its events: after a
// backup was restored, for example, nothing else would erase them again for months.
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { rowsEnd } from '../../verification/store.ts';
import { earlierRedaction } from '../webhooks/earlier-event-store.ts';
import { redactInLedgers } from '../webhooks/ledgers.ts';

/**
 * The row may be in D1, in a ledger, or in both. Idempotent.
 * @throws any error from D1 or an object
 */
export async function endLostSession(
  ctx: Context,
  session: { id: string; tenantId: string; test: boolean },
): Promise<void> {
  const ids = [session.id];
  const volumes = await listVolumeRefs(ctx, session.tenantId, session.test);
  await Promise.all(volumes.map((volume) => ledgerAt(ctx, volume).endSessions(ids)));
  await runTogether(ctx.db, [rowsEnd(ctx.db, ids, ctx.now()), ...earlierRedaction(ctx.db, ids)]);
  await redactInLedgers(ctx, [session]);
}
