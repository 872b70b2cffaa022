// Adds to the facts of an evidence pack what the customer's ledger says about them: the entries of
// the audit log that have moved there (D-183).
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { AuditEvidence, WantedEvidence } from '../../platform/audit/moved-entries.ts';
import { findMovedLog, noteLost } from '../../platform/audit/moved-log.ts';
import { answerOfLedgers } from '../../platform/ledgers/volume-refs.ts';
import {
  MAX_CHANGES,
  MAX_DECISIONS,
  readPackFacts,
  toChange,
  type FactsInD1,
  type PackSpan,
} from './evidence-store.ts';
import type { PackPeriod } from './pack-period.ts';

const INCOMPLETE =
  "Some audit entries are missing from this customer's ledger. The operator has to restore the ledgers.";

type Facts = Omit<FactsInD1, 'movedLog'>;

/**
 * Reads the facts from D1, including how many entries have left it, and then those of the ledger.
 * @throws AppError UNAVAILABLE when the ledger does not respond or has lost entries
 */
export async function readFacts(
  ctx: Pick<Context, 'db' | 'objects'>,
  tenantId: string,
  period: PackPeriod,
  span: PackSpan,
): Promise<Facts> {
  const { movedLog, ...facts } = await readPackFacts(ctx.db, tenantId, period, span);
  const log = findMovedLog(ctx, tenantId, movedLog);
  if (log === undefined) return facts;
  const wanted: WantedEvidence = {
    beginMs: span.beginMs,
    endMs: span.endMs,
    ...period,
    upTo: log.upTo,
    maxChanges: MAX_CHANGES + 1,
    maxDecisions: MAX_DECISIONS + 1,
  };
  const read: Promise<AuditEvidence> = Promise.resolve(log.ledger.readAuditEvidence(wanted));
  const evidence = await answerOfLedgers(read);
  if (!noteLost(tenantId, log, evidence.found)) throw new AppError('UNAVAILABLE', INCOMPLETE);
  return addEvidence(facts, evidence);
}

function addEvidence(facts: Facts, { changes, decisions, times, acts }: AuditEvidence): Facts {
  return {
    ...facts,
    changes: [...facts.changes, ...changes.map(toChange)]
      .toSorted((one, other) => other.atMs - one.atMs)
      .slice(0, MAX_CHANGES + 1),
    decisions: addUp([
      ...facts.decisions.map(({ decision, count }) => [decision, count] as const),
      ...decisions.map(({ decision, count }) => [decision, count] as const),
    ])
      .map(([decision, count]) => ({ decision, count }))
      .toSorted((one, other) => (one.decision < other.decision ? -1 : 1)),
    decisionTimes: addUp(
      [...facts.decisionTimes, ...times].map(({ seconds, times: n }) => [seconds, n] as const),
    ).map(([seconds, n]) => ({ seconds, times: n })),
    acts: new Map(
      addUp([...facts.acts, ...acts.map(({ action, value }) => [action, value] as const)]),
    ),
  };
}

/** Adds up the values that have the same key. */
const addUp = <Key>(values: readonly (readonly [Key, number])[]): [Key, number][] =>
  [...Map.groupBy(values, ([key]) => key)].map(([key, some]) => [
    key,
    some.reduce((sum, [, value]) => sum + value, 0),
  ]);
