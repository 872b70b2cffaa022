// A customer's own audit: what its staff did, and what the service did about it by itself.
import type { Context } from '../../../context.ts';
import { locatePage } from '../../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';
import { readTenantDays, readTenantPage } from './tenant-log-store.ts';

/** Latest first. */
export async function listTenantAudit(
  ctx: Context,
  tenantId: string,
  filters: AuditFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const place = locatePage(await readTenantDays(ctx.db, tenantId, filters), offset);
  if (place.beforeMs === undefined) return { rows: [], total: place.total };
  const rows = await readTenantPage(ctx.db, tenantId, filters, place, limit);
  return { rows, total: place.total };
}
