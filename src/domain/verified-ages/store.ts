// SQL of verified ages.
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { verifiedAges } from '../../db/schema/index.ts';
import type { VerifiedAge } from './verified-age.ts';
import { toVerifiedAge } from './verified-age-row.ts';

export async function findVerifiedAge(
  db: Database,
  accountId: number,
): Promise<VerifiedAge | undefined> {
  const [row] = await db.select().from(verifiedAges).where(eq(verifiedAges.account_id, accountId));
  return row === undefined ? undefined : toVerifiedAge(row);
}

/** Writes unless the stored row is still valid at `nowMs` and is higher, or equally high and at least as recent. */
export async function writeVerifiedAge(
  db: Database,
  accountId: number,
  { bracket, level, verifiedAtMs, expiresAtMs }: VerifiedAge,
  nowMs: number,
): Promise<void> {
  const values = {
    bracket: bracket ?? null,
    level,
    verified_at_ms: verifiedAtMs,
    expires_at_ms: expiresAtMs,
  };
  await db
    .insert(verifiedAges)
    .values({ account_id: accountId, ...values })
    .onConflictDoUpdate({
      target: verifiedAges.account_id,
      set: values,
      setWhere: sql`${verifiedAges.expires_at_ms} <= ${nowMs}
        OR coalesce(excluded.bracket, 0) > coalesce(${verifiedAges.bracket}, 0)
        OR (coalesce(excluded.bracket, 0) = coalesce(${verifiedAges.bracket}, 0)
          AND excluded.verified_at_ms > ${verifiedAges.verified_at_ms})`,
    });
}

export async function deleteVerifiedAge(db: Database, accountId: number): Promise<void> {
  await db.delete(verifiedAges).where(eq(verifiedAges.account_id, accountId));
}
