// Response schemas for verification figures by day and outcome, shared by every surface that shows
// them.
import { z } from '@hono/zod-openapi';
import type { DayFigures, PeriodFigures } from '../../domain/operations/analytics/figures.ts';

export const OUTCOME_COUNTS = {
  created: z.int(),
  success: z.int(),
  failed: z.int(),
  canceled: z.int(),
  expired: z.int(),
};

export const FIGURES = {
  ...OUTCOME_COUNTS,
  completed: z.int().openapi({ description: '`success` plus `failed`.' }),
  success_rate: z.number().nullable().openapi({
    description: '`success` divided by `completed`, 0 to 1; null when none completed.',
  }),
};

export const Day = z.object({ date: z.string().openapi({ format: 'date' }), ...OUTCOME_COUNTS });

export const VerificationFigures = z
  .object({ days: z.int(), totals: z.object(FIGURES), series: z.array(Day) })
  .openapi('VerificationFigures');

export function presentFigures({
  totals,
  series,
}: {
  totals: PeriodFigures;
  series: DayFigures[];
}) {
  return { days: series.length, totals: presentSums(totals), series };
}

export function presentSums(figures: PeriodFigures) {
  return {
    created: figures.created,
    success: figures.success,
    failed: figures.failed,
    canceled: figures.canceled,
    expired: figures.expired,
    completed: figures.completed,
    success_rate: figures.successRate,
  };
}
