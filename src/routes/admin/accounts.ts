import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  listAccounts,
  readAccountOverview,
  readAccountTotals,
} from '../../domain/operations/account-directory/directory.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { ok } from '../../http/contract.ts';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { RowIdParam } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { refuseOtherMethods } from '../../http/surface.ts';
import { Account, Overview, STATUSES, Totals } from './account-schemas.ts';
import { presentAccount, presentOverview, presentTotals } from './present-account.ts';

const common = {
  method: 'get' as const,
  tags: ['Admin accounts'],
  security: [{ bearer: [] }],
};

const Query = z
  .object({
    ...PAGE_QUERY,
    search: z.string().max(254, 'search must have at most 254 characters.').optional().openapi({
      description:
        'Part of the email address or of the display name. One or two characters match the beginning only. Searches the newest 2,000 matches.',
    }),
    status: z
      .enum(STATUSES, { error: `status must be one of: ${STATUSES.join(', ')}.` })
      .optional(),
    verified: z
      .enum(['true', 'false'], { error: 'verified must be true or false.' })
      .transform((text) => text === 'true')
      .optional()
      .openapi({ type: 'boolean', description: 'Whether the email address is confirmed.' }),
    ...DAY_QUERY,
  })
  .refine(inOrder, OUT_OF_ORDER);

const listRoute = createRoute({
  ...common,
  path: '/accounts',
  operationId: 'adminListAccounts',
  summary: 'List accounts',
  description: 'Combine filters freely. Dates are days of creation in UTC, both inclusive.',
  middleware: allowed('accounts.read'),
  request: { query: Query },
  responses: {
    ...ok('Newest first.', z.array(Account)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const statsRoute = createRoute({
  ...common,
  path: '/accounts/stats',
  operationId: 'adminReadAccountStats',
  summary: 'Read the number of accounts',
  middleware: allowed('accounts.stats'),
  responses: { ...ok('Totals.', Totals), ...errorResponses(401, 403, 429, 500) },
});

const readRoute = createRoute({
  ...common,
  path: '/accounts/{id}',
  operationId: 'adminReadAccount',
  summary: 'Read an account with age brackets, counts and recent sign-ins',
  middleware: allowed('accounts.read'),
  request: { params: RowIdParam },
  responses: {
    ...ok('The account.', Overview),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerAccounts(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { search, status, verified, start_date: startDate, end_date: endDate } = query;
    const filters = { search, status, verified, startDate, endDate };
    const { rows, total } = await listAccounts(c.get('ctx'), filters, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentAccount), total, query), 200);
  });

  surface.openapi(statsRoute, async (c) =>
    c.json(succeed(c, presentTotals(await readAccountTotals(c.get('ctx')))), 200),
  );
  refuseOtherMethods(surface, '/accounts/stats');

  surface.openapi(readRoute, async (c) => {
    const overview = await readAccountOverview(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, presentOverview(overview)), 200);
  });
}
