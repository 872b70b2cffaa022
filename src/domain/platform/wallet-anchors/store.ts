// SQL for the certificates that proofs from wallets may chain to.
import { and, asc, eq, exists, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { walletAnchors, walletTrustLists } from '../../../db/schema/index.ts';
import type { WalletAnchor } from './anchor.ts';

/** The maximum number of listed certificates: every verification reads all of them. */
const MAX_LISTED = 500;

const IS_LISTED = isNull(walletAnchors.removed_at_ms);
/**
 * Excludes certificates from trust lists that have not been renewed in time: when such a list
 * expires, its certificates expire too (D-150).
 */
const COUNTS = sql`coalesce(${walletAnchors.list_until_ms} > unixepoch() * 1000, TRUE)`;

export async function listAnchors(db: Database): Promise<WalletAnchor[]> {
  const rows = await db
    .select()
    .from(walletAnchors)
    .where(and(IS_LISTED, COUNTS))
    .orderBy(asc(walletAnchors.added_at_ms), asc(walletAnchors.id))
    .limit(MAX_LISTED);
  return rows.map(toAnchor);
}

/**
 * @param audit the audit entry, written only if the certificate is inserted
 * @returns false when the certificate is already listed, or the limit is reached
 */
export async function insertAnchor(
  db: Database,
  { docTypes, notAfterMs, addedAtMs, listName, ...anchor }: WalletAnchor,
  audit: Statement,
): Promise<boolean> {
  const row = {
    ...anchor,
    doc_types: JSON.stringify(docTypes),
    not_after_ms: notAfterMs,
    added_at_ms: addedAtMs,
    list_name: listName ?? null,
  };
  const hasRoom = sql`(SELECT COUNT(*) FROM ${walletAnchors} WHERE ${IS_LISTED}) < ${MAX_LISTED}`;
  const [inserted] = await db.batch([
    insertWhen(db, walletAnchors, row, hasRoom)
      .onConflictDoNothing()
      .returning({ id: walletAnchors.id }),
    audit,
  ]);
  return inserted.length > 0;
}

/**
 * @returns trust lists in use whose renewal is overdue; a list's certificates expire a week after
 *   its renewal was due (D-150)
 */
export const listOverdueTrustLists = (
  db: Database,
  nowMs: number,
): Promise<{ name: string; nextUpdateMs: number }[]> =>
  db
    .select({ name: walletTrustLists.name, nextUpdateMs: walletTrustLists.next_update_ms })
    .from(walletTrustLists)
    .where(
      and(
        lte(walletTrustLists.next_update_ms, nowMs),
        exists(
          db
            .select({ id: walletAnchors.id })
            .from(walletAnchors)
            .where(and(eq(walletAnchors.list_name, walletTrustLists.name), IS_LISTED)),
        ),
      ),
    )
    .orderBy(asc(walletTrustLists.name))
    .limit(MAX_LISTED);

export async function findAnchor(db: Database, id: string): Promise<WalletAnchor | undefined> {
  const [row] = await db
    .select()
    .from(walletAnchors)
    .where(and(eq(walletAnchors.id, id), IS_LISTED));
  return row && toAnchor(row);
}

/**
 * @param audit the audit entry, written only if the certificate is removed
 * @returns whether the certificate was listed
 */
export async function markAnchorRemoved(
  db: Database,
  id: string,
  atMs: number,
  audit: Statement,
): Promise<boolean> {
  const [removed] = await db.batch([
    db
      .update(walletAnchors)
      .set({ removed_at_ms: atMs })
      .where(and(eq(walletAnchors.id, id), IS_LISTED))
      .returning({ id: walletAnchors.id }),
    audit,
  ]);
  return removed.length > 0;
}

const toAnchor = (row: typeof walletAnchors.$inferSelect): WalletAnchor => ({
  id: row.id,
  name: row.name,
  certificate: row.certificate,
  sha256: row.sha256,
  subject: row.subject,
  docTypes: JSON.parse(row.doc_types) as string[],
  notAfterMs: row.not_after_ms,
  addedAtMs: row.added_at_ms,
  ...(row.list_name !== null && { listName: row.list_name }),
});
