// A customer's own audit log: the actions of its staff, and the actions that the service takes as a
// result.
import type { Context } from '../../../context.ts';
import { readLocatedPage } from '../../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';
import { countTenantDays, selectTenantPage } from './tenant-log-store.ts';

/** Lists entries, newest first. */
export async function listTenantAudit(
  ctx: Context,
  tenantId: string,
  filters: AuditFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  return readLocatedPage(await countTenantDays(ctx.db, tenantId, filters), offset, (place) =>
    selectTenantPage(ctx.db, tenantId, filters, place, limit),
  );
}
