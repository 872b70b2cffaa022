// SQL for audit entries that move from D1 to customers' ledgers (D-183).
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { mayMove } from '../../../db/moved-counts.ts';
import { auditDigests, auditEntries, auditMoved } from '../../../db/schema/index.ts';
import { HOUR_MS } from '../../../time/durations.ts';
import { CHAIN_START, type AuditRow } from './chain.ts';

/**
 * A head covers every entry whose time is more than this before the head was signed: no request
 * takes longer from an entry's time until the entry is written.
 */
const WRITTEN_WITHIN_MS = HOUR_MS;

/** An entry that is due to move, with its link. */
export interface DueEntry {
  row: AuditRow;
  hash: string;
  /** The hash of the previous link, or CHAIN_START. */
  previous: string;
  /** The number of the customer's entries that have already left D1. */
  moved: number;
}

interface DueOptions {
  nowMs: number;
  limit: number;
  /** Customers whose entries are left for later. */
  except: readonly string[];
}

type SelectedEntry = AuditRow & Omit<DueEntry, 'row'>;

/**
 * Selects entries that are due, customer by customer and oldest first. Entries are due if a signed
 * head covers them, except operators' entries about a customer, which are in the operators' log as
 * well. No entry becomes due later that is older than one that is due now, so each entry gets the
 * same number in all runs.
 * While a backup is running, none is due.
 */
export const dueQuery = (beforeMs: number, { nowMs, limit, except }: DueOptions): SQL => sql`
  SELECT entry.*, link.hash AS hash, COALESCE(audit_moved.entries, 0) AS moved,
    COALESCE((SELECT hash FROM audit_links WHERE entry_id < entry.id
      ORDER BY entry_id DESC LIMIT 1), ${CHAIN_START}) AS previous
  FROM tenants
  CROSS JOIN audit_entries AS entry INDEXED BY audit_by_tenant ON entry.tenant_id = tenants.id
  CROSS JOIN audit_links AS link ON link.entry_id = entry.id
  LEFT JOIN audit_moved ON audit_moved.tenant_id = tenants.id
  WHERE tenants.ended_at_ms IS NULL AND tenants.id NOT IN (SELECT value FROM json_each(${JSON.stringify(except)}))
    AND entry.at_ms < min(${beforeMs}, (SELECT MAX(signed_at_ms) FROM audit_heads) - ${WRITTEN_WITHIN_MS})
    AND entry.audience <> 'admin' AND ${mayMove(nowMs)}
    AND entry.id <= (SELECT COALESCE(MAX(entry_id), 0) FROM audit_heads)
  ORDER BY tenants.id, entry.at_ms, entry.id LIMIT ${limit}`;

export async function listDue(
  db: Database,
  beforeMs: number,
  options: DueOptions,
): Promise<DueEntry[]> {
  const rows = await db.all<SelectedEntry>(dueQuery(beforeMs, options));
  return rows.map(({ hash, previous, moved, ...row }) => ({ row, hash, previous, moved }));
}

/** An entry that its ledger has. */
export interface StoredEntry {
  id: number;
  number: number;
  /** See `audit_digests`. */
  digest: string;
}

/**
 * Deletes entries that their ledgers have, and stores their digests. An entry that has already left
 * D1 is ignored. Does nothing while a backup is running.
 */
export async function deleteStored(
  db: Database,
  stored: readonly StoredEntry[],
  nowMs: number,
): Promise<void> {
  const list = JSON.stringify(stored.map(({ id, number, digest }) => [id, number, digest]));
  const entries = sql`FROM json_each(${list}) AS stored CROSS JOIN audit_entries AS entry
    ON entry.id = stored.value ->> 0 WHERE ${mayMove(nowMs)}`;
  await db.batch([
    db.insert(auditDigests).select(sql`SELECT entry.id, stored.value ->> 2 ${entries}`),
    db
      .insert(auditMoved)
      .select(
        sql`SELECT entry.tenant_id, max(stored.value ->> 1) ${entries} GROUP BY entry.tenant_id`,
      )
      .onConflictDoUpdate({
        target: auditMoved.tenant_id,
        set: { entries: sql`max(${auditMoved.entries}, excluded.entries)` },
      }),
    db.delete(auditEntries).where(sql`id IN (SELECT entry.id ${entries})`),
  ]);
}

/** Selects the number of a customer's entries that have left D1. */
export const selectMoved = (db: Database, tenantId: string) =>
  db
    .select({ entries: auditMoved.entries })
    .from(auditMoved)
    .where(eq(auditMoved.tenant_id, tenantId));
