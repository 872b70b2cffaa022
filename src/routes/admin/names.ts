// Customers' displayed names that may imitate other names, and the operators' decision on each
// (D-77).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  confirmName,
  findQuestionedNames,
  readConfirmedNames,
  withdrawName,
} from '../../domain/customers/shown-names/confirm-name.ts';
import {
  NAME_PLACES,
  type ConfirmedName,
  type QuestionedName,
} from '../../domain/customers/shown-names/shown-name.ts';
import { formatMemberId } from '../../domain/customers/team/member-id.ts';
import { NAME_FAULTS } from '../../domain/terms/name-fault.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { TenantIdParam } from './tenant-schemas.ts';

const QuestionedNames = z
  .object({
    names: z.array(
      z.object({
        tenant_id: z.string().openapi({ example: 'ten_7pFq0cW4mT2y' }),
        tenant_name: z.string(),
        place: z.enum(NAME_PLACES).openapi({
          description:
            'Where the name is used. `controller`: the data controller in privacy notices.',
        }),
        id: z.string().openapi({
          description: 'ID of the customer, the client (`xoc_…`) or the member (`mem_…`).',
        }),
        name: z.string(),
        fault: z.enum(NAME_FAULTS).openapi({
          description:
            '`hides_letters`: the name has characters that hide or reorder letters, and cannot be confirmed. `mixes_alphabets`: one word mixes alphabets.',
        }),
        looks_like: z.string().optional().openapi({ example: 'google' }),
      }),
    ),
    next: z
      .string()
      .optional()
      .openapi({ description: 'Pass this value as `after` for the next page. Absent at the end.' }),
  })
  .openapi('AdminQuestionedNames');

const Confirmed = z
  .object({ name: z.string(), confirmed_at: z.string() })
  .openapi('AdminConfirmedName');

const common = { tags: ['Admin tenants'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('tenants.read') };

const listRoute = createRoute({
  ...reading,
  path: '/names',
  operationId: 'adminListQuestionedNames',
  summary: 'List unconfirmed names that resemble the name of another party',
  description:
    'Lists names of customers, controllers, OAuth clients and members that predate the rule, or whose reason for acceptance no longer applies; they are still displayed. A request examines up to 2,000 customers in the order of their IDs, so a page may be empty before the end.',
  request: {
    query: z.object({
      after: z
        .string()
        .max(100, 'after must have at most 100 characters.')
        .default('')
        .openapi({ description: '`next` of the previous response.' }),
    }),
  },
  responses: { ...ok('The names.', QuestionedNames), ...errorResponses(400, 401, 403, 429, 500) },
});

const confirmedRoute = createRoute({
  ...reading,
  path: '/tenants/{id}/names',
  operationId: 'adminListConfirmedNames',
  summary: 'List the names that operators confirmed for a customer',
  request: { params: TenantIdParam },
  responses: {
    ...ok('By name, at most a hundred.', z.array(Confirmed)),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const confirmRoute = createRoute({
  ...common,
  method: 'post',
  path: '/tenants/{id}/names',
  operationId: 'adminConfirmName',
  summary: 'Confirm that a customer may use a name that resembles another party’s',
  description:
    'Applies to this customer only, to this exact spelling, wherever the customer displays names. The customer’s audit log records it too.',
  middleware: [...allowed('tenants.write'), requireJsonObject],
  request: { params: TenantIdParam, body: bodyOf(z.strictObject({ name: givenName('name') })) },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
});

const withdrawRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/tenants/{id}/names',
  operationId: 'adminWithdrawName',
  summary: 'Withdraw the confirmation of a name',
  description: 'The name stays where it is displayed and is listed again; it cannot be set again.',
  middleware: allowed('tenants.write'),
  request: { params: TenantIdParam, query: z.object({ name: givenName('name') }) },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

const presentQuestioned = ({ tenantId, tenantName, place, id, name, fault }: QuestionedName) => ({
  tenant_id: tenantId,
  tenant_name: tenantName,
  place,
  id: typeof id === 'number' ? formatMemberId(id) : id,
  name,
  fault: fault.kind,
  ...(fault.looksLike !== undefined && { looks_like: fault.looksLike }),
});

const presentConfirmed = ({ name, confirmedAtMs }: ConfirmedName) => ({
  name,
  confirmed_at: toTimestamp(confirmedAtMs),
});

export function registerNames(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const { names, next } = await findQuestionedNames(c.get('ctx'), c.req.valid('query').after);
    const page = { names: names.map(presentQuestioned), ...(next !== undefined && { next }) };
    return c.json(succeed(c, page), 200);
  });

  surface.openapi(confirmedRoute, async (c) => {
    const confirmed = await readConfirmedNames(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, confirmed.map(presentConfirmed)), 200);
  });

  surface.openapi(confirmRoute, async (c) => {
    const { name } = c.req.valid('json');
    await confirmName(c.get('ctx'), actorOf(c), c.req.valid('param').id, name);
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(withdrawRoute, async (c) => {
    const { name } = c.req.valid('query');
    await withdrawName(c.get('ctx'), actorOf(c), c.req.valid('param').id, name);
    return c.json(succeed(c, DONE), 200);
  });
}
