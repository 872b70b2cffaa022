// A customer's sessions with a verdict, and the counts of their outcomes and days in D1 and in
// volumes of the ledger (D-178, D-181).
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Context } from '../../../src/context.ts';
import { ERASED_COUNT, UNREVIEWED_COUNT } from '../../../src/db/schema/index.ts';
import { STATS } from '../../../src/domain/operations/analytics/figures.ts';
import {
  OUTCOME_KINDS,
  type NamedCount,
  type OutcomeKind,
  type OutcomePart,
} from '../../../src/domain/operations/analytics/outcomes.ts';
import { readDays } from '../../../src/domain/operations/analytics/read-days.ts';
import type { Span } from '../../../src/domain/operations/analytics/store.ts';
import type { Ledger } from '../../../src/objects/ledger/ledger.ts';
import { ledgerOf, type LedgerOf } from './ledgers.ts';

let sessions = 0;

interface Verdict {
  tenantId: string;
  atMs: number;
  country?: string | null;
  status?: 'success' | 'failed';
  contested?: boolean;
}

/**
 * Inserts the row of a session that took 40 seconds.
 * @returns its id
 */
export async function endSession({
  tenantId,
  atMs,
  country = null,
  status = 'success',
  contested = false,
}: Verdict): Promise<string> {
  sessions += 1;
  const id = `outcome-${sessions}`;
  await env.DB.prepare(
    `INSERT INTO verification_sessions (id, tenant_id, test, version, status, purpose, contested,
       verification_mode, verification_type, ip_country, created_at_ms, completed_at_ms, expires_at_ms)
     VALUES (?1, ?2, 0, 3, ?3, 'age', ?4, 'auto', 'age_check', ?5, ?6 - 40000, ?6, ?6)`,
  )
    .bind(id, tenantId, status, contested ? 1 : 0, country, atMs)
    .run();
  return id;
}

/** Marks a session as replaced by a retake, so that its verdict no longer counts. */
export const retakeSession = (id: string) =>
  env.DB.prepare("UPDATE verification_sessions SET status = 'retaken' WHERE id = ?").bind(id).run();

/**
 * Reads a customer's outcome counts by kind, such as `{ country: { NL: [successes, failures] } }`.
 */
export async function outcomesOf(
  ctx: Context,
  tenantId: string,
  span: Span,
  kinds: readonly OutcomeKind[] = OUTCOME_KINDS,
): Promise<Record<string, Record<string, number[]>>> {
  const { countsOf } = await readDays(ctx, tenantId, { kinds, names: [] }, span);
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      Object.fromEntries(
        countsOf(kind)
          .toSorted((a, b) => (a.item < b.item ? -1 : 1))
          .map(({ item, success, failed }) => [item, [success, failed]]),
      ),
    ]),
  );
}

const NAMES = [
  ...STATS,
  'contested',
  'overturned',
  'carried',
  ERASED_COUNT,
  UNREVIEWED_COUNT,
  'risk.low',
  'risk.high',
  'funnel.opened',
  'funnel.camera',
];

/**
 * Reads a customer's daily counts that are not 0 by name and day, such as
 * `{ created: { '2026-11-20': 3 } }`.
 */
export async function countsOf(
  ctx: Context,
  tenantId: string,
  span: Span,
): Promise<Record<string, Record<string, number>>> {
  const { counts } = await readDays(ctx, tenantId, { kinds: [], names: NAMES }, span);
  return addUpCounts(counts);
}

/** Adds up counts by name and day, and leaves out those that are 0. */
export function addUpCounts(counts: readonly NamedCount[]): Record<string, Record<string, number>> {
  const names: Record<string, Record<string, number>> = {};
  for (const { name, day, value } of counts) {
    const days = (names[name] ??= {});
    days[day] = (days[day] ?? 0) + value;
    if (days[day] === 0) delete days[day];
  }
  return Object.fromEntries(
    Object.entries(names).filter(([, days]) => Object.keys(days).length > 0),
  );
}

/** A customer's rows in one of D1's tables of figures. */
export const outcomeRows = async (
  table: 'billed_days' | 'daily_counts' | 'outcome_days' | 'outcome_parts' | 'outcomes_frozen',
  tenantId: string,
): Promise<Record<string, unknown>[]> =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE tenant_id = ?`).bind(tenantId).all()).results;

/** The outcome parts (D-178) stored in a volume, by default the customer's first live one. */
export const partsIn = (which: LedgerOf): Promise<OutcomePart[]> =>
  runInDurableObject(ledgerOf(which), (_object, { storage }) => {
    const tables = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'outcome_parts'");
    if (tables.toArray().length === 0) return [];
    const query = 'SELECT * FROM outcome_parts ORDER BY number';
    return storage.sql.exec(query).toArray() as unknown as OutcomePart[];
  });

/** A context that passes calls to one of the ledgers' methods to `instead`. */
export const callingLedgers = <
  Method extends 'putOutcomes' | 'sumParts' | 'putAudit' | 'countAudit' | 'listAudit',
>(
  ctx: Context,
  method: Method,
  instead: (
    ledger: DurableObjectStub<Ledger>,
    given: Parameters<Ledger[Method]>[0],
    name: string,
  ) => unknown,
): Context => ({
  ...ctx,
  objects: {
    ...ctx.objects,
    ledger: (residency, name) => {
      const ledger = ctx.objects.ledger(residency, name);
      return new Proxy(ledger, {
        get: (target, called) =>
          called === method
            ? (given: Parameters<Ledger[Method]>[0]) => instead(ledger, given, name)
            : Reflect.get(target, called),
      });
    },
  },
});
