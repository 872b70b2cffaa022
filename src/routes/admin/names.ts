// Names that customers show to people: names that imitate others, and the operator's decision about
// each (D-77).
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
        place: z
          .enum(NAME_PLACES)
          .openapi({ description: 'Whose name it is. `controller`: named in privacy notices.' }),
        id: z.string().openapi({
          description: 'Of the customer, the client (`xoc_…`) or the member (`mem_…`).',
        }),
        name: z.string(),
        fault: z.enum(NAME_FAULTS).openapi({
          description:
            '`hides_letters`: it has characters that hide letters or turn them around, and cannot be confirmed. `mixes_alphabets`: in one word.',
        }),
        looks_like: z.string().optional().openapi({ example: 'google' }),
      }),
    ),
    next: z
      .string()
      .optional()
      .openapi({ description: 'Go on with `after` of this value; absent at the end.' }),
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
  summary: 'List names that look like somebody else’s and that nobody confirmed',
  description:
    'Names of customers, controllers, OAuth clients and members that were there before the rule, or whose ground has gone; they are shown as before. One request looks at up to 2,000 customers, in the order of their ids, so a page may be empty before the end.',
  request: {
    query: z.object({
      after: z
        .string()
        .max(100, 'after must have at most 100 characters.')
        .default('')
        .openapi({ description: '`next` of the last answer.' }),
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
  summary: 'Confirm that a customer may show a name that looks like somebody else’s',
  description:
    'For this customer only, as it is written, wherever it shows names. The customer’s own audit shows it too.',
  middleware: [...allowed('tenants.write'), requireJsonObject],
  request: { params: TenantIdParam, body: bodyOf(z.strictObject({ name: givenName('name') })) },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
});

const withdrawRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/tenants/{id}/names',
  operationId: 'adminWithdrawName',
  summary: 'Take the confirmation of a name back',
  description: 'Where it is shown it stays, and is listed again; it cannot be given again.',
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
