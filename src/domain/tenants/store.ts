// SQL of tenants and their API keys.
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { apiKeys, tenants } from '../../db/schema/index.ts';

export interface KeyRow {
  kind: 'secret' | 'publishable';
  mode: 'live' | 'test';
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
  tenant: typeof tenants.$inferSelect;
}

/** @param hash SHA-256 of the whole key, hex @returns the valid key with its tenant, in one read */
export async function findValidKey(
  db: Database,
  hash: string,
  nowMs: number,
): Promise<KeyRow | undefined> {
  const [row] = await db
    .select({
      kind: apiKeys.kind,
      mode: apiKeys.mode,
      expiresAtMs: apiKeys.expires_at_ms,
      lastUsedAtMs: apiKeys.last_used_at_ms,
      tenant: tenants,
    })
    .from(apiKeys)
    .innerJoin(tenants, eq(tenants.id, apiKeys.tenant_id))
    .where(
      and(
        eq(apiKeys.hash, hash),
        isNull(apiKeys.revoked_at_ms),
        or(isNull(apiKeys.expires_at_ms), gt(apiKeys.expires_at_ms, nowMs)),
      ),
    );
  return row;
}

/** Does nothing when another isolate has written a use after `beforeMs`. */
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
