// The OAuth clients of all customers, with the settings that only operators change. The settings
// that customers change themselves are in routes/dashboard/oauth-clients.ts.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  listAllClients,
  readAnyClient,
} from '../../domain/customers/client-administration/directory.ts';
import type {
  ClientOverview,
  ListedClient,
} from '../../domain/customers/client-administration/listed-client.ts';
import { changeRequestRules } from '../../domain/customers/client-administration/request-rules.ts';
import { CLIENT_KINDS, kindOf, methodOf } from '../../domain/openid/clients/oauth-client.ts';
import { AGE_BRACKETS, thresholdsOf } from '../../domain/terms/age-bracket.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import {
  ClientProfile,
  ClientProof,
  presentProfile,
  presentProof,
} from '../../http/contracts/client.ts';
import { DAY_QUERY, inOrder, OUT_OF_ORDER } from '../../http/day-query.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { oneOfNumbers } from '../../http/fields.ts';
import { PAGE_QUERY, sliceOf, succeedPage } from '../../http/pagination.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const AdminClient = z
  .object({
    client_id: z.string().openapi({ example: 'xoc_7pFq0cW4mT2y' }),
    tenant_id: z.string(),
    tenant_name: z.string(),
    name: z.string(),
    public: z.boolean().openapi({
      description: 'Whether the client is public: it has no secret and relies on PKCE.',
    }),
    pkce_optional: z.boolean().openapi({ description: 'Whether requests may omit PKCE.' }),
    created_at: z.string(),
  })
  .openapi('AdminOAuthClient');

const AdminClientDetail = AdminClient.extend({
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  backchannel_logout_uri: z.string().optional(),
  frontchannel_logout_uri: z.string().optional(),
  web_origins: z
    .array(z.string())
    .openapi({ description: 'Origins of pages that may call the token endpoints.' }),
  scopes: z.array(z.string()).openapi({ example: ['openid', 'age_verification'] }),
  age_thresholds: z
    .array(oneOfNumbers(AGE_BRACKETS))
    .openapi({ description: 'Ages about which the client may request claims.', example: [18] }),
  refuses_face: z.boolean(),
  dpop_bound_access_tokens: z.boolean(),
  nonce_optional: z
    .boolean()
    .openapi({ description: 'Whether requests without PKCE may also omit the `nonce`.' }),
  id_token_claims: z.boolean(),
  client_kind: z.enum(CLIENT_KINDS),
  ...ClientProof,
  ...ClientProfile,
}).openapi('AdminOAuthClientDetail');

const flag = (name: string) =>
  z
    .enum(['true', 'false'], { error: `${name} must be true or false.` })
    .transform((text) => text === 'true')
    .optional()
    .openapi({ type: 'boolean' });

const common = { tags: ['Admin clients'], security: [{ bearer: [] }] };
const reading = { ...common, method: 'get' as const, middleware: allowed('clients.read') };
const ClientIdParam = z.object({
  id: z
    .string()
    .max(100, 'id must have at most 100 characters.')
    .openapi({ example: 'xoc_7pFq0cW4mT2y' }),
});

