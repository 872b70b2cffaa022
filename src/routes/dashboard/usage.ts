import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readUsage, type Usage } from '../../domain/customers/usage/usage.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';

const minor = z.int().openapi({ description: 'In the currency’s minor unit, such as cents.' });

const UsageData = z
  .object({
    plan: z
      .object({
        id: z.string(),
        name: z.string(),
        currency: z.string().openapi({ example: 'EUR' }),
        monthly_minor: minor,
        verification_minor: minor,
      })
      .nullable()
      .openapi({ description: 'null: free of charge.' }),
    months: z.array(
      z.object({
        month: z.string().openapi({ example: '2026-08' }),
        completed: z.int().openapi({ description: 'Sessions that ended as success or failed.' }),
        amount_minor: minor,
      }),
    ),
  })
  .openapi('Usage');

const MONTHS_RULE = 'months must be a whole number from 1 to 36.';

const readRoute = createRoute({
  method: 'get',
  path: '/usage',
  operationId: 'dashboardReadUsage',
  tags: ['Dashboard usage'],
  security: [{ bearer: [] }],
  summary: 'Read completed verifications and their cost, by month',
  description:
    'Latest month first, in UTC, at the price of the current plan. Test sessions are free and not counted.',
  middleware: allowed('usage.read'),
  request: {
    query: z.object({
      months: z
        .string()
        .regex(/^[1-9]\d?$/, MONTHS_RULE)
        .default('12')
        .transform(Number)
        .refine((count) => count <= 36, MONTHS_RULE)
        .openapi({ type: 'integer', minimum: 1, maximum: 36, default: 12 }),
    }),
  },
  responses: { ...ok('By month.', UsageData), ...errorResponses(400, 401, 403, 429, 500) },
});

const presentUsage = ({ plan, months }: Usage) => ({
  plan:
    plan === undefined
      ? null
      : {
          id: plan.id,
          name: plan.name,
          currency: plan.currency,
          monthly_minor: plan.monthlyMinor,
          verification_minor: plan.verificationMinor,
        },
  months: months.map(({ month, completed, amountMinor }) => ({
    month,
    completed,
    amount_minor: amountMinor,
  })),
});

export function registerUsage(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(readRoute, async (c) => {
    const usage = await readUsage(c.get('ctx'), tenantOf(c), c.req.valid('query').months);
    return c.json(succeed(c, presentUsage(usage)), 200);
  });
}
