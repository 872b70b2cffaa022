// The part of a customer's audit log that has moved to its ledger, as readers find it (D-183).
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { FIRST_VOLUME } from '../ledgers/volume.ts';
import { ledgerAt, refOf, selectVolumeRefs } from '../ledgers/volume-refs.ts';
import { selectMoved } from './moved-store.ts';

/** The ledger that has a customer's moved entries. */
export interface MovedLog {
  ledger: ReturnType<typeof ledgerAt>;
  /**
   * The number of entries that have left D1. The ledger leaves out later ones, because the caller
   * has found them in D1.
   */
  upTo: number;
}

/**
 * The queries that findMovedLog needs. The caller runs them in the transaction in which it reads
 * the entries that are in D1.
 */
export const selectMovedLog = (ctx: Pick<Context, 'db'>, tenantId: string) =>
  [selectMoved(ctx.db, tenantId), selectVolumeRefs(ctx, { tenantId, test: false })] as const;

type Queries = ReturnType<typeof selectMovedLog>;
/** The results of these queries. */
export type SelectedMovedLog = readonly [moved: Awaited<Queries[0]>, volumes: Awaited<Queries[1]>];

/** @returns undefined when no entry has left D1 */
export function findMovedLog(
  ctx: Pick<Context, 'objects'>,
  tenantId: string,
  [[moved], volumes]: SelectedMovedLog,
): MovedLog | undefined {
  const volume = volumes.find(({ number }) => number === FIRST_VOLUME);
  if (moved === undefined || volume === undefined) return undefined;
  return { ledger: ledgerAt(ctx, refOf({ tenantId, test: false }, volume)), upTo: moved.entries };
}

/**
 * Logs how many entries a ledger has lost.
 * @param found the number of entries that the ledger has of the first `upTo`
 * @returns whether it has all of them
 */
export function noteLost(tenantId: string, { upTo }: MovedLog, found: number): boolean {
  if (found < upTo) logIncident('audit_incomplete', { tenant: tenantId, missing: upTo - found });
  return found >= upTo;
}
