// SQL for one customer as operators see and change it.
import { and, count, desc, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { batchAround, type Database, type Statement } from '../../../db/client.ts';
import {
  apiKeys,
  oauthClients,
  plans,
  staff,
  staffInvitations,
  tenants,
  webhookEndpoints,
} from '../../../db/schema/index.ts';
import { isUnchanged } from '../../../db/unchanged.ts';
import type { Plan } from '../usage/plan.ts';
import type { Invitation } from '../team-membership/invitation.ts';
import type { Residency } from '../../terms/residency.ts';
import { toAgeTarget } from '../../verification/rules/age/age-margin.ts';
import { TENANT_COLUMNS, toTenant } from './list-store.ts';
import type { Tenant, TenantCounts, TenantLimits, TenantOwner } from './tenant.ts';

const MAX_PLANS = 100;
const MAX_OWNERS = 10;

type Row = typeof tenants.$inferSelect;

/** @returns plans, the cheapest first */
export async function listPlanRows(db: Database): Promise<Plan[]> {
  const rows = await db.select().from(plans).orderBy(plans.monthly_minor).limit(MAX_PLANS);
  return rows.map(
    ({ monthly_minor: monthlyMinor, verification_minor: verificationMinor, ...plan }) => ({
      ...plan,
      monthlyMinor,
      verificationMinor,
    }),
  );
}

export async function hasPlan(db: Database, id: string): Promise<boolean> {
  const found = await db.select({ id: plans.id }).from(plans).where(eq(plans.id, id));
  return found.length > 0;
}

export async function findTenantRow(db: Database, id: string): Promise<Tenant | undefined> {
  const [row] = await db
    .select(TENANT_COLUMNS)
    .from(tenants)
    .leftJoin(plans, eq(plans.id, tenants.plan_id))
    .where(eq(tenants.id, id));
  return row && toTenant(row);
}

/**
 * @returns the customer's active owners, and how many members (including deactivated ones), valid
 *   keys, clients and endpoints it has
 */
export async function readBelongings(
  db: Database,
  id: string,
  nowMs: number,
): Promise<{ owners: TenantOwner[]; counts: TenantCounts }> {
  const works = and(
    isNull(apiKeys.revoked_at_ms),
    or(isNull(apiKeys.expires_at_ms), gt(apiKeys.expires_at_ms, nowMs)),
  );
  const [owners, [members], [keys], [clients], [endpoints]] = await db.batch([
    db
      .select({ name: staff.name, email: staff.email, lastLoginAtMs: staff.last_login_at_ms })
      .from(staff)
      .where(and(eq(staff.tenant_id, id), eq(staff.role, 'owner'), isNull(staff.deactivated_at_ms)))
      .orderBy(desc(staff.last_login_at_ms))
      .limit(MAX_OWNERS),
    db.select({ total: count() }).from(staff).where(eq(staff.tenant_id, id)),
    db
      .select({ total: count() })
      .from(apiKeys)
      .where(and(eq(apiKeys.tenant_id, id), works)),
    db
      .select({ total: count() })
      .from(oauthClients)
      .where(and(eq(oauthClients.tenant_id, id), isNull(oauthClients.deleted_at_ms))),
    db.select({ total: count() }).from(webhookEndpoints).where(eq(webhookEndpoints.tenant_id, id)),
  ]);
  return {
    owners: owners.map(({ lastLoginAtMs, ...owner }) => ({
      ...owner,
      ...(lastLoginAtMs !== null && { lastLoginAtMs }),
    })),
    counts: {
      members: members?.total ?? 0,
      keys: keys?.total ?? 0,
      clients: clients?.total ?? 0,
      endpoints: endpoints?.total ?? 0,
    },
  };
}

/**
 * Inserts a customer, its audit entry and the invitation of its first owner: all or none.
 * @param also the audit entry, and the statements that accompany it
 */
export async function insertTenant(
  db: Database,
  tenant: { id: string; name: string; planId: string | null; residency: Residency },
  also: readonly Statement[],
  { invitation, tokenHash }: { invitation: Invitation; tokenHash: string },
): Promise<void> {
  await db.batch([
    db.insert(tenants).values({
      id: tenant.id,
      name: tenant.name,
      plan_id: tenant.planId,
      residency: tenant.residency,
      created_at_ms: invitation.createdAtMs,
    }),
    ...also,
    db.insert(staffInvitations).values({
      id: invitation.id,
      tenant_id: tenant.id,
      email: invitation.email,
      email_normalized: invitation.emailNormalized,
      role: invitation.role,
      token_hash: tokenHash,
      created_at_ms: invitation.createdAtMs,
      expires_at_ms: invitation.expiresAtMs,
    }),
  ]);
}

interface KnownLimits {
  limits: TenantLimits;
  /**
   * The method that the customer's sessions must use. It determines whether ages are measured in
   * the browser or by the service and therefore, together with the limits, which margin applies.
   */
  requiredMethod: Row['required_method'];
  hasEnded: boolean;
}

export async function findLimits(db: Database, id: string): Promise<KnownLimits | undefined> {
  const [row] = await db.select().from(tenants).where(eq(tenants.id, id));
  return (
    row && {
      limits: toLimits(row),
      requiredMethod: row.required_method,
      hasEnded: row.ended_at_ms !== null,
    }
  );
}

/**
 * Writes the limits only if they have not changed since they were read.
 * @param behind statements that follow in the same transaction; the first is the audit entry, which
 *   is written only if the row changes
 * @returns false when the customer has been changed in the meantime, or has ended
 */
export async function updateLimits(
  db: Database,
  id: string,
  { before, after }: { before: TenantLimits; after: TenantLimits },
  behind: readonly Statement[],
): Promise<boolean> {
  const write = db
    .update(tenants)
    .set(toColumns(after))
    .where(and(eq(tenants.id, id), isNull(tenants.ended_at_ms), isUnchanged(toColumns(before))))
    .returning({ id: tenants.id });
  const changed = await batchAround(db, [], write, behind);
  return changed.length > 0;
}

/** @returns false when the customer is already suspended, has ended or does not exist */
export async function markSuspended(
  db: Database,
  id: string,
  { nowMs, reason }: { nowMs: number; reason: string },
  audit: Statement,
): Promise<boolean> {
  const [marked] = await db.batch([
    db
      .update(tenants)
      .set({ suspended_at_ms: nowMs, suspension_reason: reason })
      .where(and(eq(tenants.id, id), isNull(tenants.suspended_at_ms), isNull(tenants.ended_at_ms)))
      .returning({ id: tenants.id }),
    audit,
  ]);
  return marked.length > 0;
}

/** @returns false when the customer is not suspended, or does not exist */
export async function clearSuspension(
  db: Database,
  id: string,
  audit: Statement,
): Promise<boolean> {
  const [cleared] = await db.batch([
    db
      .update(tenants)
      .set({ suspended_at_ms: null, suspension_reason: null })
      .where(and(eq(tenants.id, id), isNotNull(tenants.suspended_at_ms)))
      .returning({ id: tenants.id }),
    audit,
  ]);
  return cleared.length > 0;
}

/** Wraps one customer's id as SQL, for functions that expect a query of ids. */
export const selectOne = (id: string): SQL => sql`(${id})`;

const toLimits = (row: Row): TenantLimits => ({
  name: row.name,
  planId: row.plan_id,
  ageMarginYears: row.age_margin_years,
  ageTarget: toAgeTarget(row.age_target),
  attemptCap: row.attempt_cap,
  retentionDays: row.retention_days,
  historyDays: row.history_days,
  requireSecondFactor: row.require_second_factor,
  agesTrusted: row.ages_trusted,
});

/** Returns the limits by column name; the audit log uses the same names. */
export const toColumns = (limits: TenantLimits) => ({
  name: limits.name,
  plan_id: limits.planId,
  age_margin_years: limits.ageMarginYears,
  age_target: limits.ageTarget,
  attempt_cap: limits.attemptCap,
  retention_days: limits.retentionDays,
  history_days: limits.historyDays,
  require_second_factor: limits.requireSecondFactor,
  ages_trusted: limits.agesTrusted,
});
