// After a settings change, tells the customer's ledgers how long to keep sessions. Moving sessions
// into a ledger also passes on the retention periods, but reaches only the latest volume of each
// mode.
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

/**
 * The task of telling ledgers how long to keep sessions. The retention periods are not stored with
 * the task; they are read from the settings when it is performed.
 */
export interface KeepingWork {
  kind: 'sessions_kept';
}

type Periods = Pick<Settings, 'historyDays' | 'retentionDays'>;

interface PreparedKeeping {
  /** Statements for the transaction of the change, to run directly after its audit entry. */
  statements: Statement[];
  /**
   * Tells the ledgers after the response; if that fails, a scheduled run tells them. Call this
   * after the commit.
   */
  announce: () => void;
}

/**
 * Prepares the work that a settings change requires in ledgers with sessions. None is required if
 * neither `historyDays` nor `retentionDays` changes.
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
  // Deleting sessions is never urgent, so no response waits for ledgers.
  return { statements: [statement], announce: () => ctx.defer(perform()) };
}

/**
 * Tells all volumes of a customer, in both modes, how long to keep sessions under its current
 * settings. Idempotent.
 * @throws any error from D1 or a ledger
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
    // The settings may have changed in the meantime, so they are read again until the volumes have
    // been told the latest ones.
    if (told === JSON.stringify(kept)) break;
    await Promise.all(volumes.map((volume) => ledgerAt(ctx, volume).keepSessions(kept)));
    told = JSON.stringify(kept);
  }
  return [];
}
