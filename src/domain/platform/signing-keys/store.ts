// SQL for signing keys.
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { insertWhen } from '../../../db/insert-when.ts';
import { runTogether } from '../../../db/run-together.ts';
import { signingKeys } from '../../../db/schema/index.ts';
import type { Purpose, RingKey } from './ring.ts';

export interface StoredKey extends RingKey {
  /** A JWK as JSON. */
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
 * @param notAfterMs the latest `active_from` that the caller has read; a row with a later one means
 *   that another caller was first
 * @param beside statements to run in the same batch, directly after the insertion
 */
export async function insertKey(
  db: Database,
  purpose: Purpose,
  key: StoredKey,
  nowMs: number,
  notAfterMs: number,
  beside: readonly Statement[],
): Promise<void> {
  const row = {
    kid: key.kid,
    purpose,
    public_jwk: key.publicJwk,
    private_key: key.privateKey,
    created_at_ms: nowMs,
    active_from_ms: key.activeFromMs,
  };
  const isFirst = sql`NOT EXISTS (
    SELECT 1 FROM signing_keys
    WHERE purpose = ${purpose} AND revoked_at_ms IS NULL AND active_from_ms > ${notAfterMs})`;
  const insert = insertWhen(db, signingKeys, row, isFirst);
  // A single statement runs on its own, because the database that scripts use does not support
  // batches (scripts/database.ts).
  await (beside.length === 0 ? insert : runTogether(db, [insert, ...beside]));
}

/** Deletes the private keys with the given ids, and keeps their rows with the public keys. */
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
