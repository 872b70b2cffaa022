// Reads platform-wide figures for operators from daily counts. The current period ends today, in
// UTC.
import type { Context } from '../../../context.ts';
import { dayOf, lastDays } from '../../terms/locate-page.ts';
import { FUNNEL_STEPS } from '../../verification/rules/session/funnel.ts';
import type { RiskBand } from '../../verification/rules/session/signals.ts';
import {
  changeOf,
  endedOf,
  OUTCOMES,
  seriesOf,
  spanOf,
  STATS,
  sumOf,
  type DayFigures,
  type PeriodFigures,
} from './figures.ts';
import { CORRECTED } from './recount-store.ts';
import { readCounts, countNewAccounts, readRevenue, readTotals } from './store.ts';

/** The names of the daily counts that are summed over a period. */
const RISK_COUNTS = ['risk.low', 'risk.medium', 'risk.high'];
const FUNNEL_COUNTS = FUNNEL_STEPS.map((name) => `funnel.${name}`);

/**
 * The number of ended sessions that reached each step. Sessions in progress are not counted,
 * because steps are recorded when a session ends (D-165).
 */
type Funnel = { created: number } & Record<(typeof FUNNEL_STEPS)[number], number>;

export interface PlatformOverview {
  month: string;
  tenants: number;
  verifications: Record<(typeof STATS)[number], number>;
  revenue: { currency: string; amountMinor: number }[];
}

export interface Period extends PeriodFigures {
  from: string;
  to: string;
  newAccounts: number;
  newTenants: number;
  /**
   * The number of sessions with a verdict in each risk band. The band depends on how much a session
   * resembled an attack; sessions without observations are in no band.
   */
  risk: Record<RiskBand, number>;
  /** The number of daily counts that the nightly recounts corrected. */
  corrected: number;
  funnel: Funnel;
  series: DayFigures[];
}

export interface Comparison {
  current: Period;
  previous: Period;
  /** The change of each figure in percent; see changeOf. */
  change: Record<ComparedFigure, number>;
}

const COMPARED = [...STATS, 'completed', 'newAccounts', 'newTenants'] as const;
type ComparedFigure = (typeof COMPARED)[number];

/** Reads all-time totals and this month's revenue. */
export async function readPlatformOverview(ctx: Context): Promise<PlatformOverview> {
  const today = dayOf(ctx.now());
  const month = today.slice(0, 7);
  const [totals, revenue] = await Promise.all([
    readTotals(ctx.db, ['tenants', ...STATS]),
    readRevenue(ctx.db, { from: `${month}-01`, to: today }),
  ]);
  const totalOf = (name: string): number => totals.get(name) ?? 0;
  const [success, failed, canceled, expired] = OUTCOMES.map(totalOf);
  return {
    month,
    tenants: totalOf('tenants'),
    verifications: {
      created: totalOf('created'),
      success: success ?? 0,
      failed: failed ?? 0,
      canceled: canceled ?? 0,
      expired: expired ?? 0,
    },
    revenue,
  };
}

/** @param days 1 to 365, including today */
export async function readVerificationFigures(
  ctx: Context,
  days: number,
): Promise<{ totals: PeriodFigures; series: DayFigures[] }> {
  const dates = lastDays(ctx.now(), days);
  const series = seriesOf(dates, await readCounts(ctx.db, STATS, spanOf(dates)));
  return { totals: sumOf(series), series };
}

/** Compares the last `days` days with the same number of days before them. */
export async function comparePeriods(ctx: Context, days: number): Promise<Comparison> {
  const [current, previous] = await Promise.all([
    readPeriod(ctx, lastDays(ctx.now(), days)),
    readPeriod(ctx, lastDays(ctx.now(), days, days)),
  ]);
  const entries = COMPARED.map((figure) => [figure, changeOf(current[figure], previous[figure])]);
  return { current, previous, change: Object.fromEntries(entries) as Comparison['change'] };
}

/**
 * Reads one period's figures. Only the figures that are shown by day are read by day; SQLite adds
 * up the others.
 */
async function readPeriod(ctx: Context, dates: readonly string[]): Promise<Period> {
  const span = spanOf(dates);
  const [counts, sums, newAccounts] = await Promise.all([
    readCounts(ctx.db, STATS, span),
    readTotals(ctx.db, ['tenants', CORRECTED, ...RISK_COUNTS, ...FUNNEL_COUNTS], span),
    countNewAccounts(ctx.db, span),
  ]);
  const series = seriesOf(dates, counts);
  const totals = sumOf(series);
  const sumFor = (name: string): number => sums.get(name) ?? 0;
  const funnel = FUNNEL_STEPS.map((name) => [name, sumFor(`funnel.${name}`)]);
  return {
    ...span,
    ...totals,
    newAccounts,
    newTenants: sumFor('tenants'),
    risk: { low: sumFor('risk.low'), medium: sumFor('risk.medium'), high: sumFor('risk.high') },
    corrected: sumFor(CORRECTED),
    funnel: {
      created: endedOf(totals),
      ...(Object.fromEntries(funnel) as Omit<Funnel, 'created'>),
    },
    series,
  };
}
