// SQL for the breakdown of a customer's finished sessions by country, type, reason and duration:
// reads the counts that are still in D1, and turns the rows of older days, with daily counts, into
// parts, which move to ledgers (D-178, D-181).
import { and, between, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { mayMove } from '../../../db/moved-counts.ts';
import {
  MOVED_COUNTS,
  outcomeDays,
  outcomeParts,
  outcomesFrozen,
  tenants,
} from '../../../db/schema/index.ts';
import { FIRST_PARTY_TENANT_ID } from '../../verification/rules/age/account-age.ts';
import { countRowsOf, removeCounts } from './moved-count-store.ts';
import { OUTCOME_KINDS, type OutcomeKind, type OutcomePart } from './outcomes.ts';
import type { Span } from './store.ts';

// Each column has its own alias, because the results of a batch are read by column name.
const countOf = (status: 'success' | 'failed') =>
  sql<number>`sum(iif(${outcomeDays.status} = ${status}, ${outcomeDays.value}, 0))`.as(status);

/** Selects the counts that are still in `outcome_days`. */
export const selectLive = (
  db: Database,
  tenantId: string,
  kinds: readonly OutcomeKind[],
  { from, to }: Span,
) =>
  db
    .select({
      kind: outcomeDays.kind,
      item: outcomeDays.item,
      success: countOf('success'),
      failed: countOf('failed'),
    })
    .from(outcomeDays)
    .where(
      and(
        eq(outcomeDays.tenant_id, tenantId),
        inArray(outcomeDays.kind, [...kinds]),
        // Without the hint, SQLite could use the index on days and read the rows of every customer.
        sql`likely(${between(outcomeDays.day, from, to)})`,
      ),
    )
    .groupBy(outcomeDays.kind, outcomeDays.item);

/**
 * Selects a customer's parts that are still in D1. `outcomes` is null for parts whose day is
 * outside the span.
 */
export const selectWaiting = (db: Database, tenantId: string, { from, to }: Span) =>
  db
    .select({
      number: outcomeParts.number,
      day: outcomeParts.day,
      outcomes: sql<
        string | null
      >`iif(${between(outcomeParts.day, from, to)}, ${outcomeParts.outcomes}, NULL)`.as('in_span'),
    })
    .from(outcomeParts)
    .where(eq(outcomeParts.tenant_id, tenantId));

/** Selects the number of parts created for a customer so far. */
export const selectFrozen = (db: Database, tenantId: string) =>
  db
    .select({ parts: outcomesFrozen.parts })
    .from(outcomesFrozen)
    .where(eq(outcomesFrozen.tenant_id, tenantId));

const KINDS = JSON.stringify(OUTCOME_KINDS);
/**
 * The FROM clause for the `outcome_days` rows of (customer, day) pairs, which are found through the
 * table's key.
 * @param pairs a JSON array of `[customer, day]` pairs
 */
export const rowsOf = (pairs: string): SQL => sql`
  FROM json_each(${pairs}) AS pair CROSS JOIN json_each(${KINDS}) AS named
    CROSS JOIN outcome_days AS counted ON counted.tenant_id = pair.value ->> 0
      AND counted.kind = named.value AND counted.day = pair.value ->> 1`;

/**
 * Selects the (customer, day) pairs whose rows are due to move. Pairs with a breakdown come first,
 * because their rows are ten times as large, and an upgrade leaves years of days that have only
 * counts. Ignores rows of unknown kinds, which a later version wrote. Reads one or two index
 * entries for each day that has counts.
 */
export const duePairsQuery = (beforeDay: string, limit: number): SQL => sql`
  WITH RECURSIVE found(day) AS (
    SELECT min(day) FROM daily_counts
    UNION ALL SELECT (SELECT min(day) FROM daily_counts WHERE day > found.day) FROM found
    WHERE found.day < ${beforeDay})
  SELECT tenantId, day FROM (
    SELECT * FROM (
      SELECT DISTINCT tenant_id AS tenantId, day, 0 AS hasOnlyCounts FROM outcome_days
      WHERE day < ${beforeDay} AND kind IN (SELECT value FROM json_each(${KINDS}))
      ORDER BY day LIMIT ${limit})
    UNION ALL SELECT * FROM (
      SELECT DISTINCT counted.tenant_id, counted.day, 1 FROM found CROSS JOIN daily_counts AS counted
        ON counted.day = found.day AND counted.tenant_id > ${MOVED_COUNTS}
      WHERE found.day < ${beforeDay} LIMIT ${limit}))
  GROUP BY tenantId, day ORDER BY min(hasOnlyCounts), day LIMIT ${limit}`;

/** Whether rows belong to a customer that exists or to the service itself. */
const IS_CUSTOMER = sql`(ofDay.tenant_id = ${FIRST_PARTY_TENANT_ID}
  OR EXISTS (SELECT 1 FROM tenants WHERE id = ofDay.tenant_id))`;

/**
 * Turns the rows of due days into parts and deletes the rows, in one transaction. No part is
 * created for a day whose counts are all 0, nor for rows that a deleted customer has left behind.
 * Does nothing while a backup is running.
 * @param limit the maximum number of (customer, day) pairs
 */
export async function freezeDays(
  db: Database,
  { beforeDay, limit, nowMs }: { beforeDay: string; limit: number; nowMs: number },
): Promise<void> {
  const due = await db.all<{ tenantId: string; day: string }>(duePairsQuery(beforeDay, limit));
  if (due.length === 0) return;
  const pairs = JSON.stringify(due.map(({ tenantId, day }) => [tenantId, day]));
  const numberOf = sql`row_number() OVER (PARTITION BY tenant_id ORDER BY day)
    + max(
      COALESCE((SELECT parts FROM outcomes_frozen AS made WHERE made.tenant_id = ofDay.tenant_id), 0),
      COALESCE((SELECT max(number) FROM outcome_parts AS made WHERE made.tenant_id = ofDay.tenant_id), 0))`;
  await db.batch([
    db.insert(outcomeParts).select(sql`
      SELECT tenant_id, ${numberOf}, lower(hex(randomblob(12))), day, outcomes FROM (
        SELECT tenant_id, day, json_group_object(kind, json(items)) AS outcomes FROM (
          SELECT tenant_id, day, kind, json_group_object(item, json_array(success, failed)) AS items
          FROM (
            SELECT counted.tenant_id, counted.day, counted.kind, counted.item,
              SUM(iif(counted.status = 'success', counted.value, 0)) AS success,
              SUM(iif(counted.status = 'failed', counted.value, 0)) AS failed
            ${rowsOf(pairs)} GROUP BY 1, 2, 3, 4)
          WHERE success <> 0 OR failed <> 0 GROUP BY tenant_id, day, kind
          UNION ALL
          SELECT counted.tenant_id, counted.day, 'counts', json_group_object(counted.name, counted.value)
          ${countRowsOf(pairs)} WHERE counted.value <> 0 GROUP BY 1, 2)
        GROUP BY tenant_id, day) AS ofDay
      WHERE ${mayMove(nowMs)} AND ${IS_CUSTOMER}`),
    db
      .insert(outcomesFrozen)
      .select(
        sql`SELECT tenant_id, max(number) FROM outcome_parts
          WHERE tenant_id IN (SELECT value ->> 0 FROM json_each(${pairs})) GROUP BY tenant_id`,
      )
      .onConflictDoUpdate({
        target: outcomesFrozen.tenant_id,
        set: { parts: sql`max(parts, excluded.parts)` },
      }),
    db
      .delete(outcomeDays)
      .where(sql`rowid IN (SELECT counted.rowid ${rowsOf(pairs)}) AND ${mayMove(nowMs)}`),
    ...removeCounts(db, pairs, nowMs),
  ]);
}

export interface WaitingPart extends OutcomePart {
  tenantId: string;
}

/**
 * Lists parts that wait to be moved, except the parts of customers that the service has removed.
 * The customers are chosen at random, so that customers whose ledgers fail do not hold up the
 * others. A customer's parts are listed in order of their numbers, without gaps.
 */
export const waitingQuery = (limits: { customers: number; partsOfEach: number }): SQL => sql`
  SELECT part.tenant_id AS tenantId, part.number, part.id, part.day, part.outcomes FROM (
    SELECT tenant_id, min(number) AS first FROM outcome_parts
    WHERE tenant_id IN (SELECT id FROM ${tenants} WHERE ended_at_ms IS NULL)
    GROUP BY tenant_id ORDER BY random() LIMIT ${limits.customers}) AS found
  CROSS JOIN outcome_parts AS part ON part.tenant_id = found.tenant_id
    AND part.number < found.first + ${limits.partsOfEach}
  ORDER BY part.tenant_id, part.number`;

export const listWaiting = (
  db: Database,
  limits: { customers: number; partsOfEach: number },
): Promise<WaitingPart[]> => db.all<WaitingPart>(waitingQuery(limits));

/** Deletes parts that have been stored in ledgers. */
export async function deleteParts(db: Database, parts: readonly WaitingPart[]): Promise<void> {
  const moved = JSON.stringify(parts.map(({ tenantId, number, id }) => [tenantId, number, id]));
  await db.delete(outcomeParts).where(sql`rowid IN (
    SELECT part.rowid FROM json_each(${moved}) AS moved CROSS JOIN outcome_parts AS part
      ON part.tenant_id = moved.value ->> 0 AND part.number = moved.value ->> 1
        AND part.id = moved.value ->> 2)`);
}
