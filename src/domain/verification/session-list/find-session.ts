// Use case: finds the list row of one session, with the steps of its visitor. The row is all that
// is left of an erased session.
import {
  ledgerAt,
  listVolumeRefs,
  type LedgerContext,
} from '../../platform/ledgers/volume-refs.ts';
import { readUnfolded } from '../fold-funnels.ts';
import { unfoldFunnel } from '../rules/session/folded-funnel.ts';
import type { FunnelEvent } from '../rules/session/funnel.ts';
import { findRow } from './list-store.ts';
import type { SessionRow } from './session-row.ts';
import { toListRow } from './sources.ts';

interface SessionWithSteps {
  row: SessionRow;
  /** The steps that the visitor of an ended session reached. */
  funnel: readonly FunnelEvent[];
}

/** @returns the customer's session with this id, live or test, from D1 or a ledger */
export async function findSession(
  ctx: LedgerContext,
  tenantId: string,
  id: string,
): Promise<SessionWithSteps | undefined> {
  const found = (await findRow(ctx.db, tenantId, id)) ?? (await findInLedgers(ctx, tenantId, id));
  if (found === undefined) return undefined;
  const { row, funnel } = found;
  return { row, funnel: funnel === null ? await readUnfolded(ctx, id) : unfoldFunnel(funnel) };
}

async function findInLedgers(
  ctx: LedgerContext,
  tenantId: string,
  id: string,
): Promise<{ row: SessionRow; funnel: string | null } | undefined> {
  const volumes = await listVolumeRefs(ctx, tenantId);
  const found = await Promise.all(
    volumes.map(async (volume) => {
      const rows = await ledgerAt(ctx, volume).findSessions([id]);
      return rows.map(({ funnel, ...row }) => ({ row: toListRow(volume, row), funnel }));
    }),
  );
  return found.flat()[0];
}
