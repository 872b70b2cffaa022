// Reads the breakdown of a customer's finished sessions from D1 and from the customer's ledger
// (D-178).
import type { Context } from '../../../context.ts';
import { answerOfLedgers, ledgerAt, refOf } from '../../platform/ledgers/volume-refs.ts';
import { selectVolumes } from '../../platform/ledgers/volume-store.ts';
import {
  addUp,
  addUpParts,
  mayHaveMoved,
  OUTCOMES_VOLUME,
  type OutcomeCount,
  type OutcomeKind,
} from './outcomes.ts';
import { selectFrozen, selectLive, selectWaiting } from './outcome-store.ts';
import type { Span } from './store.ts';

/** The counts of each kind, without those that are 0. */
export type Outcomes = (kind: OutcomeKind) => OutcomeCount[];

/**
 * Reads the counts of live sessions with a verdict. D1 is read first, in one transaction, including
 * the number of parts created so far. The ledger then leaves out parts that were still in D1, and
 * parts created after that read, whose counts were read as rows. If the ledger were read first, a
 * part that moved between the two reads would be in neither result.
 * @param kinds the kinds to read; the other kinds have no counts
 * @throws AppError UNAVAILABLE when the ledger does not respond
 */
export async function readOutcomes(
  ctx: Pick<Context, 'db' | 'now' | 'objects'>,
  tenantId: string,
  kinds: readonly OutcomeKind[],
  span: Span,
): Promise<Outcomes> {
  const owner = { tenantId, test: false };
  const [live, waiting, [frozen], volumes] = await ctx.db.batch([
    selectLive(ctx.db, tenantId, kinds, span),
    selectWaiting(ctx.db, tenantId, span),
    selectFrozen(ctx.db, tenantId),
    selectVolumes(ctx.db, owner),
  ]);
  const volume = volumes.find(({ number }) => number === OUTCOMES_VOLUME);
  const made = frozen?.parts ?? 0;
  const isInLedger =
    volume !== undefined && made > waiting.length && mayHaveMoved(span.from, ctx.now());
  const moved = isInLedger
    ? await answerOfLedgers(
        Promise.resolve(
          ledgerAt(ctx, refOf(owner, volume)).sumOutcomes({
            ...span,
            kinds,
            upTo: made,
            except: waiting.map(({ number }) => number),
          }),
        ),
      )
    : [];
  const parts = waiting.flatMap(({ outcomes }) => outcomes ?? []);
  const byKind = Map.groupBy(
    addUp([...live, ...addUpParts(parts, kinds), ...moved]),
    ({ kind }) => kind,
  );
  return (kind) =>
    (byKind.get(kind) ?? []).map(({ item, success, failed }) => ({ item, success, failed }));
}
