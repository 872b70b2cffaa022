// SQL of looking after API keys. Finding the one that a request shows is store.ts.
import { and, count, desc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../db/insert-when.ts';
import { apiKeys } from '../../db/schema/index.ts';
import type { ApiKey } from './api-key.ts';

/** A key that is to be, with the SHA-256 of what only its owner has. */
export interface NewKey {
  key: ApiKey;
  /** Lower-case hex. */
  hash: string;
}

/** @returns one page, the newest first, and how many there are in all, revoked and expired ones too */
export async function listKeyRows(
  db: Database,
  tenantId: string,
  slice: { offset: number; limit: number },
): Promise<{ rows: ApiKey[]; total: number }> {
  const where = eq(apiKeys.tenant_id, tenantId);
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(apiKeys)
      .where(where)
      .orderBy(desc(apiKeys.created_at_ms), desc(apiKeys.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(apiKeys).where(where),
  ]);
  return { rows: rows.map(toKey), total: counted?.total ?? 0 };
}

/** @returns the key, and the hash it is remembered by */
export async function findKeyRow(
  db: Database,
  tenantId: string,
  id: string,
): Promise<NewKey | undefined> {
  const [row] = await db.select().from(apiKeys).where(ownedBy(tenantId, id));
  return row && { key: toKey(row), hash: row.hash };
}

/**
 * @param most how many a tenant may have that work
 * @param audit goes with the change, or not at all; so it does below
 * @returns false when there are so many already: counted in the same statement
 */
export async function insertKey(
  db: Database,
  { key, hash }: NewKey,
  most: number,
  audit: Statement,
): Promise<boolean> {
  const works = and(eq(apiKeys.tenant_id, key.tenantId), worksAt(key.createdAtMs));
  const isRoom = sql`(SELECT count(*) FROM ${apiKeys} WHERE ${works}) < ${most}`;
  const [inserted] = await db.batch([insertRow(db, { key, hash }, isRoom), audit]);
  return inserted.length > 0;
}

/** @returns the key as it is now; undefined when the tenant has no such key */
export async function renameKeyRow(
  db: Database,
  { tenantId, id }: Pick<ApiKey, 'tenantId' | 'id'>,
  name: string,
  audit: Statement,
): Promise<ApiKey | undefined> {
  const [[row]] = await db.batch([
    db.update(apiKeys).set({ name }).where(ownedBy(tenantId, id)).returning(),
    audit,
  ]);
  return row && toKey(row);
}

/**
 * Puts a key in another's place, which works on until the time given.
 * @returns the older one as it is now; undefined when it is revoked, or its end is set already
 */
export async function replaceKey(
  db: Database,
  { tenantId, id }: Pick<ApiKey, 'tenantId' | 'id'>,
  successor: NewKey,
  worksUntilMs: number,
  audit: Statement,
): Promise<ApiKey | undefined> {
  const [[row]] = await db.batch([
    db
      .update(apiKeys)
      .set({ expires_at_ms: worksUntilMs })
      .where(
        and(ownedBy(tenantId, id), isNull(apiKeys.revoked_at_ms), isNull(apiKeys.expires_at_ms)),
      )
      .returning(),
    insertRow(db, successor, AFTER_CHANGE),
    audit,
  ]);
  return row && toKey(row);
}

/** @returns false when it was revoked before, or the tenant has no such key */
export async function markKeyRevoked(
  db: Database,
  { tenantId, id }: Pick<ApiKey, 'tenantId' | 'id'>,
  nowMs: number,
  audit: Statement,
): Promise<boolean> {
  const [revoked] = await db.batch([
    db
      .update(apiKeys)
      .set({ revoked_at_ms: nowMs })
      .where(and(ownedBy(tenantId, id), isNull(apiKeys.revoked_at_ms)))
      .returning({ id: apiKeys.id }),
    audit,
  ]);
  return revoked.length > 0;
}

function insertRow(db: Database, { key, hash }: NewKey, condition: SQL) {
  const row = {
    id: key.id,
    tenant_id: key.tenantId,
    name: key.name,
    kind: key.kind,
    mode: key.mode,
    hash,
    last_four: key.lastFour,
    created_at_ms: key.createdAtMs,
    expires_at_ms: key.expiresAtMs ?? null,
  };
  return insertWhen(db, apiKeys, row, condition).returning({ id: apiKeys.id });
}

const ownedBy = (tenantId: string, id: string) =>
  and(eq(apiKeys.id, id), eq(apiKeys.tenant_id, tenantId));

const worksAt = (nowMs: number) =>
  and(
    isNull(apiKeys.revoked_at_ms),
    or(isNull(apiKeys.expires_at_ms), gt(apiKeys.expires_at_ms, nowMs)),
  );

const toKey = (row: typeof apiKeys.$inferSelect): ApiKey => ({
  id: row.id,
  tenantId: row.tenant_id,
  name: row.name,
  kind: row.kind,
  mode: row.mode,
  lastFour: row.last_four,
  createdAtMs: row.created_at_ms,
  ...(row.last_used_at_ms !== null && { lastUsedAtMs: row.last_used_at_ms }),
  ...(row.expires_at_ms !== null && { expiresAtMs: row.expires_at_ms }),
  ...(row.revoked_at_ms !== null && { revokedAtMs: row.revoked_at_ms }),
});
