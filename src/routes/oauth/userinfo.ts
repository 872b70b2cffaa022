import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { Context } from '../../context.ts';
import { ageForSite } from '../../domain/accounts/verified-ages/age-for-site.ts';
import { findClient } from '../../domain/openid/clients/client.ts';
import type { AccessToken } from '../../domain/openid/grants/access-token.ts';
import { claimsOf } from '../../domain/openid/grants/claims.ts';
import type { Proof } from '../../domain/openid/grants/dpop-proof.ts';
import { readBearer } from '../../domain/openid/grants/introspect.ts';
import { OAuthError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowOriginOfToken } from '../../http/auth/client-of-origin.ts';
import { DPOP_ALGORITHMS, readProof } from '../../http/auth/dpop.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { readForm, rejectSecretsInQuery } from '../../http/oauth-parameters.ts';
import { OAuthErrorBody, oauthErrors, Userinfo } from './schemas.ts';

interface Credentials {
  token: string;
  scheme: 'Bearer' | 'DPoP';
}

const describe = (method: 'get' | 'post') =>
  createRoute({
    method,
    path: '/userinfo',
    operationId: method === 'get' ? 'readUserinfo' : 'readUserinfoByPost',
    tags: ['Sign-in'],
    summary: 'Read the claims that the person agreed to share',
    description:
      'OIDC Core 5.3. Send `Authorization: Bearer <access token>`, or for a bound token `Authorization: DPoP <access token>` and a `DPoP` header, or the form parameter `access_token` with POST. Returns claims of granted scopes only; an age is a bracket, never a date.',
    security: [],
    responses: {
      200: { description: 'The claims.', content: { 'application/json': { schema: Userinfo } } },
      ...oauthErrors(400, 403, 500),
      401: {
        description:
          'An error of RFC 6750. Without a token, an empty object and the challenge header.',
        content: {
          'application/json': {
            schema: OAuthErrorBody.or(z.object({}).strict().openapi('NoToken')),
          },
        },
      },
      ...errorResponses(429),
    },
  });

export function registerUserinfo(surface: OpenAPIHono<AppEnv>): void {
  for (const method of ['get', 'post'] as const)
    surface.openAPIRegistry.registerPath(describe(method));
  surface.on(['GET', 'POST'], '/userinfo', async (c) => {
    const credentials = await readCredentials(c);
    if (credentials === undefined) {
      // RFC 6750 3.1, RFC 9449 7.1: a request without credentials gets challenges without an error
      // code.
      c.header('WWW-Authenticate', `Bearer, DPoP ${DPOP_ALGORITHMS}`);
      return c.json({}, 401);
    }
    const { token, scheme } = credentials;
    const ctx = c.get('ctx');
    await allowOriginOfToken(c, token);
    const proof = scheme === 'DPoP' ? await requireProof(c, token) : undefined;
    const bearer = await readBearer(ctx, token, proof);
    if (bearer === undefined)
      throw new OAuthError('invalid_token', 'The access token is invalid or has expired.', {
        scheme,
      });
    const { scope } = bearer.access;
    await requireRecentSignIn(ctx, bearer.access, scheme);
    if (!scope.includes('openid'))
      throw new OAuthError('insufficient_scope', 'The access token lacks the scope openid.', {
        scheme,
      });
    const { age } = ageForSite(ctx, bearer.person);
    return c.json(claimsOf(bearer.person, scope, age), 200);
  });
}

/**
 * RFC 9470 3: refuses an old sign-in for a client with `default_max_age`; the client must then
 * request a new one. A token that does not record the time of its sign-in is accepted: it was
 * issued by a version that did not have this setting yet, and is at most an hour old.
 */
async function requireRecentSignIn(
  ctx: Context,
  { clientId, authenticatedAtSeconds: at }: AccessToken,
  scheme: Credentials['scheme'],
): Promise<void> {
  const maxAgeSeconds = (await findClient(ctx, clientId))?.defaultMaxAgeSeconds;
  if (maxAgeSeconds === undefined || at === undefined) return;
  if (ctx.now() / 1000 <= at + maxAgeSeconds) return;
  throw new OAuthError(
    'insufficient_user_authentication',
    'The sign-in is older than this client allows: request a new one.',
    { scheme, maxAgeSeconds },
  );
}

/**
 * Reads the token, which must be sent in exactly one way (RFC 6750 2): in the header, or in the
 * form of a POST. It must never be in the query (S-70).
 */
async function readCredentials(c: HonoContext<AppEnv>): Promise<Credentials | undefined> {
  rejectSecretsInQuery(c);
  const header = c.req.header('Authorization');
  const inBody = await readBodyToken(c);
  if (header === undefined)
    return inBody === undefined ? undefined : { token: inBody, scheme: 'Bearer' };
  if (inBody !== undefined)
    throw new OAuthError('invalid_request', 'The access token was sent in two ways at once.');
  const [, name, token = ''] = /^(Bearer|DPoP)(?: +(.*))?$/i.exec(header) ?? [];
  // RFC 6750 3.1: any other scheme counts as no authentication.
  if (name === undefined) return undefined;
  const scheme = name.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer';
  if (!/^[\w.~+/-]+=*$/.test(token))
    throw new OAuthError('invalid_token', 'The access token is not well-formed.', { scheme });
  return { token, scheme };
}

async function requireProof(c: HonoContext<AppEnv>, token: string): Promise<Proof> {
  const proof = await readProof(c, token);
  if (proof === undefined)
    throw new OAuthError('invalid_dpop_proof', 'The DPoP proof is missing.', { scheme: 'DPoP' });
  return proof;
}

async function readBodyToken(c: HonoContext<AppEnv>): Promise<string | undefined> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(
    c.req.header('Content-Type') ?? '',
  );
  return c.req.method === 'POST' && isForm ? (await readForm(c)).get('access_token') : undefined;
}
