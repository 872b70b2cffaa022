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
  summary: 'End a token',
  description:
    'RFC 7009. A refresh token ends with everything of its grant, an access token alone. Always `{ "status": "ok" }`, also for tokens that are unknown. Client credentials are checked when they are sent.',
  security: [],
  request: formOf(TokenQuery),
  responses: {
    200: { description: 'Done.', content: { 'application/json': { schema: Revocation } } },
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
