// Counts of age passes (D-152) by month and bracket, rounded down to multiples of fifty. Nothing
// else is shown.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { countPassesByMonth } from '../../domain/platform/age-passes/directory.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';

const Count = z
  .object({
    month: z.string().openapi({ example: '2026-11' }),
    bracket: z.string().openapi({ example: '18+' }),
    issued_at_least: z.int(),
    spent_at_least: z.int().openapi({
      description:
        'Passes spent through this service. It has no record of passes that sites verify by themselves.',
    }),
  })
  .openapi('PassCount');

const route = createRoute({
  method: 'get',
  path: '/passes',
  operationId: 'adminCountPasses',
  tags: ['Admin health'],
  summary: 'Count age passes issued and spent, by month and bracket',
  description:
    'Counts are rounded down to multiples of fifty, so that no single pass is visible. Lists the months whose passes are valid, oldest first.',
  security: [{ bearer: [] }],
  middleware: allowed('health.read'),
  responses: { ...ok('The counts.', z.array(Count)), ...errorResponses(401, 403, 429, 500) },
});

export function registerPassCounts(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const counts = await countPassesByMonth(c.get('ctx'));
    const shown = counts.map(({ month, bracket, issuedAtLeast, spentAtLeast }) => ({
      month,
      bracket: `${bracket}+`,
      issued_at_least: issuedAtLeast,
      spent_at_least: spentAtLeast,
    }));
    return c.json(succeed(c, shown), 200);
  });
}
