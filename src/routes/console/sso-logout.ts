// The back-channel logout endpoint for a customer's identity provider (OpenID Connect Back-Channel Logout 1.0, 2.5).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { endByProvider } from '../../domain/customers/provider-sign-in/provider-logout.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byAddress } from '../../http/auth/dashboard.ts';
import { errorResponses } from '../../http/error-responses.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const Refused = z
  .object({ error: z.literal('invalid_request'), error_description: z.string() })
  .openapi('SsoLogoutRefused');

const route = createRoute({
  method: 'post',
  path: '/dashboard/sso/{tenant}/backchannel-logout',
  operationId: 'receiveSsoLogout',
  tags: ['Consoles'],
  security: [],
  summary: 'Receive a logout token from a customer’s identity provider',
  description: 'OpenID Connect Back-Channel Logout 1.0. Each token is accepted once.',
  request: {
    params: z.object({ tenant: z.string().max(60).openapi({ example: 'ten_…' }) }),
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: z.looseObject({ logout_token: z.string() }).openapi('SsoLogout'),
        },
      },
    },
  },
  responses: {
    200: { description: 'The sessions have ended.' },
    400: {
      description: 'The token is not a logout token for this client, or was used before.',
      content: { 'application/json': { schema: Refused } },
    },
    ...errorResponses(413, 415, 429, 500, 503),
  },
});

const REFUSED = {
  error: 'invalid_request',
  error_description: 'This is not a logout token for this client, or it was used before.',
} as const;

export function registerSsoLogout(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/dashboard/sso/:tenant/backchannel-logout', byAddress, async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!FORM.test(c.req.header('Content-Type') ?? '')) return c.json(REFUSED, 400);
    const form = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
    const [token, ...more] = form.getAll('logout_token');
    const isTaken =
      token !== undefined &&
      more.length === 0 &&
      (await endByProvider(c.get('ctx'), c.req.param('tenant'), token));
    return isTaken ? c.body(null, 200) : c.json(REFUSED, 400);
  });
}
