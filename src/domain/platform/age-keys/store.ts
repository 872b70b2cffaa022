// SQL for age keys.
import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { ageKeys } from '../../../db/schema/index.ts';
import { AGE_BRACKETS } from '../../terms/age-bracket.ts';
import { type AgeKey, MAX_USES } from './age-key.ts';

/**
 * Inserts a key; inserting it again changes nothing.
 * @returns false when another key already has this id
 */
export async function insertAgeKey(db: Database, key: AgeKey): Promise<boolean> {
  const { proof } = key;
  const written = await db
    .insert(ageKeys)
    .values({
      id: key.id,
      public_key: key.publicKey,
      counter: key.counter,
      bracket: key.bracket,
      method: proof.method,
      margin_years: proof.marginYears,
      difficulty: proof.difficulty,
      liveness_level: proof.livenessLevel,
      verified_at_ms: key.verifiedAtMs,
      expires_at_ms: key.expiresAtMs,
    })
    .onConflictDoUpdate({
      target: ageKeys.id,
      set: { counter: sql`${ageKeys.counter}` },
      setWhere: eq(ageKeys.public_key, key.publicKey),
    })
    .returning({ id: ageKeys.id });
  return written.length > 0;
}

export async function findAgeKey(db: Database, id: string): Promise<AgeKey | undefined> {
  const [row] = await db.select().from(ageKeys).where(eq(ageKeys.id, id));
  const bracket = AGE_BRACKETS.find((known) => known === row?.bracket);
  if (row === undefined || bracket === undefined) return undefined;
  return {
    id,
    publicKey: row.public_key,
    counter: row.counter,
    bracket,
    proof: {
      method: row.method,
      marginYears: row.margin_years,
      difficulty: row.difficulty,
      livenessLevel: row.liveness_level,
    },
    verifiedAtMs: row.verified_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}

interface KeyUse {
  id: string;
  /** The signature counter in the response. */
  counter: number;
  /** SHA-256 of the response, hex. */
  answer: string;
  /** The day in UTC, such as `2026-11-28`. */
  day: string;
}

/**
 * Matches if the signature counter has increased, as it must (WebAuthn 6.1.1), or has always been
 * 0, which authenticators without a counter send.
 */
const countsUp = (counter: number) =>
  sql`(${ageKeys.counter} < ${counter} OR (${ageKeys.counter} = 0 AND ${counter} = 0))`;

/**
 * Counts a use in one statement, so that simultaneous uses are all counted. Sending the latest
 * counted response again does not count it twice.
 * @returns whether passes may be issued for this use; undefined when nothing was counted
 */
export async function countKeyUse(
  db: Database,
  { id, counter, answer, day }: KeyUse,
): Promise<{ refills: boolean } | undefined> {
  const month = day.slice(0, 7);
  const isSame = sql`${ageKeys.answer} IS ${answer}`;
  const hasUsesLeft = sql`(${ageKeys.used_on} IS NOT ${day} OR ${ageKeys.uses} < ${MAX_USES})`;
  const [used] = await db
    .update(ageKeys)
    .set({
      counter,
      answer,
      used_on: day,
      uses: sql`CASE WHEN ${isSame} THEN ${ageKeys.uses} WHEN ${ageKeys.used_on} IS ${day} THEN ${ageKeys.uses} + 1 ELSE 1 END`,
      refilled_in: month,
      refilled_by: sql`CASE WHEN ${ageKeys.refilled_in} IS ${month} THEN ${ageKeys.refilled_by} ELSE ${answer} END`,
    })
    .where(sql`${ageKeys.id} = ${id} AND (${isSame} OR (${countsUp(counter)} AND ${hasUsesLeft}))`)
    .returning({ refilledBy: ageKeys.refilled_by });
  return used && { refills: used.refilledBy === answer };
}

/** Whether the key has reached its limit for that day. */
export async function isKeyUsedUp(db: Database, id: string, day: string): Promise<boolean> {
  const [row] = await db
    .select({ id: ageKeys.id })
    .from(ageKeys)
    .where(and(eq(ageKeys.id, id), eq(ageKeys.used_on, day), gte(ageKeys.uses, MAX_USES)));
  return row !== undefined;
}

/** @returns whether the key existed */
export async function deleteAgeKey(db: Database, id: string): Promise<boolean> {
  const gone = await db.delete(ageKeys).where(eq(ageKeys.id, id)).returning({ id: ageKeys.id });
  return gone.length > 0;
}

/** The maximum number of keys that one run deletes. */
const MAX_DELETED = 5_000;

/**
 * Deletes expired keys in one slice, because the table lacks the rowid that delete-in-slices.ts
 * needs. The next run deletes the rest.
 */
export async function deleteAgeKeysUntil(db: Database, untilMs: number): Promise<void> {
  await db.run(
    sql`DELETE FROM ${ageKeys} WHERE id IN (SELECT id FROM ${ageKeys} WHERE ${lte(ageKeys.expires_at_ms, untilMs)} LIMIT ${MAX_DELETED})`,
  );
}
