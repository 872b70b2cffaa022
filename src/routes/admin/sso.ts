// Single sign-on for operators: its settings and the linked members. Only superadmins have access
// (D-162).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from '../../context.ts';
import { GIVEN_ROLES } from '../../domain/customers/admins/rights.ts';
import { DOMAINS_RULE, MAX_DOMAINS } from '../../domain/customers/single-sign-on/domain-name.ts';
import { listLinks, removeLink } from '../../domain/customers/single-sign-on/links.ts';
import {
  callbackPathOf,
  changeSingleSignOn,
  logoutPathOf,
  readSingleSignOn,
  removeSingleSignOn,
} from '../../domain/customers/single-sign-on/settings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, RowIdParam } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import {
  LINK_FIELDS,
  presentLink,
  presentSetting,
  ssoChanges,
  ssoFields,
  toInput,
} from '../staff/sso-fields.ts';

const SCOPE = { audience: 'admin' } as const;

const common = { tags: ['Admin single sign-on'], security: [{ bearer: [] }] };
const superadmin = allowed('sso.manage');

const SsoData = z
  .object({
    ...ssoFields(GIVEN_ROLES),
    domains: z.array(z.string()).openapi({
      description: 'Email domains whose addresses may sign in.',
      example: ['company.example'],
    }),
    break_glass: z.int().nullable().openapi({ example: 7 }),
  })
  .openapi('OperatorSso');

const DOMAINS_REFUSAL = `domains ${DOMAINS_RULE}`;
const GLASS_RULE = 'break_glass must be the id of an admin, or null.';

const SsoBody = z
  .strictObject({
    ...ssoChanges(GIVEN_ROLES),
    domains: z
      .array(z.string({ error: DOMAINS_REFUSAL }).max(253, DOMAINS_REFUSAL), {
        error: DOMAINS_REFUSAL,
      })
      .min(1, DOMAINS_REFUSAL)
      .max(MAX_DOMAINS, DOMAINS_REFUSAL)
      .optional()
      .openapi({
        description: 'Email domains whose addresses may sign in. Required for the first setup.',
      }),
    break_glass: z.int({ error: GLASS_RULE }).min(1, GLASS_RULE).nullable().optional().openapi({
      description: 'Superadmin who may sign in without the provider, with a second factor.',
    }),
  })
  .openapi('OperatorSsoChanges');

const LinkData = z
  .object({ id: z.int().openapi({ example: 7 }), ...LINK_FIELDS })
  .openapi('OperatorSsoLink');

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sso',
  operationId: 'adminReadSso',
  summary: 'Read the single sign-on configuration of the operators',
  middleware: superadmin,
  responses: { ...ok('The configuration.', SsoData), ...errorResponses(401, 403, 429, 500) },
});

const changeRoute = createRoute({
  ...common,
  method: 'patch',
  path: '/sso',
  operationId: 'adminChangeSso',
  summary: 'Set up single sign-on or change the given fields',
  description:
    'null removes a value. The provider is contacted to confirm that it is the issuer. Requires a sign-in within the last five minutes (403 FRESH_SIGN_IN_REQUIRED). Turning on `enforce` ends sessions that were started without the provider.',
  middleware: [...superadmin, requireJsonObject],
  request: { body: bodyOf(SsoBody) },
  responses: {
    ...ok('The configuration.', SsoData),
    ...errorResponses(400, 401, 403, 413, 429, 500),
  },
});

const removeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/sso',
  operationId: 'adminRemoveSso',
  summary: 'Remove single sign-on',
  description:
    'Operators remain and sign in with their passwords and passkeys; operators who have neither request a reset link. Requires a sign-in within the last five minutes.',
  middleware: superadmin,
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const linksRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sso/links',
  operationId: 'adminListSsoLinks',
  summary: 'List the operators who sign in with the provider',
  middleware: superadmin,
  request: { query: z.object(PAGE_QUERY) },
  responses: {
    ...ok('Oldest link first.', z.array(LinkData)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const unlinkRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/sso/links/{id}',
  operationId: 'adminRemoveSsoLink',
  summary: 'Unlink an operator from the provider',
  description:
    'For a person whose subject at the provider has changed. Ends the sessions started with the link; the next sign-in links the operator again.',
  middleware: superadmin,
  request: { params: RowIdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

async function presentSso(ctx: Context) {
  const { setting, isGlassReady } = await readSingleSignOn(ctx, SCOPE);
  return {
    ...presentSetting(setting, isGlassReady, GIVEN_ROLES),
    domains: [...(setting?.domains ?? [])],
    break_glass: setting?.breakGlassId ?? null,
    redirect_uri: ctx.config.baseUrl + callbackPathOf(SCOPE),
    backchannel_logout_uri: ctx.config.baseUrl + logoutPathOf(SCOPE),
  };
}

export function registerOperatorSso(admin: OpenAPIHono<AppEnv>): void {
  admin.openapi(readRoute, async (c) => c.json(succeed(c, await presentSso(c.get('ctx'))), 200));

  admin.openapi(changeRoute, async (c) => {
    const { break_glass: breakGlassId, domains, ...body } = c.req.valid('json');
    const input = toInput(body, { breakGlassId, domains });
    await changeSingleSignOn(c.get('ctx'), c.get('staff'), actorOf(c), input);
    return c.json(succeed(c, await presentSso(c.get('ctx'))), 200);
  });

  admin.openapi(removeRoute, async (c) => {
    await removeSingleSignOn(c.get('ctx'), c.get('staff'), actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  admin.openapi(linksRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listLinks(c.get('ctx'), SCOPE, sliceOf(query));
    const links = rows.map((link) => ({ id: link.staffId, ...presentLink(link) }));
    return c.json(succeedPage(c, links, total, query), 200);
  });

  admin.openapi(unlinkRoute, async (c) => {
    await removeLink(c.get('ctx'), actorOf(c), SCOPE, c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });
}
