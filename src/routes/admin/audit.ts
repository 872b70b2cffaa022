import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { listAudit, readAuditEntry } from '../../domain/platform/audit/read.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { ok } from '../../http/contract.ts';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { RowIdParam } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { presentAuditDetail, presentAuditEntry } from './present-audit.ts';

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const Entry = z
  .object({
    id: z.int(),
    created_at: z.string(),
    admin_user_id: z.int().nullable(),
    action: z.string().openapi({ example: 'account.suspend' }),
    target_type: z.string().openapi({ example: 'account' }),
    target_id: z.string(),
    ip: z.string().optional(),
    user_agent: z.string().optional(),
    before: Fields.optional(),
    after: Fields.optional(),
  })
  .openapi('AuditEntry');

const Detail = Entry.extend({
  hash: z.string().nullable().openapi({
    description:
      'Hash over this entry and the one before it. Null for a moment after the entry is written.',
  }),
  intact: z.boolean().openapi({
    description: 'Whether the recomputed hash matches the hash of this entry and its predecessor.',
  }),
  previous_intact: z.boolean().openapi({
    description: 'Whether the hash of the preceding entry matches too. True for the first entry.',
  }),
  signed_at: z.string().optional().openapi({
    description: 'When the first signed head of the chain that covers the entry was signed.',
  }),
}).openapi('AuditDetail');

const common = {
  method: 'get' as const,
  tags: ['Admin audit'],
  security: [{ bearer: [] }],
  middleware: allowed('audit.read'),
};

const listRoute = createRoute({
  ...common,
  path: '/audit',
  operationId: 'adminListAudit',
  summary: 'List the actions of operators',
  request: {
    query: z
      .object({
        ...PAGE_QUERY,
        admin_user_id: z
          .string()
          .regex(/^[1-9]\d{0,14}$/, 'admin_user_id must be a positive integer.')
          .transform(Number)
          .optional()
          .openapi({ type: 'integer', minimum: 1 }),
        action: z.string().max(100).optional(),
        target_type: z.string().max(100).optional(),
        target_id: z
          .string()
          .max(100)
          .optional()
          .openapi({ description: 'Requires `target_type`.' }),
        ...DAY_QUERY,
      })
      .refine(inOrder, OUT_OF_ORDER)
      .refine((query) => query.target_id === undefined || query.target_type !== undefined, {
        error: 'target_id needs target_type.',
        path: ['target_id'],
      }),
  },
  responses: { ...ok('Newest first.', z.array(Entry)), ...errorResponses(400, 401, 403, 429, 500) },
});

const readRoute = createRoute({
  ...common,
  path: '/audit/{id}',
  operationId: 'adminReadAudit',
  summary: 'Read an audit entry',
  request: { params: RowIdParam },
  responses: { ...ok('The entry.', Detail), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

export function registerAudit(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const filters = {
      staffId: query.admin_user_id,
      action: query.action,
      targetType: query.target_type,
      targetId: query.target_id,
      startDate: query.start_date,
      endDate: query.end_date,
    };
    const { rows, total } = await listAudit(c.get('ctx'), filters, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentAuditEntry), total, query), 200);
  });

  surface.openapi(readRoute, async (c) => {
    const entry = await readAuditEntry(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, presentAuditDetail(entry)), 200);
  });
}
