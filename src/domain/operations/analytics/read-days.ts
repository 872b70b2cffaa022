// Reads a customer's daily counts and the breakdown of its finished sessions from D1 and from the
// customer's ledger (D-178, D-181).
import type { Context } from '../../../context.ts';
import { logIncident } from '../../../log.ts';
import { answerOfLedgers, ledgerAt, refOf } from '../../platform/ledgers/volume-refs.ts';
import { selectVolumes } from '../../platform/ledgers/volume-store.ts';
import { FIRST_VOLUME } from '../../platform/ledgers/volume.ts';
import {
  addUp,
  addUpParts,
  mayHaveMoved,
  type LedgerSums,
  type NamedCount,
  type OutcomeCount,
  type OutcomeKind,
  type WantedFigures,
} from './outcomes.ts';
import { selectFrozen, selectLive, selectWaiting } from './outcome-store.ts';
import { namedCounts, selectAllCounts, type Span } from './store.ts';

/** The counts of each kind, without those that are 0. */
type Outcomes = (kind: OutcomeKind) => OutcomeCount[];

interface CustomerDays {
  countsOf: Outcomes;
  /** A day may have several counts with one name, which must be added up. */
  counts: NamedCount[];
  /** False when the ledger lacks parts that have moved to it, so that figures may be too low. */
  isComplete: boolean;
}

const NONE: LedgerSums = { outcomes: [], counts: [], found: 0 };

/**
 * Reads the counts of live sessions. D1 is read first, in one transaction, including the number of
 * parts created so far. The ledger then leaves out parts that were still in D1, and parts created
 * after that read, whose counts were read as rows. If the ledger were read first, a part that moved
 * between the two reads would be in neither result.
 * @param wanted the kinds and names to read; the result contains no counts for any others
 * @throws AppError UNAVAILABLE when the ledger does not respond
 */
export async function readDays(
  ctx: Pick<Context, 'db' | 'now' | 'objects'>,
  tenantId: string,
  wanted: WantedFigures,
  span: Span,
): Promise<CustomerDays> {
  const { kinds, names } = wanted;
  const owner = { tenantId, test: false };
  const [live, waiting, [frozen], volumes, ...rows] = await ctx.db.batch([
    selectLive(ctx.db, tenantId, kinds, span),
    selectWaiting(ctx.db, tenantId, span),
    selectFrozen(ctx.db, tenantId),
    selectVolumes(ctx.db, owner),
    ...selectAllCounts(ctx.db, tenantId, names, span),
  ]);
  const volume = volumes.find(({ number }) => number === FIRST_VOLUME);
  const made = frozen?.parts ?? 0;
  const moved = made - waiting.length;
  const isAsked = moved > 0 && mayHaveMoved(span.from, ctx.now());
  const sums =
    isAsked && volume !== undefined
      ? await answerOfLedgers(
          Promise.resolve(
            ledgerAt(ctx, refOf(owner, volume)).sumParts({
              ...span,
              ...wanted,
              upTo: made,
              except: waiting.map(({ number }) => number),
            }),
          ),
        )
      : NONE;
  // A customer's parts are numbered without gaps, so counting them shows whether some are missing.
  const missing = isAsked && sums.found !== undefined ? moved - sums.found : 0;
  if (missing > 0) logIncident('figures_incomplete', { tenant: tenantId, missing });
  const parts = addUpParts(
    waiting.flatMap(({ day, outcomes }) => (outcomes === null ? [] : { day, outcomes })),
    wanted,
  );
  const outcomes = addUp([...live, ...parts.outcomes, ...sums.outcomes]);
  const byKind = Map.groupBy(outcomes, ({ kind }) => kind);
  return {
    countsOf: (kind) =>
      (byKind.get(kind) ?? []).map(({ item, success, failed }) => ({ item, success, failed })),
    counts: [...namedCounts(rows.flat(), names), ...parts.counts, ...sums.counts],
    isComplete: missing <= 0,
  };
}
