import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { claimsOf } from '../../domain/grants/claims.ts';
import { countingAge } from '../../domain/verified-ages/kept-age.ts';
import { readBearer } from '../../domain/grants/introspect.ts';
import { OAuthError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowOriginOfToken } from '../../http/auth/client-of-origin.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { readForm, rejectSecretsInQuery } from '../../http/oauth-parameters.ts';
import { OAuthErrorBody, oauthErrors, Userinfo } from './schemas.ts';

const describe = (method: 'get' | 'post') =>
  createRoute({
    method,
    path: '/userinfo',
    operationId: method === 'get' ? 'readUserinfo' : 'readUserinfoByPost',
    tags: ['Sign-in'],
    summary: 'Read what the person agreed to share',
    description:
      'OIDC Core 5.3: `Authorization: Bearer <access token>`, or the form parameter `access_token` with POST. Only claims of granted scopes; an age is a bracket, never a date.',
    security: [],
    responses: {
      200: { description: 'The claims.', content: { 'application/json': { schema: Userinfo } } },
      ...oauthErrors(400, 403, 500),
      401: {
        description: 'An error of RFC 6750; without a token an empty object beside the challenge.',
        content: {
          'application/json': { schema: OAuthErrorBody.or(z.object({}).strict()) },
        },
      },
      ...errorResponses(429),
    },
  });

export function registerUserinfo(surface: OpenAPIHono<AppEnv>): void {
  for (const method of ['get', 'post'] as const)
    surface.openAPIRegistry.registerPath(describe(method));
  surface.on(['GET', 'POST'], '/userinfo', async (c) => {
    const token = await readBearerToken(c);
    if (token === undefined) {
      // RFC 6750 3.1: a request without credentials gets a challenge without an error code.
      c.header('WWW-Authenticate', 'Bearer');
      return c.json({}, 401);
    }
    const ctx = c.get('ctx');
    await allowOriginOfToken(c, token);
    const bearer = await readBearer(ctx, token);
    if (bearer === undefined)
      throw new OAuthError('invalid_token', 'The access token is not valid (any more).');
    if (!bearer.scope.includes('openid'))
      throw new OAuthError('insufficient_scope', 'The access token lacks the scope openid.');
    const age = countingAge(bearer.person.age, ctx.config.keptAges, ctx.now());
    return c.json(claimsOf(bearer.person, bearer.scope, age), 200);
  });
}

/** RFC 6750 2: a token comes in one way per request: the header, or the form of a POST; never the query (S-70). */
async function readBearerToken(c: HonoContext<AppEnv>): Promise<string | undefined> {
  rejectSecretsInQuery(c);
  const header = c.req.header('Authorization');
  const inBody = await readBodyToken(c);
  if (header === undefined) return inBody;
  if (inBody !== undefined)
    throw new OAuthError('invalid_request', 'The access token was sent in two ways at once.');
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(header) ?? [];
  if (token === undefined)
    throw new OAuthError('invalid_token', 'The access token is not well-formed.');
  return token;
}

async function readBodyToken(c: HonoContext<AppEnv>): Promise<string | undefined> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(
    c.req.header('Content-Type') ?? '',
  );
  return c.req.method === 'POST' && isForm ? (await readForm(c)).get('access_token') : undefined;
}
