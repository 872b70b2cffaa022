// Reads the operators' audit log: the list with its filters, and one entry with its position in the
// chain.
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { readLocatedPage } from '../../terms/locate-page.ts';
import { CHAIN_START, checkLink, type AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';
import { countByDay, findEntry, pageOfTarget, selectPage, type StoredLink } from './read-store.ts';

/** Lists entries, newest first. For a single target, at most 10,000 entries are counted. */
export async function listAudit(
  ctx: Context,
  filters: AuditFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const { targetType, targetId } = filters;
  if (targetType !== undefined && targetId !== undefined)
    return pageOfTarget(ctx.db, { ...filters, targetType, targetId }, { offset, limit });
  return readLocatedPage(await countByDay(ctx.db, filters), offset, (place) =>
    selectPage(ctx.db, filters, place, limit),
  );
}

/** An entry, and whether it is unaltered. */
export interface CheckedEntry {
  row: AuditRow;
  /** The hash of the entry's link; null until the link is added, shortly after the entry. */
  hash: string | null;
  /**
   * Whether the hash matches this entry and the previous link. Anyone with write access to the
   * database could alter an entry and recompute the hashes; a head that was signed and saved
   * elsewhere beforehand would reveal this (npm run audit:verify).
   */
  isIntact: boolean;
  /** Whether the previous entry is intact, judged in the same way; true for the first entry. */
  isPreviousIntact: boolean;
  /** When the first head that covers the entry was signed. */
  signedAtMs: number | null;
}

/** @throws AppError NOT_FOUND */
export async function readAuditEntry(ctx: Context, id: number): Promise<CheckedEntry> {
  const entry = await findEntry(ctx.db, id);
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

/**
 * Whether the hash of a link matches its entry and the previous link.
 * @param link a missing link counts as matching, and so does one from before D-183 whose entry has
 *   moved to a ledger
 * @param before undefined for the first link
 */
async function fits(
  link: StoredLink | undefined,
  before: StoredLink | undefined,
): Promise<boolean> {
  if (link === undefined) return true;
  const content = link.row ?? link.digest;
  if (content === null) return false;
  return (await checkLink(link.hash, before?.hash ?? CHAIN_START, content)) !== 'altered';
}
