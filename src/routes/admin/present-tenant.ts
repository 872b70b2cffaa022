// Maps customers to wire fields.
import type { Plan } from '../../domain/customers/usage/plan.ts';
import type { TenantOverview } from '../../domain/customers/tenant-administration/directory.ts';
import type { Tenant } from '../../domain/customers/tenant-administration/tenant.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export const presentTenant = (tenant: Tenant) => ({
  id: tenant.id,
  name: tenant.name,
  state: tenant.state,
  residency: tenant.residency,
  plan: tenant.plan ?? null,
  created_at: toTimestamp(tenant.createdAtMs),
  ...(tenant.suspendedAtMs !== undefined && { suspended_at: toTimestamp(tenant.suspendedAtMs) }),
  ...(tenant.suspensionReason !== undefined && { suspension_reason: tenant.suspensionReason }),
  ages_trusted: tenant.agesTrusted,
  agate_id: tenant.takesKeptAges,
});

export function presentTenantOverview({ tenant, limits, usage, ...overview }: TenantOverview) {
  return {
    ...presentTenant(tenant),
    age_margin_years: limits.ageMarginYears,
    age_target: limits.ageTarget,
    effective_age_margin_years: overview.effectiveMarginYears,
    age_margin_floor_years: overview.marginFloorYears,
    attempt_cap: limits.attemptCap,
    retention_days: limits.retentionDays,
    history_days: limits.historyDays,
    require_second_factor: limits.requireSecondFactor,
    owners: overview.owners.map(({ name, email, lastLoginAtMs }) => ({
      name,
      email,
      ...(lastLoginAtMs !== undefined && { last_login_at: toTimestamp(lastLoginAtMs) }),
    })),
    counts: overview.counts,
    currency: usage.plan?.currency ?? null,
    months: usage.months.map(({ month, completed, amountMinor }) => ({
      month,
      completed,
      amount_minor: amountMinor,
    })),
  };
}

export const presentPlan = (plan: Plan) => ({
  id: plan.id,
  name: plan.name,
  currency: plan.currency,
  monthly_minor: plan.monthlyMinor,
  verification_minor: plan.verificationMinor,
});
