// SQL of a customer's own audit. Every query goes by an index and walks no further than one day.
import { and, desc, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { auditEntries, tenantAuditCounts } from '../../../db/schema/index.ts';
import type { DayCount, PagePlace } from '../../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import { countsThatPass, entriesThatPass, selectEntries } from './filter-store.ts';
import type { AuditFilters } from './filters.ts';

/** @returns entries per day that pass the filters, latest day first */
export function countTenantDays(db: Database, tenantId: string, filters: AuditFilters) {
  return db
    .select({ day: tenantAuditCounts.day, value: sum(tenantAuditCounts.value).mapWith(Number) })
    .from(tenantAuditCounts)
    .where(
      and(
        eq(tenantAuditCounts.tenant_id, tenantId),
        countsThatPass(tenantAuditCounts, tenantAuditCounts.member_id, filters),
      ),
    )
    .groupBy(tenantAuditCounts.day)
    .orderBy(desc(tenantAuditCounts.day));
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
  filters: AuditFilters,
  place: PagePlace,
  limit: number,
) {
  const condition = and(
    eq(auditEntries.tenant_id, tenantId),
    // Of the partial indexes.
    sql`${auditEntries.tenant_id} <> ''`,
    // Operators have row ids of their own: a member's are those of the dashboard.
    filters.staffId === undefined ? undefined : eq(auditEntries.audience, 'dashboard'),
    entriesThatPass(filters, place),
  );
  return selectEntries(db, condition, { offset: place.skip, limit });
}

export const readTenantPage = (
  db: Database,
  tenantId: string,
  filters: AuditFilters,
  place: PagePlace,
  limit: number,
): Promise<AuditRow[]> => selectTenantPage(db, tenantId, filters, place, limit);
