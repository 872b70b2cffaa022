// SQL of customers whose email address nobody has proved: which there are, that they end, and that what has ended goes.
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { UNPROVEN } from '../../../db/owned-address.ts';
import {
  apiKeys,
  confirmedNames,
  faceChallenges,
  staff,
  staffInvitations,
  tenants,
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../db/schema/index.ts';

export type UnprovenCustomers =
  /** Of an address that is proved in the same batch. */
  | { emailNormalized: string }
  /** Of one member. */
  | { staffId: number }
  | { createdBeforeMs: number };

/** Of one run of the sweep. */
const MOST_AT_ONCE = 100;

/** A query of their ids. A customer where anybody has proved an address never ends this way. */
export function selectUnproven(which: UnprovenCustomers): SQL {
  const customers = sql`SELECT tenant_id FROM staff WHERE ${UNPROVEN} AND NOT EXISTS (
    SELECT 1 FROM staff AS other
    WHERE other.tenant_id = staff.tenant_id AND other.email_verified_at_ms IS NOT NULL)`;
  if ('staffId' in which) return sql`(${customers} AND id = ${which.staffId})`;
  if ('emailNormalized' in which)
    return sql`(${customers} AND email_normalized = ${which.emailNormalized})`;
  return sql`(${customers} AND created_at_ms < ${which.createdBeforeMs}
    ORDER BY created_at_ms LIMIT ${MOST_AT_ONCE})`;
}

/** Of an address: when it is proved at that moment, that is in the same batch, and not before. */
function mayEnd(which: UnprovenCustomers, nowMs: number): SQL {
  if (!('emailNormalized' in which)) return sql`1`;
  return sql`EXISTS (SELECT 1 FROM staff WHERE audience = 'dashboard'
    AND email_normalized = ${which.emailNormalized} AND email_verified_at_ms = ${nowMs})`;
}

/** A query of the ids of customers that ended in this batch. */
export const selectEnded = (nowMs: number): SQL =>
  sql`(SELECT id FROM tenants WHERE ended_at_ms = ${nowMs})`;

/** A query of the ids of their clients. */
export const selectClientsOf = (tenantIds: SQL): SQL =>
  sql`(SELECT id FROM oauth_clients WHERE tenant_id IN ${tenantIds})`;

/** No key works from here on. Rows of sessions go as early as any customer's. */
export const markEnded = (db: Database, which: UnprovenCustomers, nowMs: number): Statement =>
  db
    .update(tenants)
    .set({ ended_at_ms: nowMs, history_days: 0 })
    .where(sql`ended_at_ms IS NULL AND id IN ${selectUnproven(which)} AND ${mayEnd(which, nowMs)}`);

/** With their sessions, passkeys and codes. */
export const removeStaffOf = (db: Database, tenantIds: SQL): Statement =>
  db.delete(staff).where(inArray(staff.tenant_id, tenantIds));

/** With their deliveries. @param tenantIds a query of customers */
export function removeEndpointsOf(db: Database, tenantIds: SQL): Statement[] {
  const endpoints = db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(inArray(webhookEndpoints.tenant_id, tenantIds));
  const deliveries = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.endpoint_id, endpoints));
  return [
    db.delete(webhookAttempts).where(inArray(webhookAttempts.delivery_id, deliveries)),
    db.delete(webhookDeliveries).where(inArray(webhookDeliveries.endpoint_id, endpoints)),
    db.delete(webhookEndpoints).where(inArray(webhookEndpoints.tenant_id, tenantIds)),
  ];
}

/** @param tenantIds a query of them */
export const challengeRemovalOf = (db: Database, tenantIds: SQL): Statement =>
  db.delete(faceChallenges).where(inArray(faceChallenges.tenant_id, tenantIds));

/**
 * Customers that have ended and have no rows of sessions left. One that had clients stays: people's consents name them.
 * @param endedBeforeMs long enough ago that no event of their sessions is on its way
 */
export async function deleteEndedTenants(db: Database, endedBeforeMs: number): Promise<void> {
  const due = sql`(SELECT id FROM tenants WHERE ended_at_ms < ${endedBeforeMs}
    AND NOT EXISTS (SELECT 1 FROM verification_sessions AS s WHERE s.tenant_id = tenants.id)
    AND NOT EXISTS (SELECT 1 FROM oauth_clients AS c WHERE c.tenant_id = tenants.id)
    ORDER BY ended_at_ms LIMIT ${MOST_AT_ONCE})`;
  await db.batch([
    db.delete(apiKeys).where(inArray(apiKeys.tenant_id, due)),
    db.delete(confirmedNames).where(inArray(confirmedNames.tenant_id, due)),
    db.delete(staffInvitations).where(inArray(staffInvitations.tenant_id, due)),
    db.delete(tenants).where(inArray(tenants.id, due)),
  ]);
}
