// SQL for managing API keys. store.ts contains the lookup for authentication.
import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { AFTER_CHANGE, insertWhen } from '../../../db/insert-when.ts';
import { apiKeys } from '../../../db/schema/index.ts';
import type { ApiKey, KeyStatus } from './api-key.ts';

/** Which keys to list; an absent field selects all. */
export interface KeyFilter {
  mode?: ApiKey['mode'] | undefined;
  status?: KeyStatus | undefined;
}

export interface HashedKey {
  key: ApiKey;
  /** The SHA-256 of the whole key, lower-case hex. */
  hash: string;
}

/** The count stops at this number: rotated keys stay listed, so a list can grow without limit. */
const MAX_COUNTED = 10_000;

/**
 * @param nowMs the time at which a key has the filter's status
 * @returns one page, newest first, and the total, at most MAX_COUNTED
 */
export async function listKeyRows(
  db: Database,
  tenantId: string,
  { mode, status }: KeyFilter,
  nowMs: number,
  slice: { offset: number; limit: number },
): Promise<{ rows: ApiKey[]; total: number }> {
  const where = and(
    eq(apiKeys.tenant_id, tenantId),
    mode && eq(apiKeys.mode, mode),
    status && hasStatusAt(status, nowMs),
  );
  const counted = db.select({ id: apiKeys.id }).from(apiKeys).where(where).limit(MAX_COUNTED);
  const [rows, [sum]] = await db.batch([
    db
      .select()
      .from(apiKeys)
      .where(where)
      .orderBy(desc(apiKeys.created_at_ms), desc(apiKeys.id))
      .limit(slice.limit)
      .offset(slice.offset),
    db.select({ total: count() }).from(counted.as('counted')),
  ]);
  return { rows: rows.map(toKey), total: sum?.total ?? 0 };
}

/** @returns the key, and the hash that identifies it in the cache */
export async function findKeyRow(
  db: Database,
  tenantId: string,
  id: string,
): Promise<HashedKey | undefined> {
  const [row] = await db.select().from(apiKeys).where(ownedBy(tenantId, id));
  return row && { key: toKey(row), hash: row.hash };
}

/**
 * @param max the maximum number of valid keys per tenant
 * @param audit the audit entry, written only if the key is inserted
 * @returns false when the tenant already has `max` valid keys; the insert statement itself counts
 *   them
 */
export async function insertKey(
  db: Database,
  { key, hash }: HashedKey,
  max: number,
  audit: Statement,
): Promise<boolean> {
  const isCounted = and(eq(apiKeys.tenant_id, key.tenantId), isValidAt(key.createdAtMs));
  const isRoom = sql`(SELECT count(*) FROM ${apiKeys} WHERE ${isCounted}) < ${max}`;
  const [inserted] = await db.batch([insertRow(db, { key, hash }, isRoom), audit]);
  return inserted.length > 0;
}

/** @returns the updated key; undefined when the tenant has no such key */
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
 * Replaces a key, which stays valid until `validUntilMs`.
 * @returns the updated older key; undefined when it is revoked or has already been rotated
 */
export async function replaceKey(
  db: Database,
  { tenantId, id }: Pick<ApiKey, 'tenantId' | 'id'>,
  successor: HashedKey,
  validUntilMs: number,
  audit: Statement,
): Promise<ApiKey | undefined> {
  const [[row]] = await db.batch([
    db
      .update(apiKeys)
      .set({ expires_at_ms: validUntilMs })
      .where(
        and(ownedBy(tenantId, id), isNull(apiKeys.revoked_at_ms), isNull(apiKeys.expires_at_ms)),
      )
      .returning(),
    insertRow(db, successor, AFTER_CHANGE),
    audit,
  ]);
  return row && toKey(row);
}

/** @returns false when the key has already been revoked, or the tenant has no such key */
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

/**
 * Revokes the selected customers' keys, except those that have already been revoked.
 * @param tenants a query that selects the customers' ids
 */
export const revokeKeysOf = (db: Database, tenants: SQL, nowMs: number): Statement =>
  db
    .update(apiKeys)
    .set({ revoked_at_ms: nowMs })
    .where(and(inArray(apiKeys.tenant_id, tenants), isNull(apiKeys.revoked_at_ms)));

/**
 * @param tenants a query that selects the ids of customers
 * @returns the hashes of these customers' keys, excluding revoked ones
 */
export async function listKeyHashes(db: Database, tenants: SQL): Promise<string[]> {
  const rows = await db
    .select({ hash: apiKeys.hash })
    .from(apiKeys)
    .where(and(inArray(apiKeys.tenant_id, tenants), isNull(apiKeys.revoked_at_ms)));
  return rows.map(({ hash }) => hash);
}

/** Lists the hashes of all of a customer's keys, including revoked and expired ones. */
export async function listHashesOf(db: Database, tenantId: string): Promise<string[]> {
  const isTheirs = eq(apiKeys.tenant_id, tenantId);
  const rows = await db.select({ hash: apiKeys.hash }).from(apiKeys).where(isTheirs);
  return rows.map(({ hash }) => hash);
}

function insertRow(db: Database, { key, hash }: HashedKey, condition: SQL) {
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

/** The SQL counterpart of `keyStatusAt`. */
function hasStatusAt(status: KeyStatus, nowMs: number): SQL | undefined {
  if (status === 'active') return isValidAt(nowMs);
  if (status === 'revoked') return isNotNull(apiKeys.revoked_at_ms);
  return and(isNull(apiKeys.revoked_at_ms), lte(apiKeys.expires_at_ms, nowMs));
}

const isValidAt = (nowMs: number) =>
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
