// SQL for one account's verified age. source-store.ts contains the operators' view of all ages.
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { deleteAtOnce } from '../../../db/delete-in-slices.ts';
import { tenants, verifiedAges } from '../../../db/schema/index.ts';
import type { KeptAge, VerifiedAge } from './kept-age.ts';
import { proofColumns, toKeptAge } from './verified-age-row.ts';

export async function findKeptAge(db: Database, accountId: number): Promise<KeptAge | undefined> {
  const [row] = await db.select().from(verifiedAges).where(eq(verifiedAges.account_id, accountId));
  return row === undefined ? undefined : toKeptAge(row);
}

/**
 * @param tenantId the customer that ran the new check
 * @returns the account's kept age, and whether operators trust that customer's checks, in one round
 *   trip
 */
export async function findKeptAgeAndTrust(
  db: Database,
  accountId: number,
  tenantId: string,
): Promise<{ known: KeptAge | undefined; isTrusted: boolean }> {
  const [[row], distrusted] = await db.batch([
    db.select().from(verifiedAges).where(eq(verifiedAges.account_id, accountId)),
    db.select({ id: tenants.id }).from(tenants).where(isDistrusted(tenantId)),
  ]);
  return { known: row && toKeptAge(row), isTrusted: distrusted.length === 0 };
}

export async function isTenantTrusted(db: Database, tenantId: string): Promise<boolean> {
  const rows = await db.select({ id: tenants.id }).from(tenants).where(isDistrusted(tenantId));
  return rows.length === 0;
}

/**
 * A condition that matches the customer if operators distrust its checks. It matches nothing for
 * the service's own checks, which have no customer, or for a deleted customer; both count as
 * trusted.
 */
const isDistrusted = (tenantId: string) =>
  and(eq(tenants.id, tenantId), eq(tenants.ages_trusted, false));

/**
 * Writes an age only if the stored row is still the one that was read.
 * @param known the row that was read; undefined if there was none
 * @returns false when another write came first
 */
export async function writeVerifiedAge(
  db: Database,
  accountId: number,
  age: VerifiedAge,
  known: KeptAge | undefined,
): Promise<boolean> {
  const values = {
    bracket: age.bracket ?? null,
    level: age.level,
    verified_at_ms: age.verifiedAtMs,
    expires_at_ms: age.expiresAtMs,
    ...proofColumns(age.proof, age.policyVersion),
    revoked_at_ms: null,
    notice_due: false,
    // This statement checks again whether the customer is trusted, because an operator may have
    // withdrawn the trust since it was read.
    source_trusted: sql`NOT EXISTS (SELECT 1 FROM ${tenants} WHERE ${isDistrusted(age.proof.tenantId)})`,
  };
  const { account_id: owner } = verifiedAges;
  const written =
    known === undefined
      ? await db
          .insert(verifiedAges)
          .values({ account_id: accountId, ...values })
          .onConflictDoNothing()
          .returning({ owner })
      : await db
          .update(verifiedAges)
          .set(values)
          .where(and(eq(owner, accountId), isUnchanged(known)))
          .returning({ owner });
  return written.length > 0;
}

const isUnchanged = ({ proof, verifiedAtMs, revokedAtMs }: KeptAge) =>
  and(
    eq(verifiedAges.verified_at_ms, verifiedAtMs),
    proof === undefined
      ? isNull(verifiedAges.session_id)
      : eq(verifiedAges.session_id, proof.sessionId),
    revokedAtMs === undefined
      ? isNull(verifiedAges.revoked_at_ms)
      : eq(verifiedAges.revoked_at_ms, revokedAtMs),
  );

/**
 * Deletes an age unless an operator withdrew it: a withdrawn age stays until a later check replaces
 * it, or its account is removed.
 */
export async function deleteVerifiedAge(db: Database, accountId: number): Promise<void> {
  await db
    .delete(verifiedAges)
    .where(and(eq(verifiedAges.account_id, accountId), isNull(verifiedAges.revoked_at_ms)));
}

/**
 * Deletes old ages using two indexes, one for withdrawn ages and one for the others. A withdrawn
 * age stays until the sites that received it have been notified.
 */
export async function deleteVerifiedBefore(db: Database, untilMs: number): Promise<void> {
  const {
    revoked_at_ms: revokedAtMs,
    verified_at_ms: verifiedAtMs,
    notice_due: isDue,
  } = verifiedAges;
  const isOld = lte(verifiedAtMs, untilMs);
  await deleteAtOnce(
    db,
    verifiedAges,
    or(and(isNull(revokedAtMs), isOld), and(isNotNull(revokedAtMs), isOld, eq(isDue, false))),
  );
}
