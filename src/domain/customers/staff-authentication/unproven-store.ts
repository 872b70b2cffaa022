// SQL for finding, ending and later deleting customers whose email address nobody confirmed.
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { addToMoved, mayMove } from '../../../db/moved-counts.ts';
import { UNPROVEN } from '../../../db/owned-address.ts';
import {
  apiKeys,
  confirmedNames,
  dailyCounts,
  faceChallenges,
  ledgerVolumes,
  ledgerWork,
  outcomeDays,
  outcomeParts,
  outcomesFrozen,
  staff,
  staffInvitations,
  tenants,
  webhookEndpoints,
} from '../../../db/schema/index.ts';
import type { KeepingWork } from '../tenants/keep-sessions.ts';

export type UnprovenCustomers =
  /** Customers with an address that is confirmed in the same batch. */
  | { emailNormalized: string }
  /** The customer of one member. */
  | { staffId: number }
  | { createdBeforeMs: number };

/** The maximum number of customers per scheduled run. */
const MAX_AT_ONCE = 100;

/**
 * A query for the ids of customers whose email address nobody confirmed. A customer with any
 * confirmed address is never selected.
 */
export function selectUnproven(which: UnprovenCustomers): SQL {
  const customers = sql`SELECT tenant_id FROM staff WHERE ${UNPROVEN} AND NOT EXISTS (
    SELECT 1 FROM staff AS other
    WHERE other.tenant_id = staff.tenant_id AND other.email_verified_at_ms IS NOT NULL)`;
  if ('staffId' in which) return sql`(${customers} AND id = ${which.staffId})`;
  if ('emailNormalized' in which)
    return sql`(${customers} AND email_normalized = ${which.emailNormalized})`;
  return sql`(${customers} AND created_at_ms < ${which.createdBeforeMs}
    ORDER BY created_at_ms LIMIT ${MAX_AT_ONCE})`;
}

/**
 * The condition under which the customers may end. Customers selected by an address end only if
 * that address is confirmed in the same batch.
 */
function mayEnd(which: UnprovenCustomers, nowMs: number): SQL {
  if (!('emailNormalized' in which)) return sql`1`;
  return sql`EXISTS (SELECT 1 FROM staff WHERE audience = 'dashboard'
    AND email_normalized = ${which.emailNormalized} AND email_verified_at_ms = ${nowMs})`;
}

/** A query for the ids of customers that ended in this batch. */
export const selectEnded = (nowMs: number): SQL =>
  sql`(SELECT id FROM tenants WHERE ended_at_ms = ${nowMs})`;

/** A query for the ids of the given customers' clients. */
export const selectClientsOf = (tenantIds: SQL): SQL =>
  sql`(SELECT id FROM oauth_clients WHERE tenant_id IN ${tenantIds})`;

/**
 * Marks the customers as ended, which invalidates all their API keys, and sets the number of days
 * for which their sessions stay listed to 0. A scheduled job then deletes their session rows,
 * including those in ledgers; keepingOf ensures that the ledgers receive the new period.
 */
export const markEnded = (db: Database, which: UnprovenCustomers, nowMs: number): Statement =>
  db
    .update(tenants)
    .set({ ended_at_ms: nowMs, history_days: 0 })
    .where(sql`ended_at_ms IS NULL AND id IN ${selectUnproven(which)} AND ${mayEnd(which, nowMs)}`);

/**
 * Records that the ledgers of customers that ended in this batch must receive the new retention
 * period for sessions; a scheduled job then sends it to them (tenants/keep-sessions.ts).
 * @param tenantIds a query for customer ids
 */
export const keepingOf = (db: Database, tenantIds: SQL, nowMs: number): Statement =>
  db.insert(ledgerWork).select(sql`
    SELECT lower(hex(randomblob(12))), tenant_id, NULL,
      ${JSON.stringify({ kind: 'sessions_kept' } satisfies KeepingWork)}, ${nowMs}
    FROM ledger_volumes WHERE tenant_id IN ${tenantIds} GROUP BY tenant_id`);

/** Deletes staff with their sessions, passkeys and codes. */
export const removeStaffOf = (db: Database, tenantIds: SQL): Statement =>
  db.delete(staff).where(inArray(staff.tenant_id, tenantIds));

/**
 * Deletes webhook endpoints. Their deliveries are in ledgers, which are deleted with the customer.
 * @param tenantIds a query for customer ids
 */
export const removeEndpointsOf = (db: Database, tenantIds: SQL): Statement[] => [
  db.delete(webhookEndpoints).where(inArray(webhookEndpoints.tenant_id, tenantIds)),
];

/** @param tenantIds a query for customer ids */
export const challengeRemovalOf = (db: Database, tenantIds: SQL): Statement =>
  db.delete(faceChallenges).where(inArray(faceChallenges.tenant_id, tenantIds));

/**
 * Lists ended customers without session rows in D1, in random order, so that those with sessions in
 * ledgers do not hold up the others. A customer that had clients stays, because people's consents
 * refer to it. Lists none while a backup reads the database, because the deletion moves counts
 * between rows.
 * @param times.endedBeforeMs the time before which the customers must have ended: long enough ago
 *   that no event of their sessions is still queued
 */
export async function listEndedTenants(
  db: Database,
  { endedBeforeMs, nowMs }: { endedBeforeMs: number; nowMs: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM tenants
    WHERE ended_at_ms < ${endedBeforeMs}
      AND NOT EXISTS (SELECT 1 FROM verification_sessions AS s WHERE s.tenant_id = tenants.id)
      AND NOT EXISTS (SELECT 1 FROM oauth_clients AS c WHERE c.tenant_id = tenants.id)
      AND ${mayMove(nowMs)}
    ORDER BY random() LIMIT ${MAX_AT_ONCE}`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes customers with all rows in D1 that belong only to them. Their daily counts that are still
 * in D1 are added to the counts without a customer, so that the totals of the service stay the
 * same.
 */
export async function deleteTenants(db: Database, ids: readonly string[]): Promise<void> {
  const due = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  await db.batch([
    db.delete(apiKeys).where(inArray(apiKeys.tenant_id, due)),
    db.delete(confirmedNames).where(inArray(confirmedNames.tenant_id, due)),
    db.delete(staffInvitations).where(inArray(staffInvitations.tenant_id, due)),
    db.delete(ledgerVolumes).where(inArray(ledgerVolumes.tenant_id, due)),
    db.delete(ledgerWork).where(inArray(ledgerWork.tenant_id, due)),
    db.delete(outcomeDays).where(inArray(outcomeDays.tenant_id, due)),
    db.delete(outcomeParts).where(inArray(outcomeParts.tenant_id, due)),
    db.delete(outcomesFrozen).where(inArray(outcomesFrozen.tenant_id, due)),
    addToMoved(db, sql`FROM daily_counts AS counted WHERE counted.tenant_id IN ${due}`),
    db.delete(dailyCounts).where(inArray(dailyCounts.tenant_id, due)),
    db.delete(tenants).where(inArray(tenants.id, due)),
  ]);
}
