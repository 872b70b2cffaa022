// SQL for status lists, which mark withdrawn credentials.
import { and, asc, eq, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { walletStatusLists } from '../../../db/schema/index.ts';
import type { UnusableList } from './unusable-list.ts';

/**
 * The maximum number of lists; without a limit, an issuer could refer to any number of them. A list
 * beyond the limit is treated like a list that cannot be fetched.
 */
const MAX_LISTS = 2_000;

interface KeptList {
  namedAtMs: number;
  /** The stored list; absent until it has been fetched for the first time. */
  list?: { bits: number; lst: string; validUntilMs: number };
}

export async function findStatusList(db: Database, uri: string): Promise<KeptList | undefined> {
  const [row] = await db.select().from(walletStatusLists).where(eq(walletStatusLists.uri, uri));
  if (row === undefined) return undefined;
  const { named_at_ms: namedAtMs, bits, lst, valid_until_ms: validUntilMs } = row;
  if (bits === null || lst === null || validUntilMs === null) return { namedAtMs };
  return { namedAtMs, list: { bits, lst, validUntilMs } };
}

/** Adds a list that is due immediately, or records that a credential referred to it again. */
export async function noteStatusList(
  db: Database,
  { uri, docType, dayMs }: { uri: string; docType: string; dayMs: number },
): Promise<void> {
  const row = { uri, doc_type: docType, named_at_ms: dayMs, due_at_ms: 0 };
  const hasRoom = sql`(SELECT COUNT(*) FROM ${walletStatusLists}) < ${MAX_LISTS}`;
  await db.batch([
    db.update(walletStatusLists).set({ named_at_ms: dayMs }).where(eq(walletStatusLists.uri, uri)),
    insertWhen(db, walletStatusLists, row, hasRoom).onConflictDoNothing(),
  ]);
}

/** @returns due lists, most overdue first */
export async function listDue(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<{ uri: string; docType: string }[]> {
  return db
    .select({ uri: walletStatusLists.uri, docType: walletStatusLists.doc_type })
    .from(walletStatusLists)
    .where(lte(walletStatusLists.due_at_ms, nowMs))
    .orderBy(asc(walletStatusLists.due_at_ms))
    .limit(limit);
}

export async function keepStatusList(
  db: Database,
  uri: string,
  kept: { fetchedAtMs: number; validUntilMs: number; dueAtMs: number; bits: number; lst: string },
): Promise<void> {
  await db
    .update(walletStatusLists)
    .set({
      fetched_at_ms: kept.fetchedAtMs,
      valid_until_ms: kept.validUntilMs,
      due_at_ms: kept.dueAtMs,
      bits: kept.bits,
      lst: kept.lst,
      failure: null,
    })
    .where(eq(walletStatusLists.uri, uri));
}

/** Records a failed attempt. The stored list stays until it expires. */
export async function noteFailure(
  db: Database,
  uri: string,
  { failure, dueAtMs }: { failure: string; dueAtMs: number },
): Promise<void> {
  await db
    .update(walletStatusLists)
    .set({ failure, due_at_ms: dueAtMs })
    .where(eq(walletStatusLists.uri, uri));
}

export async function deleteListsNamedBefore(db: Database, atMs: number): Promise<void> {
  await db.delete(walletStatusLists).where(lt(walletStatusLists.named_at_ms, atMs));
}

/**
 * @param namedFromMs lists that no credential has referred to since this time are left out
 * @returns lists that have expired, and lists for which every attempt has failed
 */
export async function listUnusable(
  db: Database,
  { nowMs, namedFromMs, limit }: { nowMs: number; namedFromMs: number; limit: number },
): Promise<UnusableList[]> {
  const { uri, doc_type, failure, valid_until_ms, named_at_ms } = walletStatusLists;
  const hasEnded = lte(valid_until_ms, nowMs);
  const wasNever = and(isNull(valid_until_ms), isNotNull(failure));
  const rows = await db
    .select({ uri, docType: doc_type, failure, endedAtMs: valid_until_ms })
    .from(walletStatusLists)
    .where(and(gte(named_at_ms, namedFromMs), or(hasEnded, wasNever)))
    .orderBy(asc(uri))
    .limit(limit);
  return rows.map((row) => ({
    uri: row.uri,
    docType: row.docType,
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.endedAtMs !== null && { endedAtMs: row.endedAtMs }),
  }));
}
