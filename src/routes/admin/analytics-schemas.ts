// Response schemas for the analytics routes (spec 4.2).
import { z } from '@hono/zod-openapi';
import { Day, FIGURES, OUTCOME_COUNTS } from '../../http/contracts/figures.ts';
import { Totals } from './account-schemas.ts';

export const PlatformOverview = z
  .object({
    tenants: z.object({ total: z.int() }),
    users: Totals,
    verifications: z.object({ total: z.int(), ...OUTCOME_COUNTS }),
    revenue: z.object({
      month: z.string().openapi({ example: '2026-08' }),
      by_currency: z.array(
        z.object({
          currency: z.string().openapi({ example: 'EUR' }),
          amount_minor: z.int().openapi({ description: 'In minor units, such as cents.' }),
        }),
      ),
    }),
  })
  .openapi('PlatformOverview');

const Funnel = z
  .object({
    created: z.int(),
    opened: z.int(),
    consent: z.int(),
    camera: z.int(),
    liveness_start: z.int(),
    liveness_end: z.int(),
    age: z.int(),
    verdict: z.int(),
  })
  .openapi({
    description: 'How many of the sessions that ended reached each step; `created` is all of them.',
  });

const Period = z.object({
  from: z.string(),
  to: z.string(),
  ...FIGURES,
  new_users: z.int(),
  new_tenants: z.int(),
  risk: z.object({ low: z.int(), medium: z.int(), high: z.int() }).openapi({
    description:
      'Risk bands of the sessions with a verdict; sessions without observations have none.',
  }),
  corrected: z.int().openapi({
    description: 'Number of daily counts that the nightly recount found wrong and corrected.',
  }),
});

export const Comparison = z
  .object({
    days: z.int(),
    current: Period,
    previous: Period,
    change_percent: z.object({
      created: z.number(),
      success: z.number(),
      failed: z.number(),
      canceled: z.number(),
      expired: z.number(),
      completed: z.number(),
      new_users: z.number(),
      new_tenants: z.number(),
    }),
    funnel: z.object({ current: Funnel, previous: Funnel }),
    series: z.object({ current: z.array(Day), previous: z.array(Day) }),
  })
  .openapi('PeriodComparison');
