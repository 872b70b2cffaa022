// SQL for the credentials of customers' directories.
import { and, count, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { scimTokens, tenants } from '../../../db/schema/index.ts';
import { DEFAULT_ROLES, type ScimToken } from './scim-token.ts';

/** @returns tokens, newest first, including expired ones */
export async function listTokenRows(db: Database, tenantId: string): Promise<ScimToken[]> {
  const rows = await db
    .select()
    .from(scimTokens)
    .where(eq(scimTokens.tenant_id, tenantId))
    .orderBy(desc(scimTokens.created_at_ms), desc(scimTokens.id));
  return rows.map(toToken);
}

/**
 * Deletes the customer's expired tokens and inserts a new one.
 * @param most the maximum number of valid tokens, checked in the same statement
 * @param audit the audit entry, written only if the token is inserted
 * @returns false when that many tokens are already valid
 */
export async function insertToken(
  db: Database,
  { token, hash }: { token: ScimToken; hash: string },
  most: number,
  audit: Statement,
): Promise<boolean> {
  const ofTenant = eq(scimTokens.tenant_id, token.tenantId);
  const working = db.select({ n: count() }).from(scimTokens).where(ofTenant);
  const row = {
    id: token.id,
    tenant_id: token.tenantId,
    hash,
    last_four: token.lastFour,
    default_role: token.defaultRole,
    created_at_ms: token.createdAtMs,
    expires_at_ms: token.expiresAtMs,
  };
  const [, inserted] = await db.batch([
    db.delete(scimTokens).where(and(ofTenant, lte(scimTokens.expires_at_ms, token.createdAtMs))),
    insertWhen(db, scimTokens, row, sql`${working} < ${most}`).returning({ id: scimTokens.id }),
    audit,
  ]);
  return inserted.length > 0;
}

/**
 * @param audit the audit entry, written only if the token is deleted
 * @returns whether the customer had the token
 */
export async function deleteToken(
  db: Database,
  tenantId: string,
  id: string,
  audit: Statement,
): Promise<boolean> {
  const [deleted] = await db.batch([
    db
      .delete(scimTokens)
      .where(and(eq(scimTokens.id, id), eq(scimTokens.tenant_id, tenantId)))
      .returning({ id: scimTokens.id }),
    audit,
  ]);
  return deleted.length > 0;
}

/** @returns undefined for an unknown or expired token, or when its customer has been removed */
export async function findWorkingToken(
  db: Database,
  hash: string,
  nowMs: number,
): Promise<{ token: ScimToken; isSuspended: boolean } | undefined> {
  const [row] = await db
    .select({ token: scimTokens, suspendedAtMs: tenants.suspended_at_ms })
    .from(scimTokens)
    .innerJoin(tenants, eq(tenants.id, scimTokens.tenant_id))
    .where(
      and(
        eq(scimTokens.hash, hash),
        gt(scimTokens.expires_at_ms, nowMs),
        isNull(tenants.ended_at_ms),
      ),
    );
  return row && { token: toToken(row.token), isSuspended: row.suspendedAtMs !== null };
}

/**
 * Records a use of the token.
 * @param beforeMs nothing is written if the last recorded use was at or after this time
 */
export async function noteUse(
  db: Database,
  id: string,
  nowMs: number,
  beforeMs: number,
): Promise<void> {
  const { last_used_at_ms } = scimTokens;
  await db
    .update(scimTokens)
    .set({ last_used_at_ms: nowMs })
    .where(and(eq(scimTokens.id, id), or(isNull(last_used_at_ms), lt(last_used_at_ms, beforeMs))));
}

const toToken = (row: typeof scimTokens.$inferSelect): ScimToken => ({
  id: row.id,
  tenantId: row.tenant_id,
  lastFour: row.last_four,
  // An unknown value falls back to `analyst`, the only default role that cannot change anything.
  defaultRole: DEFAULT_ROLES.find((role) => role === row.default_role) ?? 'analyst',
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  ...(row.last_used_at_ms !== null && { lastUsedAtMs: row.last_used_at_ms }),
});
