// The counts in an evidence pack: the same as in the dashboard's analytics for these days, but with
// small numbers closed (D-161). Pure.
import type { OutcomeCount } from '../analytics/outcomes.ts';
import type { TenantFigures } from '../analytics/tenant-figures.ts';
import { OUTCOMES } from '../analytics/figures.ts';
import {
  closeDays,
  closeNamed,
  closeOne,
  closeSum,
  SMALLEST,
  type Cell,
  type NamedCells,
} from './closed-cells.ts';

type Outcome = (typeof OUTCOMES)[number];
type Verdict = 'success' | 'failed';

interface FiguresSheet {
  smallest_count: number;
  totals: Record<'created' | Outcome | 'completed', Cell> & { success_rate: number | null };
  median_duration_seconds: number | null;
  by_method: NamedCells<Verdict>;
  by_country: NamedCells<Verdict>;
  by_reason: NamedCells<'failed'>;
  by_month: ({ month: string } & Record<Outcome, Cell>)[];
  by_day: ({ day: string } & Record<Outcome, Cell>)[];
}

export function figuresSheet(figures: TenantFigures): FiguresSheet {
  const { totals } = figures;
  const ends = OUTCOMES.map((outcome) => totals[outcome]);
  const [success, failed] = [closeOne(totals.success), closeOne(totals.failed)];
  const hasVerdicts = success !== null && failed !== null;
  const named = (rows: readonly OutcomeCount[]) => closeNamed(rows, { success, failed });
  const byReason = figures.byReason.map((one) => ({ item: one.item, failed: one.failed }));
  return {
    smallest_count: SMALLEST,
    totals: {
      created: closeSum(totals.created, ends),
      success,
      failed,
      canceled: closeOne(totals.canceled),
      expired: closeOne(totals.expired),
      completed: hasVerdicts ? totals.completed : null,
      success_rate: hasVerdicts ? totals.successRate : null,
    },
    median_duration_seconds: totals.completed < SMALLEST ? null : figures.medianSeconds,
    by_method: named(figures.byType),
    by_country: named(figures.byCountry),
    by_reason: closeNamed(byReason, { failed }),
    ...daily(figures),
  };
}

/**
 * Lists only outcomes by month and day. If the number of created sessions were listed too, a closed
 * outcome could be derived from the other numbers.
 */
function daily({ series }: TenantFigures): Pick<FiguresSheet, 'by_month' | 'by_day'> {
  const columns = OUTCOMES.map((outcome) =>
    closeDays(series.map((one) => ({ day: one.date, value: one[outcome] }))),
  );
  const named = (cells: readonly Cell[]) =>
    Object.fromEntries(OUTCOMES.map((outcome, n) => [outcome, cells[n] ?? null])) as Record<
      Outcome,
      Cell
    >;
  const [first = []] = columns;
  return {
    by_month: first.map(({ month }, at) => ({
      month,
      ...named(columns.map((column) => column[at]?.value ?? null)),
    })),
    by_day: first.flatMap(({ days }, at) =>
      days.map(({ day }, n) => ({
        day,
        ...named(columns.map((column) => column[at]?.days[n]?.value ?? null)),
      })),
    ),
  };
}
