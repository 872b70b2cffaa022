// The back-channel logout endpoints for staff identity providers (OpenID Connect Back-Channel
// Logout 1.0, 2.5).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { endSessionsByLogoutToken } from '../../domain/customers/provider-sign-in/provider-logout.ts';
import type { StaffScope } from '../../domain/customers/staff/member.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { ADMIN } from '../admin/staff-group.ts';
import { DASHBOARD } from '../dashboard/staff-group.ts';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const Refused = z
  .object({ error: z.literal('invalid_request'), error_description: z.string() })
  .openapi('SsoLogoutRefused');

const body = {
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: z.looseObject({ logout_token: z.string() }).openapi('SsoLogout'),
    },
  },
};

const common = {
  method: 'post' as const,
  tags: ['Consoles'],
  security: [] as { bearer: string[] }[],
  description: 'OpenID Connect Back-Channel Logout 1.0. Each token is accepted once.',
  responses: {
    200: { description: 'The sessions have ended.' },
    400: {
      description: 'The token is not a logout token for this client, or was used before.',
      content: { 'application/json': { schema: Refused } },
    },
    ...errorResponses(413, 415, 429, 500, 503),
  },
};

const route = createRoute({
  ...common,
  path: '/dashboard/sso/{tenant}/backchannel-logout',
  operationId: 'receiveSsoLogout',
  summary: 'Receive a logout token from a customer’s identity provider',
  request: { params: z.object({ tenant: z.string().max(60).openapi({ example: 'ten_…' }) }), body },
});

const operatorRoute = createRoute({
  ...common,
  path: '/admin/sso/backchannel-logout',
  operationId: 'receiveOperatorSsoLogout',
  summary: 'Receive a logout token from the operators’ identity provider',
  request: { body },
});

const REFUSED = {
  error: 'invalid_request',
  error_description: 'This is not a logout token for this client, or it was used before.',
} as const;

export function registerSsoLogout(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.openAPIRegistry.registerPath(operatorRoute);
  surface.post('/dashboard/sso/:tenant/backchannel-logout', DASHBOARD.byAddress, (c) =>
    take(c, { audience: 'dashboard', tenantId: c.req.param('tenant') }),
  );
  surface.post('/admin/sso/backchannel-logout', ADMIN.byAddress, (c) =>
    take(c, { audience: 'admin' }),
  );
}

async function take(c: HonoContext<AppEnv>, scope: StaffScope): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  if (!FORM.test(c.req.header('Content-Type') ?? '')) return c.json(REFUSED, 400);
  const form = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
  const [token, ...more] = form.getAll('logout_token');
  const isTaken =
    token !== undefined &&
    more.length === 0 &&
    (await endSessionsByLogoutToken(c.get('ctx'), scope, token));
  return isTaken ? c.body(null, 200) : c.json(REFUSED, 400);
}
