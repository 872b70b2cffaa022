// SQL for the keys of age passes.
import { asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { passKeys } from '../../../db/schema/index.ts';
import { AGE_BRACKETS } from '../../terms/age-bracket.ts';
import type { PassKey } from './pass-key.ts';
import type { PassMonth } from './pass-month.ts';

/** @returns keys, oldest month first */
export async function listPassKeys(db: Database): Promise<PassKey[]> {
  const rows = await db
    .select()
    .from(passKeys)
    .orderBy(asc(passKeys.month), asc(passKeys.bracket), asc(passKeys.class));
  return rows.flatMap((row) => {
    const bracket = AGE_BRACKETS.find((known) => known === row.bracket);
    if (bracket === undefined) return [];
    const { id, month, issued, redeemed } = row;
    const [tokenKey, privateKey] = [row.token_key, row.private_key];
    return [{ id, bracket, passClass: row.class, month, tokenKey, privateKey, issued, redeemed }];
  });
}

/** Inserts a key, unless another caller has already inserted one of the same kind. */
export async function insertPassKey(db: Database, key: PassKey, nowMs: number): Promise<void> {
  const { id, bracket, passClass, month, tokenKey, privateKey } = key;
  await db
    .insert(passKeys)
    .values({
      id,
      bracket,
      class: passClass,
      month,
      token_key: tokenKey,
      private_key: privateKey,
      created_at_ms: nowMs,
    })
    .onConflictDoNothing();
}

/**
 * @returns the number of passes that the key has signed so far; undefined when there is no such key
 */
export async function countIssued(db: Database, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ issued: passKeys.issued })
    .from(passKeys)
    .where(eq(passKeys.id, id));
  return row?.issued;
}

export async function addIssued(db: Database, id: string, passes: number): Promise<void> {
  await db
    .update(passKeys)
    .set({ issued: sql`${passKeys.issued} + ${passes}` })
    .where(eq(passKeys.id, id));
}

export async function addRedeemed(db: Database, id: string): Promise<void> {
  await db
    .update(passKeys)
    .set({ redeemed: sql`${passKeys.redeemed} + 1` })
    .where(eq(passKeys.id, id));
}

/** Deletes the private keys of earlier months, which no longer sign. */
export async function forgetPassSecrets(db: Database, before: PassMonth): Promise<void> {
  await db.update(passKeys).set({ private_key: '' }).where(lt(passKeys.month, before));
}

export async function deletePassKeys(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.delete(passKeys).where(inArray(passKeys.id, [...ids]));
}
