// SQL for tenants and their API keys.
import { and, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { apiKeys, blockedFaces, staff, tenants, walletAnchors } from '../../../db/schema/index.ts';

export interface KeyRow {
  id: string;
  kind: 'secret' | 'publishable';
  mode: 'live' | 'test';
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
  /**
   * Whether a member of the customer's staff has a confirmed address, or the customer has no staff
   * because operators created it (D-64).
   */
  isProven: boolean;
  /** Whether the customer has blocked faces in this mode. */
  blocksFaces: boolean;
  /** The wallet document types for which an operator trusts an issuer. */
  walletDocTypes: readonly string[];
  tenant: typeof tenants.$inferSelect;
}

/**
 * Finds a valid key and its tenant in one read. A key that was created just as its customer ended,
 * and so was not revoked, is not valid either.
 * @param hash SHA-256 of the whole key, hex
 */
export async function findValidKey(
  db: Database,
  hash: string,
  nowMs: number,
): Promise<KeyRow | undefined> {
  const [row] = await db
    .select({
      id: apiKeys.id,
      kind: apiKeys.kind,
      mode: apiKeys.mode,
      expiresAtMs: apiKeys.expires_at_ms,
      lastUsedAtMs: apiKeys.last_used_at_ms,
      isProven: isProven(),
      blocksFaces: blocksFaces(sql`${apiKeys.tenant_id}`, sql`(${apiKeys.mode} = 'test')`),
      trustedTypes: trustedTypes(nowMs),
      tenant: tenants,
    })
    .from(apiKeys)
    .innerJoin(tenants, eq(tenants.id, apiKeys.tenant_id))
    .where(
      and(
        eq(apiKeys.hash, hash),
        isNull(apiKeys.revoked_at_ms),
        isNull(tenants.ended_at_ms),
        or(isNull(apiKeys.expires_at_ms), gt(apiKeys.expires_at_ms, nowMs)),
      ),
    );
  if (row === undefined) return undefined;
  const { isProven: proven, ...rest } = row;
  return { ...rest, isProven: proven === 1, ...settingsOf(row) };
}

/** Returns the settings that are not stored in the customer's row. */
const settingsOf = ({
  blocksFaces: blocks,
  trustedTypes: types,
}: Record<'blocksFaces', number> & { trustedTypes: string }) => ({
  blocksFaces: blocks === 1,
  walletDocTypes: (JSON.parse(types) as string[]).flatMap((one) => JSON.parse(one) as string[]),
});

/** @returns undefined for a customer that has ended or is suspended */
export async function findTenant(
  db: Database,
  id: string,
  test: boolean,
  nowMs: number,
): Promise<Pick<KeyRow, 'tenant' | 'blocksFaces' | 'walletDocTypes'> | undefined> {
  const isTest = sql`${test ? 1 : 0}`;
  const [row] = await db
    .select({
      tenant: tenants,
      blocksFaces: blocksFaces(sql`${tenants.id}`, isTest),
      trustedTypes: trustedTypes(nowMs),
    })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.ended_at_ms), isNull(tenants.suspended_at_ms)));
  return row && { tenant: row.tenant, ...settingsOf(row) };
}

/** @returns null for a customer without a logo; undefined for one that has ended */
export async function findLogo(db: Database, id: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ logo: tenants.logo })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNull(tenants.ended_at_ms)));
  return row?.logo;
}

export async function isSuspended(db: Database, id: string): Promise<boolean> {
  const found = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNotNull(tenants.suspended_at_ms)));
  return found.length > 0;
}

const blocksFaces = (tenantId: SQL, test: SQL) =>
  sql<number>`EXISTS (SELECT 1 FROM ${blockedFaces} WHERE ${blockedFaces.tenant_id} = ${tenantId} AND ${blockedFaces.test} = ${test})`;

/** Selects a JSON array of strings, each of which is itself a JSON array of document types. */
const trustedTypes = (nowMs: number) =>
  sql<string>`(SELECT json_group_array(${walletAnchors.doc_types}) FROM ${walletAnchors}
    WHERE ${walletAnchors.removed_at_ms} IS NULL AND ${walletAnchors.not_after_ms} > ${nowMs})`;

/**
 * Whether the customer that owns the key has a member with a confirmed address, or no staff at all.
 */
function isProven() {
  const staffOfTenant = sql`SELECT 1 FROM ${staff} WHERE ${staff.tenant_id} = ${apiKeys.tenant_id}`;
  return sql<number>`(EXISTS (${staffOfTenant} AND ${staff.email_verified_at_ms} IS NOT NULL)
    OR NOT EXISTS (${staffOfTenant}))`;
}

/** Records the use of a key, unless another isolate has recorded one after `beforeMs`. */
export async function updateLastUse(
  db: Database,
  hash: string,
  nowMs: number,
  beforeMs: number,
): Promise<void> {
  const { last_used_at_ms: lastUsed } = apiKeys;
  await db
    .update(apiKeys)
    .set({ last_used_at_ms: nowMs })
    .where(and(eq(apiKeys.hash, hash), or(isNull(lastUsed), lte(lastUsed, beforeMs))));
}
