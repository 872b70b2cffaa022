import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import { introspectToken, type ActiveToken } from '../../domain/openid/grants/introspect.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireClient } from '../../http/auth/oauth-client.ts';
import { readForm, requireParameter } from '../../http/oauth-parameters.ts';
import { formOf, Introspection, oauthErrors, TokenQuery } from './schemas.ts';

const route = createRoute({
  method: 'post',
  path: '/introspect',
  operationId: 'introspectToken',
  tags: ['Sign-in'],
  summary: 'Check whether a token is active',
  description:
    'RFC 7662. Supports access and refresh tokens. A client only sees its own tokens; for every other token the response is `{ "active": false }`.',
  security: [],
  request: formOf(TokenQuery),
  responses: {
    200: {
      description: 'Active with the token’s data, or inactive.',
      content: { 'application/json': { schema: Introspection } },
    },
    ...oauthErrors(400, 401, 500),
    ...errorResponses(429),
  },
});

export function registerIntrospect(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/introspect', async (c) => {
    const form = await readForm(c);
    const client = await requireClient(c, form);
    const ctx = c.get('ctx');
    const found = await introspectToken(ctx, client, requireParameter(form, 'token'));
    return c.json(presentIntrospection(found, ctx.config.baseUrl), 200);
  });
}

/** @param issuer the service's origin */
function presentIntrospection(
  token: ActiveToken | undefined,
  issuer: string,
): z.infer<typeof Introspection> {
  if (token === undefined) return { active: false };
  return {
    active: true,
    scope: token.scope.join(' '),
    client_id: token.clientId,
    sub: token.subject,
    exp: token.expiresAtSeconds,
    iat: token.issuedAtSeconds,
    iss: issuer,
    token_type: typeOf(token),
    ...(token.authenticatedAtSeconds !== undefined && { auth_time: token.authenticatedAtSeconds }),
    ...(token.acr !== undefined && { acr: token.acr }),
    ...(token.keyThumbprint !== undefined && { cnf: { jkt: token.keyThumbprint } }),
  };
}

function typeOf({ kind, keyThumbprint }: ActiveToken): string {
  if (kind === 'refresh_token') return kind;
  return keyThumbprint === undefined ? 'Bearer' : 'DPoP';
}
