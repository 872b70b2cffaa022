// A customer's figures for its live sessions, from daily counts. A period that is given as a number
// of days ends today, in UTC. Created sessions are counted on the day of their creation, and
// outcomes on the day on which the session ended.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { lastDays } from '../../terms/locate-page.ts';
import { endedOf, medianOf, OUTCOMES, seriesOf, spanOf, STATS, sumOf, totalIn } from './figures.ts';
import type { DayFigures, PeriodFigures } from './figures.ts';
import type { OutcomeCount, OutcomeKind, WantedFigures } from './outcomes.ts';
import { readDays } from './read-days.ts';
import { countRunning, ERASED, UNREVIEWED } from './store.ts';

export interface TenantFigures {
  totals: PeriodFigures;
  series: DayFigures[];
  /**
   * The median time from creation to the verdict, in seconds: exact below two minutes, in steps of
   * ten seconds above; null if there were no verdicts.
   */
  medianSeconds: number | null;
  byCountry: OutcomeCount[];
  byType: OutcomeCount[];
  byReason: OutcomeCount[];
  /**
   * The number of checks in which the visitor contested an estimate by showing a document instead,
   * and the number of these checks that succeeded (D-93).
   */
  contests: { contested: number; overturned: number };
}

const INCOMPLETE =
  "Some figures are missing from this customer's ledger. The operator has to restore the ledgers.";

const SHOWN = ['country', 'type', 'reason', 'seconds'] as const satisfies readonly OutcomeKind[];

/**
 * @param days 1 to 365, including today
 * @throws AppError UNAVAILABLE when the customer's ledger does not respond
 */
export async function readTenantOverview(
  ctx: Context,
  tenantId: string,
  days: number,
): Promise<TenantFigures> {
  return (await readFigures(ctx, tenantId, lastDays(ctx.now(), days))).figures;
}

/**
 * @param dates consecutive days, earliest first
 * @returns the figures; the numbers of contested checks with a verdict, by the seconds from contest
 *   to verdict; the number of erased sessions; and the number of reviews that nobody decided in
 *   time
 * @throws AppError UNAVAILABLE when the customer's ledger does not respond, or has lost figures
 */
export async function readFiguresForPack(
  ctx: Context,
  tenantId: string,
  dates: readonly string[],
): Promise<{
  figures: TenantFigures;
  contestTimes: OutcomeCount[];
  erased: number;
  unreviewed: number;
}> {
  const further = { kinds: ['contest'], names: [ERASED, UNREVIEWED] } as const;
  const read = await readFigures(ctx, tenantId, dates, further);
  if (!read.isComplete) throw new AppError('UNAVAILABLE', INCOMPLETE);
  const { figures, countsOf, counts } = read;
  return {
    figures,
    contestTimes: countsOf('contest'),
    erased: totalIn(counts, ERASED),
    unreviewed: totalIn(counts, UNREVIEWED),
  };
}

async function readFigures(
  ctx: Context,
  tenantId: string,
  dates: readonly string[],
  further: WantedFigures = { kinds: [], names: [] },
) {
  const wanted = {
    kinds: [...SHOWN, ...further.kinds],
    names: [...STATS, 'contested', 'overturned', ...further.names],
  };
  const read = await readDays(ctx, tenantId, wanted, spanOf(dates));
  const { countsOf, counts, isComplete } = read;
  const series = seriesOf(dates, counts);
  const figures: TenantFigures = {
    totals: sumOf(series),
    series,
    medianSeconds: medianOf(
      countsOf('seconds').map((count) => ({ value: Number(count.item), times: sizeOf(count) })),
    ),
    byCountry: byFrequency(countsOf('country')),
    byType: byFrequency(countsOf('type')),
    byReason: byFrequency(countsOf('reason')),
    contests: {
      contested: totalIn(counts, 'contested'),
      overturned: totalIn(counts, 'overturned'),
    },
  };
  return { figures, countsOf, counts, isComplete };
}

export const FUNNEL_STEPS = ['created', 'opened', 'liveness', 'age', 'completed'] as const;
type FunnelStep = (typeof FUNNEL_STEPS)[number];

export interface TenantFunnel {
  /**
   * The number of sessions that were created in the period and have not ended, according to the
   * session list.
   */
  running: number;
  /** The number of ended sessions that reached each step; `created` counts all of them. */
  reached: Record<FunnelStep, number>;
}

/**
 * Reads how many sessions reached each step. Steps are recorded when a session ends (D-165), so
 * only ended sessions are counted. A session that is answered from an account skips some steps.
 * @throws AppError UNAVAILABLE when the customer's ledger does not respond
 */
export async function readTenantFunnel(
  ctx: Context,
  tenantId: string,
  days: number,
): Promise<TenantFunnel> {
  const names = ['funnel.opened', 'funnel.liveness_start', 'funnel.age', ...OUTCOMES];
  const dates = lastDays(ctx.now(), days);
  const [{ counts }, running] = await Promise.all([
    readDays(ctx, tenantId, { kinds: [], names }, spanOf(dates)),
    countRunning(ctx.db, tenantId, spanOf(dates)),
  ]);
  const totals = sumOf(seriesOf(dates, counts));
  const reached = {
    created: endedOf(totals),
    opened: totalIn(counts, 'funnel.opened'),
    liveness: totalIn(counts, 'funnel.liveness_start'),
    age: totalIn(counts, 'funnel.age'),
    completed: totals.completed,
  };
  return { running, reached };
}

const sizeOf = ({ success, failed }: OutcomeCount): number => success + failed;

/** @returns the counts with at least one session, most frequent value first */
const byFrequency = (counts: readonly OutcomeCount[]): OutcomeCount[] =>
  counts
    .filter((count) => sizeOf(count) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.item < b.item ? -1 : 1));
