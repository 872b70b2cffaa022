// Erases personal data from the list row and events of a session whose object no longer exists.
// After a backup has been restored, for example, the data would otherwise remain there for months.
import type { Context } from '../../../context.ts';
import { runTogether } from '../../../db/run-together.ts';
import { ledgerAt, listVolumeRefs } from '../../platform/ledgers/volume-refs.ts';
import { rowsEnd } from '../../verification/store.ts';
import { earlierRedaction } from '../webhooks/earlier-event-store.ts';
import { redactInLedgers } from '../webhooks/ledgers.ts';

/**
 * Erases the personal data. The session's row may be in D1, in a ledger, or in both. Idempotent.
 * @throws any error from D1 or a ledger
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
