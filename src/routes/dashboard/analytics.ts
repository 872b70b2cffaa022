import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readFallThrough } from '../../domain/operations/analytics/fall-through.ts';
import {
  FUNNEL_STEPS,
  readTenantFunnel,
  readTenantOverview,
} from '../../domain/operations/analytics/tenant-figures.ts';
import { DEVICE_CLASSES } from '../../domain/terms/device-class.ts';
import { DROP_OFF_POINTS } from '../../domain/verification/rules/session/fall-through.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { DAYS_QUERY } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { VerificationFigures } from '../../http/contracts/figures.ts';
import { Reason } from '../../http/contracts/result.ts';
import { presentFallThrough, presentFunnel, presentOverview } from './present-analytics.ts';

const verdicts = { success: z.int(), failed: z.int() };

const TenantOverview = VerificationFigures.extend({
  median_duration_seconds: z.number().nullable().openapi({
    description:
      'Time from creation to the verdict. null without a verdict. Exact below two minutes, rounded to tens above.',
  }),
  by_country: z
    .array(z.object({ country: z.string().openapi({ example: 'NL' }), ...verdicts }))
    .openapi({ description: 'Sessions with a known country, most frequent first.' }),
  by_verification_type: z.array(
    z.object({ verification_type: z.string().openapi({ example: 'age_check' }), ...verdicts }),
  ),
  by_reason: z.array(z.object({ reason: Reason, failed: z.int() })),
  contests: z
    .object({
      contested: z.int().openapi({
        description: 'Checks contested, counted on the day the document was requested.',
      }),
      overturned: z.int().openapi({
        description: 'Contested checks that succeeded, counted on the day of success.',
      }),
    })
    .openapi({
      description: 'Checks whose visitor requested a document check instead of an estimate.',
    }),
}).openapi('TenantOverview');

const TenantFunnel = z
  .object({
    days: z.int(),
    running: z.int().openapi({
      description: 'Sessions created in these days that have not ended. They are in no step.',
    }),
    steps: z.array(
      z.object({
        step: z.enum(FUNNEL_STEPS),
        sessions: z.int(),
        share: z
          .number()
          .nullable()
          .openapi({ description: 'Share of the ended sessions, 0 to 1.' }),
      }),
    ),
  })
  .openapi('TenantFunnel');

const FallThrough = z
  .object({
    collecting: z
      .boolean()
      .openapi({ description: 'The setting `fall_through`. If it is off, nothing is stored.' }),
    minimum: z.int().openapi({
      description:
        'Smallest number that is reported. Smaller numbers cannot be derived by subtraction either.',
    }),
    month: z.string().openapi({ example: '2026-10' }),
    months: z.array(z.string()).openapi({ description: 'Available months, newest first.' }),
    leavings: z.array(
      z.object({
        left_at: z.enum(DROP_OFF_POINTS).openapi({
          description:
            'The step at which visitors cancelled or left; `failed` and `success` are verdicts.',
        }),
        sessions: z.int(),
        groups: z
          .array(
            z.object({
              language: z.string().openapi({
                description:
                  'A language of the page, `other` for languages not listed here, or `all`.',
                example: 'de',
              }),
              device: z.enum([...DEVICE_CLASSES, 'other', 'all']),
              sessions: z.int(),
            }),
          )
          .openapi({ description: 'The counts add up to `sessions`.' }),
      }),
    ),
  })
  .openapi('TenantFallThrough');

const common = {
  method: 'get' as const,
  tags: ['Dashboard analytics'],
  security: [{ bearer: [] }],
  middleware: allowed('analytics.read'),
  request: { query: DAYS_QUERY },
};

const overviewRoute = createRoute({
  ...common,
  path: '/analytics/overview',
  operationId: 'dashboardReadOverview',
  summary: 'Read figures by day, outcome, country, type and reason',
  description:
    'Days are in UTC, up to and including today. An outcome counts on the day the session ended. Test sessions do not count.',
  responses: { ...ok('Figures.', TenantOverview), ...errorResponses(400, 401, 403, 429, 500) },
});

const funnelRoute = createRoute({
  ...common,
  path: '/analytics/funnel',
  operationId: 'dashboardReadFunnel',
  summary: 'Read the funnel: how far visitors get',
  description:
    'Counts sessions that have ended; `created` is all of them. `liveness` and `age` count started steps, `completed` counts verdicts. Visitors with a verified account skip both steps.',
  responses: { ...ok('The steps.', TenantFunnel), ...errorResponses(400, 401, 403, 429, 500) },
});

const fallThroughRoute = createRoute({
  ...common,
  path: '/analytics/fall-through',
  operationId: 'dashboardReadFallThrough',
  summary: 'Read where visitors leave, by language and device class',
  description:
    'Covers a full month in UTC, available from the eighth of the following month. Counts live sessions that were opened while the setting `fall_through` was on. Groups of fewer than 50 sessions are omitted or merged (D-124).',
  request: {
    query: z.object({
      month: z
        .string()
        .regex(/^\d{4}-\d\d$/, 'month must be like 2026-10.')
        .optional()
        .openapi({ description: 'Default: the latest month.', example: '2026-10' }),
    }),
  },
  responses: { ...ok('The counts.', FallThrough), ...errorResponses(400, 401, 403, 429, 500) },
});

export function registerAnalytics(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(overviewRoute, async (c) => {
    const { days } = c.req.valid('query');
    const overview = await readTenantOverview(c.get('ctx'), tenantOf(c), days);
    return c.json(succeed(c, presentOverview(overview)), 200);
  });

  surface.openapi(funnelRoute, async (c) => {
    const { days } = c.req.valid('query');
    const funnel = await readTenantFunnel(c.get('ctx'), tenantOf(c), days);
    return c.json(succeed(c, presentFunnel(days, funnel)), 200);
  });

  surface.openapi(fallThroughRoute, async (c) => {
    const { month } = c.req.valid('query');
    const found = await readFallThrough(c.get('ctx'), tenantOf(c), month);
    return c.json(succeed(c, presentFallThrough(found)), 200);
  });
}
