// SQL for the certificates that operators add to evidence packs.
import { and, asc, eq, getTableColumns, isNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { certificates } from '../../../db/schema/index.ts';
import { STANDARDS, type ListedCertificate } from './certificate.ts';

/** The maximum number of listed certificates, all of which are in every pack. */
export const MAX_CERTIFICATES = 10;

const IS_LISTED = isNull(certificates.removed_at_ms);

const { document: _document, removed_at_ms: _removed, ...FACTS } = getTableColumns(certificates);

/** @returns the listed certificates, oldest first, without their documents */
export async function listCertificateRows(db: Database): Promise<ListedCertificate[]> {
  const rows = await db
    .select(FACTS)
    .from(certificates)
    .where(IS_LISTED)
    .orderBy(asc(certificates.added_at_ms), asc(certificates.id))
    .limit(MAX_CERTIFICATES);
  return rows.map(toCertificate);
}

export async function findCertificate(
  db: Database,
  id: string,
): Promise<ListedCertificate | undefined> {
  const [row] = await db
    .select(FACTS)
    .from(certificates)
    .where(and(eq(certificates.id, id), IS_LISTED));
  return row && toCertificate(row);
}

/** @returns the document in base64; undefined when the certificate is not listed */
export async function readDocument(db: Database, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ document: certificates.document })
    .from(certificates)
    .where(and(eq(certificates.id, id), IS_LISTED));
  return row?.document ?? undefined;
}

/**
 * @param document the document in base64
 * @param replacedId the listed certificate that the new one replaces, which may have the same
 * document
 * @param audit written only if the certificate is written
 * @returns false when another listed certificate has the same document, the list is full, or the
 * replaced certificate is not listed
 */
export async function insertCertificate(
  db: Database,
  certificate: ListedCertificate,
  { document, replacedId }: { document: string; replacedId: string | undefined },
  audit: Statement,
): Promise<boolean> {
  const listed = sql`(SELECT COUNT(*) FROM ${certificates} WHERE ${IS_LISTED})`;
  const isNew = replacedId === undefined;
  const condition = isNew ? sql`${listed} < ${MAX_CERTIFICATES}` : AFTER_CHANGE;
  const [, inserted] = await db.batch([
    withdrawal(
      db,
      replacedId ?? '',
      certificate.addedAtMs,
      notExists(other(db, certificate, replacedId ?? '')),
    ),
    insertWhen(db, certificates, rowOf(certificate, document), condition)
      .onConflictDoNothing()
      .returning({ id: certificates.id }),
    audit,
  ]);
  return inserted.length > 0;
}

/** Selects a listed certificate with the same document, other than the replaced one. */
function other(db: Database, { sha256 }: ListedCertificate, replacedId: string) {
  const others = alias(certificates, 'others');
  return db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.sha256, sha256), isNull(others.removed_at_ms), ne(others.id, replacedId)));
}

/**
 * Withdraws a certificate and deletes its document.
 * @param audit written only if the certificate was listed
 * @returns whether the certificate was listed
 */
export async function markWithdrawn(
  db: Database,
  id: string,
  atMs: number,
  audit: Statement,
): Promise<boolean> {
  const [removed] = await db.batch([withdrawal(db, id, atMs), audit]);
  return removed.length > 0;
}

const withdrawal = (db: Database, id: string, atMs: number, where?: ReturnType<typeof notExists>) =>
  db
    .update(certificates)
    .set({ removed_at_ms: atMs, document: null })
    .where(and(eq(certificates.id, id), IS_LISTED, where))
    .returning({ id: certificates.id });

const rowOf = (
  { validFrom, validTo, addedAtMs, ...same }: ListedCertificate,
  document: string,
): typeof certificates.$inferInsert => ({
  ...same,
  valid_from: validFrom,
  valid_to: validTo,
  added_at_ms: addedAtMs,
  document,
});

const toCertificate = ({
  standard,
  valid_from: validFrom,
  valid_to: validTo,
  added_at_ms: addedAtMs,
  ...same
}: Omit<typeof certificates.$inferSelect, 'document' | 'removed_at_ms'>): ListedCertificate => ({
  ...same,
  standard: STANDARDS.find((known) => known === standard) ?? null,
  validFrom,
  validTo,
  addedAtMs,
});
