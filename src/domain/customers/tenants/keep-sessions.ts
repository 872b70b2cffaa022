// Tells the ledgers of a customer how long they keep sessions, after a change of its settings.
// Moving sessions into a ledger tells it, too, but only the latest volume of the mode.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { prepareWorkOfChange } from '../../platform/ledgers/ledger-work.ts';
import {
  ledgerAt,
  listVolumeRefs,
  type LedgerContext,
} from '../../platform/ledgers/volume-refs.ts';
import { sessionsKept } from '../../verification/session-list/sessions-kept.ts';
import { findSettings } from './settings-store.ts';
import type { Settings } from './tenant-settings.ts';

/** The periods are read when the work is done. */
export interface KeepingWork {
  kind: 'sessions_kept';
}

type Periods = Pick<Settings, 'historyDays' | 'retentionDays'>;

interface PreparedKeeping {
  /** For the transaction of the change, directly after its audit entry. */
  statements: Statement[];
  /** Call it after the commit. Ledgers hear of it after the response, or by the schedule. */
  announce: () => void;
}

/**
 * Prepares what a change of settings means for sessions in ledgers: nothing, if neither period
 * changes.
 */
export function prepareKeeping(
  ctx: Context,
  tenantId: string,
  before: Periods,
  after: Periods,
): PreparedKeeping {
  const isSame =
    before.historyDays === after.historyDays && before.retentionDays === after.retentionDays;
  if (isSame) return { statements: [], announce: () => {} };
  const kept = { tenantId, work: { kind: 'sessions_kept' } satisfies KeepingWork };
  const { statement, perform } = prepareWorkOfChange(ctx, keepSessions, [kept]);
  // Forgetting is never urgent, so no response waits for ledgers.
  return { statements: [statement], announce: () => ctx.defer(perform()) };
}

/**
 * Tells all volumes of a customer, of both modes, how long they keep sessions by its current
 * settings. Idempotent.
 * @throws any error of D1 or an object
 */
export async function keepSessions(
  ctx: LedgerContext,
  { tenant_id: tenantId }: { tenant_id: string },
): Promise<[]> {
  const volumes = await listVolumeRefs(ctx, tenantId);
  for (let told: string | undefined; volumes.length > 0;) {
    const settings = await findSettings(ctx.db, tenantId);
    if (settings === undefined) break;
    const kept = sessionsKept(settings);
    // Another change may have been told in between: whoever tells last has told the latest one.
    if (told === JSON.stringify(kept)) break;
    await Promise.all(volumes.map((volume) => ledgerAt(ctx, volume).keepSessions(kept)));
    told = JSON.stringify(kept);
  }
  return [];
}
