// Reading the audit: the list with its filters, and one entry with its place in the chain.
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { locatePage } from '../terms/locate-page.ts';
import type { AuditRow } from './chain.ts';
import type { Audience, AuditFilters } from './filters.ts';
import { findEntry, pageOfTarget, readDayCounts, readPage } from './read-store.ts';

/** Latest first; of one target the latest 10,000. */
export async function listAudit(
  ctx: Context,
  audience: Audience,
  filters: AuditFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { targetType, targetId } = filters;
  if (targetType !== undefined && targetId !== undefined)
    return pageOfTarget(ctx.db, audience, { ...filters, targetType, targetId }, { offset, limit });
  const place = locatePage(await readDayCounts(ctx.db, audience, filters), offset);
  if (place.beforeMs === undefined) return { rows: [], total: place.total };
  return { rows: await readPage(ctx.db, audience, filters, place, limit), total: place.total };
}

/** @throws AppError NOT_FOUND */
export async function readAuditEntry(
  ctx: Context,
  audience: Audience,
  id: number,
): Promise<AuditRow & { hash: string | null }> {
  const entry = await findEntry(ctx.db, audience, id);
  if (entry === undefined) throw notFound();
  return entry;
}