const listRoute = createRoute({
  ...reading,
  path: '/oauth-clients',
  operationId: 'adminListOAuthClients',
  summary: 'List the OAuth clients of all customers',
  description:
    'Combine filters freely. Dates are days of registration in UTC, both inclusive. A search finds at most 75 clients. Deleted clients are not listed.',
  request: {
    query: z
      .object({
        ...PAGE_QUERY,
        search: z
          .string()
          .max(200, 'search must have at most 200 characters.')
          .optional()
          .openapi({ description: 'The beginning of a name, or a complete `client_id`.' }),
        tenant_id: z.string().max(100, 'tenant_id must have at most 100 characters.').optional(),
        pkce_optional: flag('pkce_optional'),
        public: flag('public'),
        ...DAY_QUERY,
      })
      .refine(inOrder, OUT_OF_ORDER),
  },
  responses: {
    ...ok('Newest first.', z.array(AdminClient)),
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const readRoute = createRoute({
  ...reading,
  path: '/oauth-clients/{id}',
  operationId: 'adminReadOAuthClient',
  summary: 'Read an OAuth client with its URLs and permissions',
  request: { params: ClientIdParam },
  responses: {
    ...ok('The client.', AdminClientDetail),
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const changeRoute = createRoute({
  ...common,
  method: 'patch',
  path: '/oauth-clients/{id}',
  operationId: 'adminChangeOAuthClient',
  summary: 'Allow or forbid requests of a client without PKCE or nonce',
  description:
    'For a confidential client, for certification runs and old libraries. With `pkce_optional`, its requests may omit `code_challenge` but must then have a `nonce`. With `nonce_optional`, which only an operator can set, they may omit both. The customer’s audit log records it. Takes effect everywhere within 30 seconds.',
  middleware: [...allowed('clients.manage'), requireJsonObject],
  request: {
    params: ClientIdParam,
    body: bodyOf(
      z
        .strictObject({
          pkce_optional: z.boolean({ error: 'pkce_optional must be true or false.' }).optional(),
          nonce_optional: z.boolean({ error: 'nonce_optional must be true or false.' }).optional(),
        })
        .refine((body) => Object.keys(body).length > 0, {
          path: ['pkce_optional'],
          error: 'Send pkce_optional or nonce_optional.',
        })
        .openapi({ minProperties: 1 }),
    ),
  },
  responses: {
    ...ok('The updated client.', AdminClientDetail),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerOAuthClients(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const filters = {
      tenantId: query.tenant_id,
      isPublic: query.public,
      pkceOptional: query.pkce_optional,
      startDate: query.start_date,
      endDate: query.end_date,
    };
    const { search } = query;
    const { rows, total } = await listAllClients(c.get('ctx'), search, filters, sliceOf(query));
    return c.json(succeedPage(c, rows.map(presentListed), total, query), 200);
  });

  surface.openapi(readRoute, async (c) => {
    const overview = await readAnyClient(c.get('ctx'), c.req.valid('param').id);
    return c.json(succeed(c, presentOverview(overview)), 200);
  });

  surface.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { pkce_optional: pkceOptional, nonce_optional: nonceOptional } = c.req.valid('json');
    await changeRequestRules(c.get('ctx'), actorOf(c), id, { pkceOptional, nonceOptional });
    return c.json(succeed(c, presentOverview(await readAnyClient(c.get('ctx'), id))), 200);
  });
}

const presentListed = (client: ListedClient): z.infer<typeof AdminClient> => ({
  client_id: client.id,
  tenant_id: client.tenantId,
  tenant_name: client.tenantName,
  name: client.name,
  public: client.isPublic,
  pkce_optional: client.pkceOptional,
  created_at: toTimestamp(client.createdAtMs),
});

function presentOverview({
  client,
  tenantName,
  createdAtMs,
}: ClientOverview): z.infer<typeof AdminClientDetail> {
  const { id, name, tenantId, backchannelLogoutUri, frontchannelLogoutUri } = client;
  return {
    ...presentListed({
      id,
      name,
      tenantId,
      tenantName,
      createdAtMs,
      isPublic: client.isPublic === true,
      pkceOptional: client.pkceOptional === true,
    }),
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(backchannelLogoutUri !== undefined && { backchannel_logout_uri: backchannelLogoutUri }),
    ...(frontchannelLogoutUri !== undefined && { frontchannel_logout_uri: frontchannelLogoutUri }),
    web_origins: [...(client.webOrigins ?? [])],
    scopes: client.scopes,
    age_thresholds: [...thresholdsOf(client)],
    refuses_face: client.refusesFace === true,
    dpop_bound_access_tokens: client.needsProof === true,
    nonce_optional: client.nonceOptional === true,
    id_token_claims: client.idTokenClaims === true,
    client_kind: kindOf(client),
    ...presentProof(client, methodOf(client)),
    ...presentProfile(client),
  };
}
