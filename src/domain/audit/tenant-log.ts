// A customer's own audit: what its staff did, and what the service did about it by itself.
import type { Context } from '../../context.ts';
import type { AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';
import { readTenantPage } from './tenant-log-store.ts';

/** Latest first. */
export const listTenantAudit = (
  ctx: Context,
  tenantId: string,
  filters: AuditFilters,
  slice: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> => readTenantPage(ctx.db, tenantId, filters, slice);
