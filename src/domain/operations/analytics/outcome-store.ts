// SQL for the breakdown of a customer's finished sessions by country, type, reason and duration:
// what D1 has of it, and how days that are over leave it in parts (D-178).
import { and, between, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { outcomeDays, outcomeParts, outcomesFrozen, tenants } from '../../../db/schema/index.ts';
import { OUTCOME_KINDS, type OutcomeKind, type OutcomePart } from './outcomes.ts';
import type { Span } from './store.ts';

// The names differ, because the results of a batch are read by name.
const countOf = (status: 'success' | 'failed') =>
  sql<number>`sum(iif(${outcomeDays.status} = ${status}, ${outcomeDays.value}, 0))`.as(status);

/** Selects the counts that have not left `outcome_days`. */
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
 * Selects the parts of a customer that are still in D1, with the outcomes of those in the span;
 * null for the others.
 */
export const selectWaiting = (db: Database, tenantId: string, { from, to }: Span) =>
  db
    .select({
      number: outcomeParts.number,
      outcomes: sql<
        string | null
      >`iif(${between(outcomeParts.day, from, to)}, ${outcomeParts.outcomes}, NULL)`.as('in_span'),
    })
    .from(outcomeParts)
    .where(eq(outcomeParts.tenant_id, tenantId));

/** Selects how many parts a customer's outcomes have made so far. */
export const selectFrozen = (db: Database, tenantId: string) =>
  db
    .select({ parts: outcomesFrozen.parts })
    .from(outcomesFrozen)
    .where(eq(outcomesFrozen.tenant_id, tenantId));

const KINDS = JSON.stringify(OUTCOME_KINDS);
/**
 * The rows of customers' days, given as JSON, each found by the table's key.
 * @param pairs pairs of customer and day
 */
export const rowsOf = (pairs: string): SQL => sql`
  FROM json_each(${pairs}) AS pair CROSS JOIN json_each(${KINDS}) AS named
    CROSS JOIN outcome_days AS counted ON counted.tenant_id = pair.value ->> 0
      AND counted.kind = named.value AND counted.day = pair.value ->> 1`;

/** A backup that reads table after table must not find the same figures in two of them, or in none. */
const isCopied = (nowMs: number): SQL => sql`EXISTS (
  SELECT 1 FROM deployment_links WHERE kind = 'backup' AND expires_at_ms > ${nowMs})`;

/**
 * Selects days of customers that are due, the oldest first. Rows of other kinds, which a later version
 * has written, are left alone.
 */
export const duePairsQuery = (beforeDay: string, limit: number): SQL => sql`
  SELECT DISTINCT tenant_id AS tenantId, day FROM outcome_days
  WHERE day < ${beforeDay} AND kind IN (SELECT value FROM json_each(${KINDS}))
  ORDER BY day LIMIT ${limit}`;

/**
 * Makes parts of the rows of due days, and deletes the rows, in one transaction. A day that adds up
 * to nothing makes no part. While a backup runs, nothing happens.
 * @param limit the maximum number of customers' days
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
          WHERE success <> 0 OR failed <> 0 GROUP BY tenant_id, day, kind)
        GROUP BY tenant_id, day) AS ofDay
      WHERE NOT ${isCopied(nowMs)}`),
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
      .where(sql`rowid IN (SELECT counted.rowid ${rowsOf(pairs)}) AND NOT ${isCopied(nowMs)}`),
  ]);
}

export interface WaitingPart extends OutcomePart {
  tenantId: string;
}

/**
 * Lists parts of random customers that have not ended, so that those whose ledgers fail do not hold
 * up the others. A customer's parts are in the order of their numbers, without gaps.
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

/** Deletes parts that ledgers have. */
export async function deleteParts(db: Database, parts: readonly WaitingPart[]): Promise<void> {
  const moved = JSON.stringify(parts.map(({ tenantId, number, id }) => [tenantId, number, id]));
  await db.delete(outcomeParts).where(sql`rowid IN (
    SELECT part.rowid FROM json_each(${moved}) AS moved CROSS JOIN outcome_parts AS part
      ON part.tenant_id = moved.value ->> 0 AND part.number = moved.value ->> 1
        AND part.id = moved.value ->> 2)`);
}
