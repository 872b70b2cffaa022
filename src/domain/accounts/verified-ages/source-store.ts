// SQL for finding and withdrawing kept ages by source, for operators. Every query is bounded by an
// index (test/routes/admin/query-plans).
import { and, count, desc, eq, gt, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../db/client.ts';
import { verifiedAges } from '../../../db/schema/index.ts';
import { millisecondsOf } from '../../terms/locate-page.ts';
import type { AgeSource, OwnedAge } from './source.ts';
import { toKeptAge } from './verified-age-row.ts';

/** The maximum number of ages that are counted; beyond it, operators must narrow the filter. */
export const MAX_COUNTED = 10_000;

type Row = typeof verifiedAges.$inferSelect;

const toOwned = (row: Row): OwnedAge => ({ ...toKeptAge(row), accountId: row.account_id });

const isRevoked = (revoked: boolean) =>
  revoked ? isNotNull(verifiedAges.revoked_at_ms) : isNull(verifiedAges.revoked_at_ms);

/**
 * The condition for the given filters. The most selective filter comes first, so that SQLite uses
 * its index; a unary plus keeps the planner from using the indexes on the other columns.
 */
function matches(source: AgeSource) {
  const { fromMs, beforeMs } = millisecondsOf(source);
  const given = [
    [verifiedAges.session_id, source.sessionId],
    [verifiedAges.tenant_id, source.tenantId],
    [verifiedAges.policy_version, source.policyVersion],
    [verifiedAges.method, source.method],
  ] as const;
  const wanted = given.filter(([, value]) => value !== undefined);
  return and(
    ...wanted.map(([column, value], n) =>
      n === 0 ? sql`${column} = ${value}` : sql`+${column} = ${value}`,
    ),
    gte(verifiedAges.verified_at_ms, fromMs),
    lt(verifiedAges.verified_at_ms, beforeMs),
  );
}

/** @param revoked whether to select withdrawn ages or ages still in force */
export const selectPage = (
  db: Database,
  source: AgeSource,
  revoked: boolean,
  slice: { offset: number; limit: number },
) =>
  db
    .select()
    .from(verifiedAges)
    .where(and(isRevoked(revoked), matches(source)))
    .orderBy(desc(verifiedAges.verified_at_ms))
    .limit(slice.limit)
    .offset(slice.offset);

export const selectCount = (db: Database, source: AgeSource, revoked: boolean) => {
  const found = db
    .select({ owner: verifiedAges.account_id })
    .from(verifiedAges)
    .where(and(isRevoked(revoked), matches(source)))
    .limit(MAX_COUNTED)
    .as('found');
  return db.select({ total: count() }).from(found);
};

/** Reads one page of ages, newest first, and the total number of ages, capped at 10,000. */
export async function pageOfAges(
  db: Database,
  source: AgeSource,
  revoked: boolean,
  slice: { offset: number; limit: number },
): Promise<{ rows: OwnedAge[]; total: number }> {
  const [rows, [counted]] = await db.batch([
    selectPage(db, source, revoked, slice),
    selectCount(db, source, revoked),
  ]);
  return { rows: rows.map(toOwned), total: counted?.total ?? 0 };
}

/** @returns the number of ages that are not withdrawn, at most 10,000 */
export async function countAges(db: Database, source: AgeSource): Promise<number> {
  const [counted] = await selectCount(db, source, false);
  return counted?.total ?? 0;
}

export async function findOwnedAge(db: Database, accountId: number): Promise<OwnedAge | undefined> {
  const [row] = await db.select().from(verifiedAges).where(eq(verifiedAges.account_id, accountId));
  return row && toOwned(row);
}

/**
 * @returns the ids of accounts whose ages come from this source and are not withdrawn, newest first
 */
export async function listOwners(
  db: Database,
  source: AgeSource,
  limit: number,
): Promise<number[]> {
  const rows = await selectPage(db, source, false, { offset: 0, limit });
  return rows.map(({ account_id: owner }) => owner);
}

/**
 * Withdraws the ages of these accounts that still come from this source, and records that sites
 * have to be notified.
 * @param audit the audit entry, written in the same transaction
 * @returns the number of withdrawn ages
 */
export async function markRevoked(
  db: Database,
  accountIds: readonly number[],
  source: AgeSource,
  nowMs: number,
  audit: Statement,
): Promise<number> {
  const [marked] = await db.batch([
    db
      .update(verifiedAges)
      .set({ revoked_at_ms: nowMs, notice_due: true })
      .where(
        and(
          sql`${verifiedAges.account_id} IN (SELECT value FROM json_each(${JSON.stringify(accountIds)}))`,
          isNull(verifiedAges.revoked_at_ms),
          matches(source),
        ),
      )
      .returning({ owner: verifiedAges.account_id }),
    audit,
  ]);
  return marked.length;
}

/**
 * Selects withdrawn ages that sites have not been notified about. The lower bound on `account_id`
 * makes the planner use the partial index.
 */
export const selectNoticesDue = (db: Database, limit: number) =>
  db
    .select()
    .from(verifiedAges)
    .where(and(eq(verifiedAges.notice_due, sql`1`), gt(verifiedAges.account_id, 0)))
    .limit(limit);

/** @returns withdrawn ages that sites have not been notified about */
export async function listNoticesDue(db: Database, limit: number): Promise<OwnedAge[]> {
  return (await selectNoticesDue(db, limit)).map(toOwned);
}

/**
 * Records that sites were notified.
 * @param ages the ages as listed; if one has been withdrawn again since then, its notification
 *   stays due
 * @returns the number of ages whose notification is no longer due
 */
export async function markNotified(db: Database, ages: readonly OwnedAge[]): Promise<number> {
  const ids = JSON.stringify(ages.map(({ accountId }) => accountId));
  const times = [...new Set(ages.map(({ revokedAtMs }) => revokedAtMs ?? 0))];
  const { meta } = await db
    .update(verifiedAges)
    .set({ notice_due: false })
    .where(
      and(
        sql`${verifiedAges.account_id} IN (SELECT value FROM json_each(${ids}))`,
        sql`${verifiedAges.revoked_at_ms} IN (SELECT value FROM json_each(${JSON.stringify(times)}))`,
      ),
    );
  return meta.changes;
}
