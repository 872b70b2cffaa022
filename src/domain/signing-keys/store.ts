// SQL of signing keys.
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { signingKeys } from '../../db/schema/index.ts';
import type { Purpose, RingKey } from './ring.ts';

export interface StoredKey extends RingKey {
  /** JSON. */
  publicJwk: string;
  /** Encrypted PKCS #8. */
  privateKey: string;
}

export async function listKeys(db: Database, purpose: Purpose): Promise<StoredKey[]> {
  const rows = await db.select().from(signingKeys).where(eq(signingKeys.purpose, purpose));
  return rows.map((row) => ({
    kid: row.kid,
    activeFromMs: row.active_from_ms,
    revokedAtMs: row.revoked_at_ms,
    publicJwk: row.public_jwk,
    privateKey: row.private_key,
  }));
}

/**
 * Adds a key unless a concurrent caller has added one.
 * @param notAfterMs the latest `active_from` the caller knew of; a later row means that another caller was first
 */
export async function insertKey(
  db: Database,
  purpose: Purpose,
  key: StoredKey,
  nowMs: number,
  notAfterMs: number,
): Promise<void> {
  await db.run(sql`
    INSERT INTO signing_keys (kid, purpose, public_jwk, private_key, created_at_ms, active_from_ms)
    SELECT ${key.kid}, ${purpose}, ${key.publicJwk}, ${key.privateKey}, ${nowMs}, ${key.activeFromMs}
    WHERE NOT EXISTS (
      SELECT 1 FROM signing_keys
      WHERE purpose = ${purpose} AND revoked_at_ms IS NULL AND active_from_ms > ${notAfterMs}
    )`);
}

/** A key that signs nothing any more is no secret to keep. */
export async function forgetPrivateHalves(db: Database, kids: readonly string[]): Promise<void> {
  if (kids.length === 0) return;
  await db
    .update(signingKeys)
    .set({ private_key: '' })
    .where(inArray(signingKeys.kid, [...kids]));
}

export async function deleteKeys(db: Database, kids: readonly string[]): Promise<void> {
  if (kids.length === 0) return;
  await db.delete(signingKeys).where(inArray(signingKeys.kid, [...kids]));
}
