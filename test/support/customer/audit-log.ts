// A customer's audit log: entries of every kind, the pages that filters show, and where the entries
// are stored.
import { env } from 'cloudflare:workers';
import type { Context } from '../../../src/context.ts';
import type { AuditFilters } from '../../../src/domain/platform/audit/filters.ts';
import { signAuditHead } from '../../../src/domain/platform/audit/heads.ts';
import { moveAuditEntries } from '../../../src/domain/platform/audit/move-entries.ts';
import type { MovedEntry } from '../../../src/domain/platform/audit/moved-entries.ts';
import { linkEntries, recordAudit, type Actor } from '../../../src/domain/platform/audit/record.ts';
import { listTenantAudit } from '../../../src/domain/platform/audit/tenant-log.ts';
import { verifyChain } from '../../../src/domain/platform/audit/verify-chain.ts';
import type { AuditLink, AuditRow } from '../../../src/domain/platform/audit/chain.ts';
import { dayOf } from '../../../src/domain/terms/locate-page.ts';
import { queryLedger } from './ledgers.ts';

const DAY_MS = 86_400_000;

/** Entries per day, each by another actor: two members, a directory, the service, an operator. */
const ACTS: readonly [Omit<Actor, 'tenantId'>, action: string, type: string][] = [
  [
    { audience: 'dashboard', staffId: 7, ip: '192.0.2.7', userAgent: 'Firefox' },
    'face.erase',
    'face',
  ],
  [{ audience: 'dashboard', staffId: 8 }, 'settings.update', 'tenant'],
  [{ audience: 'dashboard', staffId: 7 }, 'settings.update', 'tenant'],
  [{ audience: 'dashboard', staffId: 7 }, 'review.decide', 'session'],
  [{ audience: 'scim', staffId: 9 }, 'member.update', 'staff'],
  [{ audience: 'system' }, 'webhook.disable', 'webhook'],
  [{ audience: 'admin', staffId: 7 }, 'settings.update', 'tenant'],
];

/** Writes the entries of some days, which are `ages` days before the context's time, and a head. */
export async function fillLog(
  ctx: Context,
  tenantId: string,
  ages: readonly number[] = [40, 20, 20, 9, 8, 1],
): Promise<void> {
  for (const [n, age] of ages.entries())
    for (const [place, [actor, action, type]] of ACTS.entries()) {
      const atMs = ctx.now() - age * DAY_MS + n * 1_000 + place;
      await recordAudit(
        { ...ctx, now: () => atMs },
        {
          actor: { ...actor, tenantId },
          action,
          target: { type, id: type === 'staff' ? 3 : `${type}-${n}` },
          before: { retention_days: n },
          after: { retention_days: n + 1, decision: 'approve', test: 0, seconds: 60 + n },
        },
      );
    }
  await signAuditHead(ctx);
}

/** Links all entries and signs a head, and then moves the entries that are due. */
export async function moveLog(ctx: Context): Promise<void> {
  await linkEntries(ctx);
  await signAuditHead(ctx);
  await moveAuditEntries(ctx);
}

const FILTERS = (nowMs: number): AuditFilters[] => [
  {},
  { staffId: 7 },
  { staffId: 99 },
  { action: 'settings.update' },
  { targetType: 'tenant' },
  { action: 'settings.update', targetType: 'tenant' },
  { staffId: 7, action: 'settings.update' },
  { staffId: 7, targetType: 'tenant' },
  { action: '' },
  { startDate: dayOf(nowMs - 20 * DAY_MS), endDate: dayOf(nowMs - 8 * DAY_MS) },
  { staffId: 7, endDate: dayOf(nowMs - 9 * DAY_MS) },
];
const SLICES = [
  { offset: 0, limit: 100 },
  { offset: 0, limit: 4 },
  { offset: 3, limit: 5 },
  { offset: 10, limit: 10 },
  { offset: 38, limit: 10 },
  { offset: 500, limit: 10 },
];

/** Reads one page of a customer's audit log for each combination of FILTERS and SLICES. */
export const everyPage = async (ctx: Context, tenantId: string) =>
  Promise.all(
    FILTERS(ctx.now()).flatMap((filters) =>
      SLICES.map(async (slice) => ({
        filters,
        slice,
        ...(await listTenantAudit(ctx, tenantId, filters, slice)),
      })),
    ),
  );

/** An entry that a member of a customer's staff has made, as a ledger stores it. */
export const movedEntry = (number: number, changes: Partial<MovedEntry> = {}): MovedEntry => ({
  number,
  id: number,
  hash: `hash-${number}`,
  at_ms: Date.UTC(2026, 0, 15) + number,
  staff_id: 7,
  audience: 'dashboard',
  action: 'key.create',
  target_type: 'key',
  target_id: 'x',
  ip: null,
  user_agent: null,
  before: null,
  after: null,
  ...changes,
});

/** A customer's entries in D1, oldest first. */
export const entriesInD1 = async (tenantId: string): Promise<AuditRow[]> =>
  (
    await env.DB.prepare('SELECT * FROM audit_entries WHERE tenant_id = ? ORDER BY id')
      .bind(tenantId)
      .all<AuditRow>()
  ).results;

/** A customer's entries in its ledger, by number. */
export const entriesInLedger = (tenantId: string): Promise<MovedEntry[]> =>
  queryLedger<MovedEntry & Record<string, SqlStorageValue>>(
    { tenantId },
    'SELECT * FROM audit_entries ORDER BY number',
  );

const read = async <Row>(query: string, ...values: number[]): Promise<Row[]> =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all<Row>()
  ).results;

/** The audit log of D1, for verifyChain. */
export const auditSource = {
  links: (afterId: number, limit: number) =>
    read<AuditLink>(
      'SELECT * FROM audit_links WHERE entry_id > ? ORDER BY entry_id LIMIT ?',
      afterId,
      limit,
    ),
  entries: (afterId: number, untilId: number) =>
    read<AuditRow>('SELECT * FROM audit_entries WHERE id > ? AND id <= ?', afterId, untilId),
  digests: (afterId: number, untilId: number) =>
    read<{ entry_id: number; digest: string }>(
      'SELECT * FROM audit_digests WHERE entry_id > ? AND entry_id <= ?',
      afterId,
      untilId,
    ),
};

/** @returns the report of `npm run audit:verify` without ledgers */
export const verifyLog = (): Promise<string> => verifyChain(auditSource, []);
