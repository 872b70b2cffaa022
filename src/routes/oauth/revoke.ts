import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { revokeToken } from '../../domain/openid/grants/introspect.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowOriginOfId } from '../../http/auth/client-of-origin.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { claimsToBeClient, requireClient } from '../../http/auth/oauth-client.ts';
import { readForm, requireParameter } from '../../http/oauth-parameters.ts';
import { formOf, oauthErrors, Revocation, TokenQuery } from './schemas.ts';

const route = createRoute({
  method: 'post',
  path: '/revoke',
  operationId: 'revokeToken',
  tags: ['Sign-in'],
  summary: 'Revoke a token',
  description:
    'RFC 7009. A refresh token is revoked with all tokens of its grant, an access token individually. The response is always `{ "status": "ok" }`, also for unknown tokens. Client credentials are checked if they are sent.',
  security: [],
  request: formOf(TokenQuery),
  responses: {
    200: {
      description: 'The token is revoked or was not active.',
      content: { 'application/json': { schema: Revocation } },
    },
    ...oauthErrors(400, 401, 500),
    ...errorResponses(429),
  },
});

export function registerRevoke(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/revoke', async (c) => {
    const form = await readForm(c);
    const client = claimsToBeClient(c, form) ? await requireClient(c, form) : undefined;
    const clientId = client?.id ?? form.get('client_id');
    await allowOriginOfId(c, clientId);
    await revokeToken(c.get('ctx'), clientId, requireParameter(form, 'token'));
    return c.json({ status: 'ok' } as const, 200);
  });
}
