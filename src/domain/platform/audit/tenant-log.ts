// A customer's own audit log: the actions of its staff, and the actions that the service takes as a
// result. Recent entries are in D1, older ones in the customer's ledger (D-183).
import type { Context } from '../../../context.ts';
import { daysOfPage, locatePage, sumByDay, type DayCount } from '../../terms/locate-page.ts';
import { answerOfLedgers } from '../ledgers/volume-refs.ts';
import type { AuditRow } from './chain.ts';
import type { AuditFilters } from './filters.ts';
import type { EntryCounts, EntryPart, MovedEntry } from './moved-entries.ts';
import { findMovedLog, noteLost, selectMovedLog, type MovedLog } from './moved-log.ts';
import { selectMoved } from './moved-store.ts';
import { selectTenantDays, selectTenantPage } from './tenant-log-store.ts';

type Reader = Pick<Context, 'db' | 'objects'>;

interface Slice {
  offset: number;
  limit: number;
}

/**
 * Lists entries, newest first. D1 is read first, including how many entries have left it; the
 * ledger leaves out the others. If the ledger were read first, an entry that moved between the two
 * reads would be in neither result.
 * @throws AppError UNAVAILABLE when the ledger does not respond
 */
export async function listTenantAudit(
  ctx: Reader,
  tenantId: string,
  filters: AuditFilters,
  slice: Slice,
): Promise<{ rows: AuditRow[]; total: number }> {
  const [inD1, moved, volumes] = await ctx.db.batch([
    selectTenantDays(ctx.db, tenantId, filters),
    ...selectMovedLog(ctx, tenantId),
  ]);
  const log = findMovedLog(ctx, tenantId, [moved, volumes]);
  const inLedger = await countIn(log, tenantId, filters);
  const counts = sumByDay([...inD1, ...inLedger]);
  const { total, beforeMs, skip } = locatePage(counts, slice.offset);
  if (beforeMs === undefined) return { rows: [], total };
  const days = new Set(daysOfPage(counts, slice));
  const has = (some: readonly DayCount[]): boolean => some.some(({ day }) => days.has(day));
  // If only a part of a day has moved, both places are read from the start of that day.
  const end = skip + slice.limit;
  const isSplit = has(inD1) && has(inLedger);
  const range = isSplit
    ? { beforeMs, skip: 0, limit: end }
    : { beforeMs, skip, limit: slice.limit };
  const [ofD1, ofLedger] = await Promise.all([
    has(inD1) ? readD1(ctx, tenantId, filters, range) : undefined,
    log !== undefined && has(inLedger) ? listIn(log, tenantId, filters, range) : [],
  ]);
  // Entries that left D1 after they were counted there would be missing from the page.
  if (ofD1 !== undefined && ofD1.moved !== movedIn(moved))
    return listTenantAudit(ctx, tenantId, filters, slice);
  const rows = [...(ofD1?.rows ?? []), ...ofLedger].toSorted(newestFirst);
  return { rows: isSplit ? rows.slice(skip, end) : rows, total };
}

/** Counts the matching entries in the ledger by day, and logs how many it has lost. */
async function countIn(
  log: MovedLog | undefined,
  tenantId: string,
  filters: AuditFilters,
): Promise<DayCount[]> {
  if (log === undefined) return [];
  const { ledger, upTo } = log;
  const counted: Promise<EntryCounts> = Promise.resolve(ledger.countAudit({ ...filters, upTo }));
  const { days, found } = await answerOfLedgers(counted);
  noteLost(tenantId, log, found);
  return days;
}

/** Reads a part of the list in D1 and, at the same moment, how many entries have left D1. */
async function readD1(
  { db }: Reader,
  tenantId: string,
  filters: AuditFilters,
  { beforeMs, skip, limit }: EntryPart,
): Promise<{ rows: AuditRow[]; moved: number }> {
  const [rows, moved] = await db.batch([
    selectTenantPage(db, tenantId, filters, { beforeMs, skip }, limit),
    selectMoved(db, tenantId),
  ]);
  return { rows, moved: movedIn(moved) };
}

async function listIn(
  { ledger, upTo }: MovedLog,
  tenantId: string,
  filters: AuditFilters,
  part: EntryPart,
): Promise<AuditRow[]> {
  const listed: Promise<MovedEntry[]> = Promise.resolve(
    ledger.listAudit({ ...filters, upTo }, part),
  );
  const entries = await answerOfLedgers(listed);
  return entries.map(({ number: _number, hash: _hash, ...row }) => ({
    ...row,
    tenant_id: tenantId,
  }));
}

const movedIn = ([moved]: readonly { entries: number }[]): number => moved?.entries ?? 0;

const newestFirst = (one: AuditRow, other: AuditRow): number =>
  other.at_ms - one.at_ms || other.id - one.id;
