// Customers: list, read, create, change, suspend (D-116).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { changeTenant } from '../../domain/customers/tenant-administration/change-tenant.ts';
import {
  createTenant,
  inviteFirstOwner,
} from '../../domain/customers/tenant-administration/create-tenant.ts';
import {
  listPlans,
  listTenants,
  readTenant,
} from '../../domain/customers/tenant-administration/directory.ts';
import {
  suspendTenant,
  unsuspendTenant,
} from '../../domain/customers/tenant-administration/suspend-tenant.ts';
import {
  TENANT_STATES,
  type TenantChanges,
} from '../../domain/customers/tenant-administration/tenant.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, created, ok } from '../../http/contract.ts';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, text } from '../../http/fields.ts';
import { chooseLanguage } from '../../http/pages/languages.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { presentPlan, presentTenant, presentTenantOverview } from './present-tenant.ts';
import {
  NewTenantBody,
  PlanData,
  SuspensionBody,
  Tenant,
  TenantChangesBody,
  TenantIdParam,
  TenantOverview,
} from './tenant-schemas.ts';

const common = { tags: ['Admin tenants'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('tenants.read') };
const withBody = { ...common, middleware: [...allowed('tenants.write'), requireJsonObject] };
const RESULT = ok('The updated customer.', TenantOverview);

const listRoute = createRoute({
  ...reading,
  path: '/tenants',
  operationId: 'adminListTenants',
  summary: 'List customers',
  description:
    'Combine filters freely. Dates are days of creation in UTC, both inclusive. The latest 10,000 matches are counted.',
  request: {
    query: z
      .object({
        ...PAGE_QUERY,
        search: z.string().max(254, 'search must have at most 254 characters.').optional().openapi({
          description:
            'Part of a name, among the newest 5,000 customers; a complete ID; or the email address of a staff member.',
        }),
        state: z
          .enum(TENANT_STATES, { error: `state must be one of: ${TENANT_STATES.join(', ')}.` })
          .optional(),
        plan_id: z.string().max(100, 'plan_id must have at most 100 characters.').optional(),
        ages_trusted: z
          .enum(['true', 'false'], { error: 'ages_trusted must be true or false.' })
          .transform((typed) => typed === 'true')
          .optional()
          .openapi({ type: 'boolean' }),
        ...DAY_QUERY,
      })
      .refine(inOrder, OUT_OF_ORDER),
  },
  responses: {
    ...ok('Newest first.', z.array(Tenant)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const plansRoute = createRoute({
  ...reading,
  path: '/plans',
  operationId: 'adminListPlans',
  summary: 'List the available plans',
  responses: {
    ...ok('Cheapest first, at most a hundred.', z.array(PlanData)),
    ...errorResponses(401, 403, 429, 500),
  },
});

const readRoute = createRoute({
  ...reading,
  path: '/tenants/{id}',
  operationId: 'adminReadTenant',
  summary: 'Read a customer with limits, owners, counts and usage',
  request: { params: TenantIdParam },
  responses: {
    ...ok('The customer.', TenantOverview),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const createTenantRoute = createRoute({
  ...withBody,
  method: 'post',
  path: '/tenants',
  operationId: 'adminCreateTenant',
  summary: 'Create a customer and invite its first owner',
  description:
    'The invitation is sent by email and valid for a week. The customer has no API key until its staff creates one.',
  request: { body: bodyOf(NewTenantBody) },
  responses: {
    ...created('The customer.', TenantOverview),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const inviteRoute = createRoute({
  ...withBody,
  method: 'post',
  path: '/tenants/{id}/invitation',
  operationId: 'adminInviteFirstOwner',
  summary: 'Invite a first owner again',
  description: 'Possible until somebody has joined. After that, owners invite.',
  request: {
    params: TenantIdParam,
    body: bodyOf(z.strictObject({ email: text('email', 320) })),
  },
  responses: {
    ...ok('The email is queued.', Done),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

const changeRoute = createRoute({
  ...withBody,
  method: 'patch',
  path: '/tenants/{id}',
  operationId: 'adminChangeTenant',
  summary: 'Change name, plan, limits or margin of a customer',
  description:
    'null removes a value. Applies to new sessions within 30 seconds. The customer’s audit log records it too.',
  request: { params: TenantIdParam, body: bodyOf(TenantChangesBody) },
  responses: { ...RESULT, ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
});

const suspendRoute = createRoute({
  ...withBody,
  method: 'patch',
  path: '/tenants/{id}/suspend',
  operationId: 'adminSuspendTenant',
  summary: 'Suspend a customer: its keys, clients and staff are refused',
  description:
    'Takes effect for staff immediately, for API keys and OAuth clients within 30 seconds. Running checks end by themselves within an hour, and their webhooks are sent. The customer’s audit log records it too.',
  request: { params: TenantIdParam, body: bodyOf(SuspensionBody) },
  responses: { ...RESULT, ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
});

const unsuspendRoute = createRoute({
  ...common,
  method: 'patch',
  path: '/tenants/{id}/unsuspend',
  operationId: 'adminUnsuspendTenant',
  summary: 'Reactivate a suspended customer',
  description: 'Keys, clients and staff work as before within 30 seconds.',
  middleware: allowed('tenants.write'),
  request: { params: TenantIdParam },
  responses: { ...RESULT, ...errorResponses(400, 401, 403, 404, 409, 429, 500) },
});

const toChanges = (body: z.infer<typeof TenantChangesBody>): TenantChanges => ({
  name: body.name,
  planId: body.plan_id,
  ageMarginYears: body.age_margin_years,
  ageTarget: body.age_target,
  attemptCap: body.attempt_cap,
  retentionDays: body.retention_days,
  historyDays: body.history_days,
  requireSecondFactor: body.require_second_factor,
  agesTrusted: body.ages_trusted,
});

export function registerTenants(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const { search, state, plan_id: planId, start_date: startDate, end_date: endDate } = query;
    const { ages_trusted: agesTrusted } = query;
    const filters = { state, planId, agesTrusted, startDate, endDate };
    const { rows, total } = await listTenants(c.get('ctx'), search, filters, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentTenant), total, query), 200);
  });

  surface.openapi(plansRoute, async (c) => {
    const plans = await listPlans(c.get('ctx'));
    return c.json(succeed(c, plans.map(presentPlan)), 200);
  });

  surface.openapi(readRoute, async (c) => {
    const overview = await readTenant(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, presentTenantOverview(overview)), 200);
  });

  surface.openapi(createTenantRoute, async (c) => {
    const ctx = c.get('ctx');
    const { name, plan_id: planId, owner_email: ownerEmail, ...body } = c.req.valid('json');
    const { residency, confirm_name: confirmsName } = body;
    const wish = { name, planId, ownerEmail, confirmsName, residency };
    const id = await createTenant(ctx, actorOf(c), wish, chooseLanguage(c, []).language);
    return c.json(succeed(c, presentTenantOverview(await readTenant(ctx, id))), 201);
  });

  surface.openapi(inviteRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { email } = c.req.valid('json');
    await inviteFirstOwner(c.get('ctx'), actorOf(c), id, email, chooseLanguage(c, []).language);
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    await changeTenant(c.get('ctx'), actorOf(c), id, toChanges(c.req.valid('json')));
    return c.json(succeed(c, presentTenantOverview(await readTenant(c.get('ctx'), id))), 200);
  });

  surface.openapi(suspendRoute, async (c) => {
    const { id } = c.req.valid('param');
    await suspendTenant(c.get('ctx'), actorOf(c), id, c.req.valid('json').reason);
    return c.json(succeed(c, presentTenantOverview(await readTenant(c.get('ctx'), id))), 200);
  });

  surface.openapi(unsuspendRoute, async (c) => {
    const { id } = c.req.valid('param');
    await unsuspendTenant(c.get('ctx'), actorOf(c), id);
    return c.json(succeed(c, presentTenantOverview(await readTenant(c.get('ctx'), id))), 200);
  });
}
