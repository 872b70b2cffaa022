// SQL of a customer's own audit. It goes by that customer's index and costs what that customer's log is long.
import { and, count, desc, eq, gte, lt } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { auditEntries } from '../../db/schema/index.ts';
import { millisecondsOf } from '../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';

const passes = (tenantId: string, filters: AuditFilters) => {
  const { staffId, action, targetType, startDate, endDate } = filters;
  const { fromMs, beforeMs } = millisecondsOf({ startDate, endDate });
  return and(
    eq(auditEntries.tenant_id, tenantId),
    gte(auditEntries.at_ms, fromMs),
    lt(auditEntries.at_ms, beforeMs),
    staffId === undefined ? undefined : eq(auditEntries.staff_id, staffId),
    // Operators have row ids of their own: a member's are those of the dashboard.
    staffId === undefined ? undefined : eq(auditEntries.audience, 'dashboard'),
    action === undefined ? undefined : eq(auditEntries.action, action),
    targetType === undefined ? undefined : eq(auditEntries.target_type, targetType),
  );
};

export const selectTenantPage = (
  db: Database,
  tenantId: string,
  filters: AuditFilters,
  { offset, limit }: { offset: number; limit: number },
) =>
  db
    .select()
    .from(auditEntries)
    .where(passes(tenantId, filters))
    .orderBy(desc(auditEntries.at_ms), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);

export const countTenantEntries = (db: Database, tenantId: string, filters: AuditFilters) =>
  db.select({ total: count() }).from(auditEntries).where(passes(tenantId, filters));

export async function readTenantPage(
  db: Database,
  tenantId: string,
  filters: AuditFilters,
  slice: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    selectTenantPage(db, tenantId, filters, slice),
    countTenantEntries(db, tenantId, filters),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
