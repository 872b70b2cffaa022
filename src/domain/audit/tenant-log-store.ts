// SQL of a customer's own audit. Every query goes by an index and walks no further than one day.
import { and, desc, eq, gte, lt, lte, sql, sum } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { auditEntries, tenantAuditDays } from '../../db/schema/index.ts';
import { millisecondsOf, type DayCount, type PagePlace } from '../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';

/** @returns entries per day that pass the filters, latest day first */
export function countTenantDays(db: Database, tenantId: string, filters: AuditFilters) {
  const { staffId, action, targetType, startDate, endDate } = filters;
  return db
    .select({ day: tenantAuditDays.day, value: sum(tenantAuditDays.value).mapWith(Number) })
    .from(tenantAuditDays)
    .where(
      and(
        eq(tenantAuditDays.tenant_id, tenantId),
        startDate === undefined ? undefined : gte(tenantAuditDays.day, startDate),
        endDate === undefined ? undefined : lte(tenantAuditDays.day, endDate),
        staffId === undefined ? undefined : eq(tenantAuditDays.member_id, staffId),
        action === undefined ? undefined : eq(tenantAuditDays.action, action),
        targetType === undefined ? undefined : eq(tenantAuditDays.target_type, targetType),
      ),
    )
    .groupBy(tenantAuditDays.day)
    .orderBy(desc(tenantAuditDays.day));
}

export const readTenantDays = (
  db: Database,
  tenantId: string,
  filters: AuditFilters,
): Promise<DayCount[]> => countTenantDays(db, tenantId, filters);

/** @param place where the page begins (domain/terms/locate-page.ts) */
export function selectTenantPage(
  db: Database,
  tenantId: string,
  { staffId, action, targetType, startDate }: AuditFilters,
  { beforeMs, skip }: PagePlace,
  limit: number,
) {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenant_id, tenantId),
        // Of the partial indexes.
        sql`${auditEntries.tenant_id} <> ''`,
        gte(auditEntries.at_ms, millisecondsOf({ startDate }).fromMs),
        lt(auditEntries.at_ms, beforeMs ?? 0),
        staffId === undefined ? undefined : eq(auditEntries.staff_id, staffId),
        // Operators have row ids of their own: a member's are those of the dashboard.
        staffId === undefined ? undefined : eq(auditEntries.audience, 'dashboard'),
        action === undefined ? undefined : eq(auditEntries.action, action),
        targetType === undefined ? undefined : eq(auditEntries.target_type, targetType),
      ),
    )
    .orderBy(desc(auditEntries.at_ms), desc(auditEntries.id))
    .limit(limit)
    .offset(skip);
}

export const readTenantPage = (
  db: Database,
  tenantId: string,
  filters: AuditFilters,
  place: PagePlace,
  limit: number,
): Promise<AuditRow[]> => selectTenantPage(db, tenantId, filters, place, limit);
