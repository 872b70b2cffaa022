// Single sign-on for a customer's team: its settings, domains and linked members. Only owners have
// access.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from '../../context.ts';
import {
  addDomain,
  checkDomain,
  removeDomain,
} from '../../domain/customers/single-sign-on/domains.ts';
import { listLinks, removeLink } from '../../domain/customers/single-sign-on/links.ts';
import {
  callbackPathOf,
  changeSingleSignOn,
  logoutPathOf,
  readSingleSignOn,
  removeSingleSignOn,
} from '../../domain/customers/single-sign-on/settings.ts';
import { GIVEN_ROLES } from '../../domain/customers/single-sign-on/sso-setting.ts';
import { recordOf, type SsoDomain } from '../../domain/customers/single-sign-on/sso-domain.ts';
import { formatMemberId, parseMemberId } from '../../domain/customers/team/member-id.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, text } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { notFound } from '../../errors.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { presentLink, presentSetting, toInput } from '../staff/sso-fields.ts';
import { IdParam } from './schemas.ts';
import { LinkData, SsoBody, SsoData, SsoDomainData } from './sso-schemas.ts';

const common = { tags: ['Dashboard single sign-on'], security: [{ bearer: [] }] };
const owner = allowed('sso.manage');
const DomainParam = z.object({ domain: z.string().openapi({ example: 'company.example' }) });

const readRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sso',
  operationId: 'dashboardReadSso',
  summary: 'Read the single sign-on configuration of the team',
  middleware: owner,
  responses: { ...ok('The setting.', SsoData), ...errorResponses(401, 403, 429, 500) },
});

const changeRoute = createRoute({
  ...common,
  method: 'patch',
  path: '/sso',
  operationId: 'dashboardChangeSso',
  summary: 'Set up single sign-on or change the given fields',
  description:
    'null removes a value. The provider is contacted to confirm that it is the issuer. Requires a sign-in within the last five minutes (403 FRESH_SIGN_IN_REQUIRED). Turning on `enforce` ends sessions that were started without the provider.',
  middleware: [...owner, requireJsonObject],
  request: { body: bodyOf(SsoBody) },
  responses: { ...ok('The setting.', SsoData), ...errorResponses(400, 401, 403, 413, 429, 500) },
});

const removeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/sso',
  operationId: 'dashboardRemoveSso',
  summary: 'Remove single sign-on',
  description:
    'Members remain and sign in with their passwords and passkeys; members who have neither request a reset link. Requires a sign-in within the last five minutes.',
  middleware: owner,
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const addRoute = createRoute({
  ...common,
  method: 'post',
  path: '/sso/domains',
  operationId: 'dashboardAddSsoDomain',
  summary: 'Add an email domain',
  middleware: [...owner, requireJsonObject],
  request: { body: bodyOf(z.strictObject({ domain: text('domain', 253) })) },
  responses: {
    ...ok('The domain is added and awaits its DNS record.', SsoDomainData),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const checkRoute = createRoute({
  ...common,
  method: 'post',
  path: '/sso/domains/{domain}/check',
  operationId: 'dashboardCheckSsoDomain',
  summary: 'Check the DNS record of a domain now',
  middleware: owner,
  request: { params: DomainParam },
  responses: {
    ...ok('The domain is verified.', SsoDomainData),
    ...errorResponses(400, 401, 403, 404, 409, 429, 500, 503),
  },
});

const dropRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/sso/domains/{domain}',
  operationId: 'dashboardRemoveSsoDomain',
  summary: 'Remove a domain',
  middleware: owner,
  request: { params: DomainParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const linksRoute = createRoute({
  ...common,
  method: 'get',
  path: '/sso/links',
  operationId: 'dashboardListSsoLinks',
  summary: 'List the members who sign in with the provider',
  middleware: owner,
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
  operationId: 'dashboardRemoveSsoLink',
  summary: 'Unlink a member from the provider',
  description:
    'For a person whose subject at the provider has changed. Ends the sessions started with the link; the next sign-in links the member again.',
  middleware: owner,
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const presentDomain = (named: SsoDomain) => ({
  domain: named.domain,
  state: named.state,
  record: recordOf(named),
  ...(named.checkedAtMs !== undefined && { checked_at: toTimestamp(named.checkedAtMs) }),
});

const scopeOf = (tenantId: string) => ({ audience: 'dashboard' as const, tenantId });

async function presentSso(ctx: Context, tenantId: string) {
  const scope = scopeOf(tenantId);
  const { setting, domains, isGlassReady } = await readSingleSignOn(ctx, scope);
  const { breakGlassId = null } = setting ?? {};
  return {
    ...presentSetting(setting, isGlassReady, GIVEN_ROLES),
    break_glass: breakGlassId === null ? null : formatMemberId(breakGlassId),
    domains: domains.map(presentDomain),
    redirect_uri: ctx.config.baseUrl + callbackPathOf(scope),
    backchannel_logout_uri: ctx.config.baseUrl + logoutPathOf(scope),
  };
}

/**
 * An id that no member has. Malformed ids are treated like ids of another customer's members, who
 * cannot be the break-glass member.
 */
const NO_MEMBER_ID = 0;

const glassOf = (id: string | null | undefined): number | null | undefined =>
  typeof id === 'string' ? (parseMemberId(id) ?? NO_MEMBER_ID) : id;

export function registerSso(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(readRoute, async (c) =>
    c.json(succeed(c, await presentSso(c.get('ctx'), tenantOf(c))), 200),
  );

  dashboard.openapi(changeRoute, async (c) => {
    const { break_glass: glass, ...body } = c.req.valid('json');
    const input = toInput(body, { breakGlassId: glassOf(glass) });
    await changeSingleSignOn(c.get('ctx'), c.get('staff'), tenantActorOf(c), input);
    return c.json(succeed(c, await presentSso(c.get('ctx'), tenantOf(c))), 200);
  });

  dashboard.openapi(removeRoute, async (c) => {
    await removeSingleSignOn(c.get('ctx'), c.get('staff'), tenantActorOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(addRoute, async (c) => {
    const added = await addDomain(c.get('ctx'), tenantActorOf(c), c.req.valid('json').domain);
    return c.json(succeed(c, presentDomain(added)), 200);
  });

  dashboard.openapi(checkRoute, async (c) => {
    const { domain } = c.req.valid('param');
    const proven = await checkDomain(c.get('ctx'), tenantActorOf(c), domain);
    return c.json(succeed(c, presentDomain(proven)), 200);
  });

  dashboard.openapi(dropRoute, async (c) => {
    await removeDomain(c.get('ctx'), tenantActorOf(c), c.req.valid('param').domain);
    return c.json(succeed(c, DONE), 200);
  });

  dashboard.openapi(linksRoute, async (c) => {
    const query = c.req.valid('query');
    const { rows, total } = await listLinks(c.get('ctx'), scopeOf(tenantOf(c)), sliceOf(query));
    const links = rows.map((link) => ({ id: formatMemberId(link.staffId), ...presentLink(link) }));
    return c.json(succeedPage(c, links, total, query), 200);
  });

  dashboard.openapi(unlinkRoute, async (c) => {
    const id = parseMemberId(c.req.valid('param').id);
    if (id === undefined) throw notFound();
    await removeLink(c.get('ctx'), tenantActorOf(c), scopeOf(tenantOf(c)), id);
    return c.json(succeed(c, DONE), 200);
  });
}
