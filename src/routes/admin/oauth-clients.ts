// What only operators decide of a site's client. Its owner has the rest (routes/dashboard/oauth-clients.ts).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { setPkceOptional } from '../../domain/client-administration/allow-without-pkce.ts';
import type { OAuthClient } from '../../domain/clients/client.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';

const AdminClient = z
  .object({
    client_id: z.string().openapi({ example: 'xoc_7pFq0cW4mT2y' }),
    tenant_id: z.string(),
    name: z.string(),
    pkce_optional: z.boolean(),
  })
  .openapi('AdminOAuthClient');

const changeRoute = createRoute({
  method: 'patch',
  path: '/oauth-clients/{id}',
  operationId: 'adminChangeOAuthClient',
  tags: ['Admin clients'],
  summary: 'Let a client send requests without PKCE, or no longer',
  description:
    'Of one confidential client, for certification runs and old libraries: its requests may come without `code_challenge`, and must then have a `nonce`. The customer’s own audit shows it too. It counts everywhere within 30 seconds.',
  security: [{ bearer: [] }],
  middleware: [...allowed('clients.manage'), requireJsonObject],
  request: {
    params: z.object({ id: z.string().openapi({ example: 'xoc_7pFq0cW4mT2y' }) }),
    body: bodyOf(
      z.object({ pkce_optional: z.boolean({ error: 'pkce_optional must be true or false.' }) }),
    ),
  },
  responses: {
    ...ok('The client as it is now.', AdminClient),
    ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500),
  },
});

export function registerOAuthClients(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(changeRoute, async (c) => {
    const { pkce_optional: wish } = c.req.valid('json');
    const client = await setPkceOptional(c.get('ctx'), actorOf(c), c.req.valid('param').id, wish);
    return c.json(succeed(c, presentClient(client)), 200);
  });
}

const presentClient = (client: OAuthClient): z.infer<typeof AdminClient> => ({
  client_id: client.id,
  tenant_id: client.tenantId,
  name: client.name,
  pkce_optional: client.pkceOptional === true,
});
