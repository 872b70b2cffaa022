// Removes customers whose email address nobody confirmed (D-79): after a month, when the owner of
// the address requests it, or when someone else confirms the address as theirs. In the last
// case, nothing remains of what was previously created under the address (D-64).
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import { runTogether } from '../../../db/run-together.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import { listClientIds, markClientsDeletedOf } from '../../openid/clients/store.ts';
import { finishRevocation } from '../../openid/grants/connections.ts';
import { clientEnd } from '../../openid/grants/store.ts';
import { evictCachedKey } from '../tenants/api-keys.ts';
import { blockedRemovalOf } from '../../faces/blocked-faces/store.ts';
import { templateRemovalOf } from '../../faces/face-templates/store.ts';
import { listKeyHashes, revokeKeysOf } from '../tenants/key-store.ts';
import { eraseLedgers } from '../../platform/ledgers/erase-ledgers.ts';
import { ledgerAt } from '../../platform/ledgers/volume-refs.ts';
import { listVolumesOf } from '../../platform/ledgers/volume-store.ts';
import { endReviewsOfEnded } from '../../verification/end-reviews.ts';
import {
  challengeRemovalOf,
  deleteTenants,
  keepingOf,
  listEndedTenants,
  markEnded,
  removeEndpointsOf,
  removeStaffOf,
  selectClientsOf,
  selectEnded,
  selectUnproven,
  type UnprovenCustomers,
} from './unproven-store.ts';

/**
 * The minimum time that an ended customer is kept: longer than the period in which session events
 * are retried.
 */
const SETTLED_MS = 7 * DAY_MS;

interface PreparedEnd {
  /**
   * Statements to run in one batch and in this order, after the statement that confirms an address
   * if there is one.
   */
  statements: Statement[];
  /**
   * Evicts the keys and clients from this isolate's caches, and ends the clients' grants and the
   * sessions waiting for a reviewer. Call this after the commit. Never throws.
   */
  finish: () => Promise<void>;
}

/**
 * @param which if an address is given, customers end only if that address is confirmed in this
 *   batch, at `nowMs`
 * @param audit statements that run directly after the statement that ends the customers, and write
 *   only if a customer ends; none if a different change is audited instead
 */
export async function prepareUnprovenEnd(
  ctx: Context,
  which: UnprovenCustomers,
  nowMs: number,
  audit: readonly Statement[] = [],
): Promise<PreparedEnd> {
  const customers = selectUnproven(which);
  const [keyHashes, clientIds] = await Promise.all([
    listKeyHashes(ctx.db, customers),
    listClientIds(ctx.db, customers),
  ]);
  return {
    statements: [markEnded(ctx.db, which, nowMs), ...audit, ...endOfAccess(ctx.db, nowMs)],
    finish: async () => {
      for (const hash of keyHashes) evictCachedKey(ctx, hash);
      for (const clientId of clientIds) {
        forgetClient(ctx, clientId);
        await finishRevocation(ctx, { clientId });
      }
      // Failures are left to the next scheduled run.
      await endReviewsOfEnded(ctx).catch(() => undefined);
    },
  };
}

/**
 * Prepares the statements that end all access for the customers ended in this batch. Sessions that
 * have begun expire on their own, except those waiting for the customer's reviewers.
 */
function endOfAccess(db: Context['db'], nowMs: number): Statement[] {
  const ended = selectEnded(nowMs);
  return [
    ...removeEndpointsOf(db, ended),
    templateRemovalOf(db, ended),
    challengeRemovalOf(db, ended),
    blockedRemovalOf(db, ended),
    ...clientEnd(db, selectClientsOf(ended), nowMs),
    markClientsDeletedOf(db, ended, nowMs),
    revokeKeysOf(db, ended, nowMs),
    removeStaffOf(db, ended),
    keepingOf(db, ended, nowMs),
  ];
}

/**
 * Ends the customers immediately, in a separate batch.
 * @param audit see prepareUnprovenEnd
 */
export async function endUnproven(
  ctx: Context,
  which: UnprovenCustomers,
  nowMs: number,
  audit: readonly Statement[] = [],
): Promise<void> {
  const { statements, finish } = await prepareUnprovenEnd(ctx, which, nowMs, audit);
  await runTogether(ctx.db, statements);
  await finish();
}

/**
 * Ends customers whose address nobody confirmed within a month, and deletes rows of ended
 * customers. Called by cron.
 */
export async function endUnprovenCustomers(ctx: Context): Promise<void> {
  const nowMs = ctx.now();
  const createdBeforeMs = nowMs - LIFETIMES.unprovenCustomerMs;
  await endUnproven(ctx, { createdBeforeMs }, nowMs);
  await endReviewsOfEnded(ctx);
  await deleteEnded(ctx, nowMs);
}

/**
 * Deletes customers that ended long enough ago. Their ledgers are deleted first, because only D1
 * lists the ledgers.
 */
async function deleteEnded(ctx: Context, nowMs: number): Promise<void> {
  const times = { endedBeforeMs: nowMs - SETTLED_MS, nowMs };
  const ids = await withoutSessions(ctx, await listEndedTenants(ctx.db, times));
  if (ids.length === 0) return;
  await eraseLedgers(ctx, ids);
  await deleteTenants(ctx.db, ids);
}

/**
 * Leaves out customers that still have sessions in ledgers: once a customer's rows are gone, an
 * event about the erasure of a session would find no ledger, and would write a row that is never
 * deleted. A ledger that does not respond is assumed to have sessions.
 */
async function withoutSessions(ctx: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const volumes = await listVolumesOf(ctx.db, ids);
  const having = await Promise.all(
    volumes.map(async (volume) => {
      const counts = await ledgerAt(ctx, volume)
        .countSessions({}, 0)
        .catch(() => undefined);
      return counts?.total === 0 ? [] : [volume.tenantId];
    }),
  );
  const kept = new Set(having.flat());
  return ids.filter((id) => !kept.has(id));
}
