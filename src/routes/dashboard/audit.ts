import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { AuditRow } from '../../domain/platform/audit/chain.ts';
import type { AuditFields } from '../../domain/platform/audit/record.ts';
import { listTenantAudit } from '../../domain/platform/audit/tenant-log.ts';
import { parseMemberId, formatMemberId } from '../../domain/customers/team/member-id.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantOf } from '../../http/auth/dashboard.ts';
import { ok } from '../../http/contract.ts';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const Fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const Entry = z
  .object({
    id: z.int(),
    created_at: z.string(),
    member_id: z.string().nullable().openapi({
      description: 'Null unless a member of the customer was signed in.',
    }),
    by: z.literal('scim').optional().openapi({
      description:
        '`scim`: your directory acted. Absent if a member, an operator or the service did.',
    }),
    action: z.string().openapi({ example: 'webhook.update' }),
    target_type: z.string().openapi({ example: 'webhook' }),
    target_id: z.string(),
    ip: z.string().optional(),
    user_agent: z.string().optional(),
    before: Fields.optional(),
    after: Fields.optional(),
  })
  .openapi('TenantAuditEntry');

const listRoute = createRoute({
  method: 'get',
  path: '/audit',
  operationId: 'dashboardListAudit',
  tags: ['Dashboard audit'],
  security: [{ bearer: [] }],
  summary: 'List audit entries',
  middleware: allowed('audit.read'),
  request: {
    query: z
      .object({
        ...PAGE_QUERY,
        member_id: z
          .string()
          .refine((id) => parseMemberId(id) !== undefined, 'member_id must look like mem_7.')
          .optional()
          .openapi({ pattern: '^mem_[1-9][0-9]{0,14}$' }),
        action: z.string().max(100).optional(),
        target_type: z.string().max(100).optional(),
        ...DAY_QUERY,
      })
      .refine(inOrder, OUT_OF_ORDER),
  },
  responses: { ...ok('Newest first.', z.array(Entry)), ...errorResponses(400, 401, 403, 429, 500) },
});

/** Maps an entry to wire fields. Hides the identity and addresses of the service's operators. */
function presentEntry(row: AuditRow) {
  const byDirectory = row.audience === 'scim';
  const isOwn = row.audience === 'dashboard' || byDirectory;
  return {
    id: row.id,
    created_at: toTimestamp(row.at_ms),
    member_id: isOwn && row.staff_id !== null ? formatMemberId(row.staff_id) : null,
    ...(byDirectory && { by: 'scim' as const }),
    action: row.action,
    target_type: row.target_type,
    target_id: row.target_type === 'staff' ? formatMemberId(Number(row.target_id)) : row.target_id,
    ...(isOwn && row.ip !== null && { ip: row.ip }),
    ...(isOwn && row.user_agent !== null && { user_agent: row.user_agent }),
    ...(row.before !== null && { before: readFields(row.before) }),
    ...(row.after !== null && { after: readFields(row.after) }),
  };
}

const readFields = (text: string): Record<string, AuditFields[string]> =>
  JSON.parse(text) as Record<string, AuditFields[string]>;

export function registerAudit(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const filters = {
      staffId: query.member_id === undefined ? undefined : parseMemberId(query.member_id),
      action: query.action,
      targetType: query.target_type,
      startDate: query.start_date,
      endDate: query.end_date,
    };
    const found = await listTenantAudit(c.get('ctx'), tenantOf(c), filters, sliceOf(query));
    return c.json(succeedPage(c, found.rows.map(presentEntry), found.total, query), 200);
  });
}
