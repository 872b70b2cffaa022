// A customer's figures for its live sessions, from daily counts. Periods end today, in UTC. A
// session counts as created on the day it began, and by outcome on the day it ended.
import type { Context } from '../../../context.ts';
import { lastDays } from '../../terms/locate-page.ts';
import { endedOf, medianOf, OUTCOMES, seriesOf, spanOf, STATS, sumOf, totalIn } from './figures.ts';
import type { DayFigures, PeriodFigures } from './figures.ts';
import { readOutcomes, type OutcomeCount } from './outcome-store.ts';
import { countRunning, readCounts } from './store.ts';

/** The sessions with a verdict for one value of a dimension, such as one country. */
export interface Breakdown {
  item: string;
  success: number;
  failed: number;
}

export interface TenantFigures {
  totals: PeriodFigures;
  series: DayFigures[];
  /**
   * The median time from creation to the verdict, in seconds: exact below two minutes, in steps of
   * ten above; null without a verdict.
   */
  medianSeconds: number | null;
  byCountry: Breakdown[];
  byType: Breakdown[];
  byReason: Breakdown[];
  /**
   * The number of checks whose visitor asked for a document instead of an estimate, and the number
   * of these checks that succeeded (D-93).
   */
  contests: { contested: number; overturned: number };
}

/** @param days 1 to 365, including today */
export async function readTenantOverview(
  ctx: Context,
  tenantId: string,
  days: number,
): Promise<TenantFigures> {
  return readTenantFigures(ctx, tenantId, lastDays(ctx.now(), days));
}

/** @param dates consecutive days, earliest first */
export async function readTenantFigures(
  ctx: Context,
  tenantId: string,
  dates: readonly string[],
): Promise<TenantFigures> {
  const span = spanOf(dates);
  const [counts, countries, types, reasons, seconds] = await Promise.all([
    readCounts(ctx.db, tenantId, [...STATS, 'contested', 'overturned'], span),
    readOutcomes(ctx.db, tenantId, 'country', span),
    readOutcomes(ctx.db, tenantId, 'type', span),
    readOutcomes(ctx.db, tenantId, 'reason', span),
    readOutcomes(ctx.db, tenantId, 'seconds', span),
  ]);
  const series = seriesOf(dates, counts);
  return {
    totals: sumOf(series),
    series,
    medianSeconds: medianOf(
      seconds.map(({ item, value }) => ({ value: Number(item), times: value })),
    ),
    byCountry: breakDown(countries),
    byType: breakDown(types),
    byReason: breakDown(reasons),
    contests: {
      contested: totalIn(counts, 'contested'),
      overturned: totalIn(counts, 'overturned'),
    },
  };
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
 * Reads how many sessions reached each step. Steps are written when a session ends (D-165), so only
 * ended sessions count. A session that is answered from an account skips some steps.
 */
export async function readTenantFunnel(
  ctx: Context,
  tenantId: string,
  days: number,
): Promise<TenantFunnel> {
  const names = ['funnel.opened', 'funnel.liveness_start', 'funnel.age', ...OUTCOMES];
  const dates = lastDays(ctx.now(), days);
  const [counts, running] = await Promise.all([
    readCounts(ctx.db, tenantId, names, spanOf(dates)),
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

/** @returns the values, the most frequent first, without empty rows */
function breakDown(counts: readonly OutcomeCount[]): Breakdown[] {
  const byItem = new Map<string, Breakdown>();
  for (const { item, status, value } of counts) {
    const row = byItem.get(item) ?? { item, success: 0, failed: 0 };
    byItem.set(item, { ...row, [status]: value });
  }
  const sizeOf = ({ success, failed }: Breakdown): number => success + failed;
  return [...byItem.values()]
    .filter((row) => sizeOf(row) > 0)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.item < b.item ? -1 : 1));
}
