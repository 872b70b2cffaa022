import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { readAccountTotals } from '../../domain/operations/account-directory/directory.ts';
import {
  comparePeriods,
  readPlatformOverview,
  readVerificationFigures,
} from '../../domain/operations/analytics/analytics.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { ok } from '../../http/contract.ts';
import { DAYS_QUERY } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { presentFigures, VerificationFigures } from '../../http/contracts/figures.ts';
import { Comparison, PlatformOverview } from './analytics-schemas.ts';
import { presentComparison, presentPlatform } from './present-analytics.ts';

const common = {
  method: 'get' as const,
  tags: ['Admin analytics'],
  security: [{ bearer: [] }],
  middleware: allowed('analytics.read'),
};

const overviewRoute = createRoute({
  ...common,
  path: '/analytics/overview',
  operationId: 'adminReadOverview',
  summary: 'Read the totals of the platform',
  description:
    'Revenue covers the current month, by currency in minor units, computed from plan prices. Verifications are up to ten minutes old.',
  responses: { ...ok('Totals.', PlatformOverview), ...errorResponses(401, 403, 429, 500) },
});

const verificationsRoute = createRoute({
  ...common,
  path: '/analytics/verifications',
  operationId: 'adminReadVerificationFigures',
  summary: 'Read verifications by day and outcome',
  description:
    'Days are in UTC, up to and including today. Test sessions do not count. Figures are up to ten minutes old.',
  request: { query: DAYS_QUERY },
  responses: { ...ok('Figures.', VerificationFigures), ...errorResponses(400, 401, 403, 429, 500) },
});

const comparisonRoute = createRoute({
  ...common,
  path: '/analytics/comparison',
  operationId: 'adminComparePeriods',
  summary: 'Compare a period with the previous one',
  description:
    'Changes are in percent; a change from 0 is 0 if the value stayed 0, else 100. Day n of one series corresponds to day n of the other. Figures of verifications are up to ten minutes old.',
  request: { query: DAYS_QUERY },
  responses: { ...ok('Both periods.', Comparison), ...errorResponses(400, 401, 403, 429, 500) },
});

export function registerAnalytics(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(overviewRoute, async (c) => {
    const ctx = c.get('ctx');
    const [platform, users] = await Promise.all([
      readPlatformOverview(ctx),
      readAccountTotals(ctx),
    ]);
    return c.json(succeed(c, presentPlatform(platform, users)), 200);
  });

  surface.openapi(verificationsRoute, async (c) => {
    const figures = await readVerificationFigures(c.get('ctx'), c.req.valid('query').days);
    return c.json(succeed(c, presentFigures(figures)), 200);
  });

  surface.openapi(comparisonRoute, async (c) => {
    const { days } = c.req.valid('query');
    return c.json(
      succeed(c, presentComparison(days, await comparePeriods(c.get('ctx'), days))),
      200,
    );
  });
}
