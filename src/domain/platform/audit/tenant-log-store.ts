// SQL for the part of a customer's own audit log that is in D1. Every query uses an index. To reach
// a page, a query skips at most one day's entries.
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectDayCounts } from '../../../db/day-counts.ts';
import { auditEntries, tenantAuditCounts } from '../../../db/schema/index.ts';
import type { PagePlace } from '../../terms/locate-page.ts';
import { countsThatPass, entriesThatPass, selectEntries } from './filter-store.ts';
import type { AuditFilters } from './filters.ts';

/** Selects the number of matching entries per day, newest day first. */
export function selectTenantDays(db: Database, tenantId: string, filters: AuditFilters) {
  const counted = countsThatPass(tenantAuditCounts, tenantAuditCounts.member_id, filters);
  return selectDayCounts(
    db,
    tenantAuditCounts,
    and(eq(tenantAuditCounts.tenant_id, tenantId), counted),
  );
}

/** @param place the position of the first entry of the page (domain/terms/locate-page.ts) */
export function selectTenantPage(
  db: Database,
  tenantId: string,
  filters: AuditFilters,
  place: Omit<PagePlace, 'total'>,
  limit: number,
) {
  const condition = and(
    eq(auditEntries.tenant_id, tenantId),
    // Repeats the condition of the partial indexes, because SQLite would not use them otherwise.
    sql`${auditEntries.tenant_id} <> ''`,
    // The staff id in the filter is a dashboard member's. Operators' ids are a separate sequence,
    // so an operator may have the same id.
    filters.staffId === undefined ? undefined : eq(auditEntries.audience, 'dashboard'),
    entriesThatPass(filters, place),
  );
  return selectEntries(db, condition, { offset: place.skip, limit });
}
