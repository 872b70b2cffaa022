// Reading the audit: the list with its filters, and one entry with its place in the chain.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readLocatedPage } from '../../terms/locate-page.ts';
import { CHAIN_START, hashEntry, type AuditRow } from './chain.ts';
import type { Audience, AuditFilters } from './filters.ts';
import { countByDay, findEntry, pageOfTarget, selectPage, type StoredLink } from './read-store.ts';

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
  return readLocatedPage(await countByDay(ctx.db, audience, filters), offset, (place) =>
    selectPage(ctx.db, audience, filters, place, limit),
  );
}

/** An entry, and whether it is what was written. */
export interface CheckedEntry {
  row: AuditRow;
  /** Of its link; null for a moment, until it has one. */
  hash: string | null;
  /**
   * Whether the hash is that of this entry behind the one before. Somebody who writes the database could compute both again: a
   * head that was signed and saved elsewhere shows that (npm run audit:verify).
   */
  isIntact: boolean;
  /** The same of the entry before it; of the first nothing is to be said. */
  isPreviousIntact: boolean;
  /** When the first head was signed that covers it. */
  signedAtMs: number | null;
}

/** @throws AppError NOT_FOUND */
export async function readAuditEntry(
  ctx: Context,
  audience: Audience,
  id: number,
): Promise<CheckedEntry> {
  const entry = await findEntry(ctx.db, audience, id);
  if (entry === undefined) throw notFound();
  const { row, signedAtMs, links } = entry;
  const own = links.find(({ entryId }) => entryId === id);
  const [previous, earlier] = links.filter(({ entryId }) => entryId !== id);
  const [isIntact, isPreviousIntact] = await Promise.all([
    fits(own, previous),
    fits(previous, earlier),
  ]);
  return { row, hash: own?.hash ?? null, isIntact, isPreviousIntact, signedAtMs };
}

/** @param link none fits by itself @param before none before the first */
async function fits(
  link: StoredLink | undefined,
  before: StoredLink | undefined,
): Promise<boolean> {
  if (link === undefined) return true;
  return (
    link.row !== null && link.hash === (await hashEntry(before?.hash ?? CHAIN_START, link.row))
  );
}
