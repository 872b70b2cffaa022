import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { DEFAULT_ROLES, type ScimToken } from '../../domain/customers/provisioning/scim-token.ts';
import {
  createScimToken,
  listScimTokens,
  MAX_TOKEN_DAYS,
  revokeScimToken,
} from '../../domain/customers/provisioning/tokens.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf, tenantOf } from '../../http/auth/dashboard.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { choice, IdParam } from './schemas.ts';

const TokenData = z
  .object({
    id: z.string().openapi({ example: 'scim_…' }),
    last_four: z.string(),
    default_role: z
      .enum(DEFAULT_ROLES)
      .openapi({ description: 'Role of members to whom no directory group gives another one.' }),
    expired: z.boolean(),
    created_at: z.string(),
    expires_at: z.string(),
    last_used_at: z
      .string()
      .optional()
      .openapi({ description: 'Time of last use, accurate to an hour. Absent if never used.' }),
  })
  .openapi('ScimToken');

const NewToken = TokenData.extend({
  token: z.string().openapi({ example: 'xsc_…', description: 'The token. It is not shown again.' }),
}).openapi('ScimTokenWithText');

const common = {
  tags: ['Dashboard team'],
  security: [{ bearer: [] }],
};

const listRoute = createRoute({
  ...common,
  method: 'get',
  path: '/scim-tokens',
  operationId: 'dashboardListScimTokens',
  summary: 'List the directory tokens (SCIM)',
  middleware: allowed('team.manage'),
  responses: {
    ...ok('Newest first.', z.array(TokenData)),
    ...errorResponses(401, 403, 429, 500),
  },
});

const daysRule = `expires_in_days must be a whole number from 1 to ${MAX_TOKEN_DAYS}.`;

const createTokenRoute = createRoute({
  ...common,
  method: 'post',
  path: '/scim-tokens',
  operationId: 'dashboardCreateScimToken',
  summary: 'Create a directory token (SCIM); it is shown only once',
  description:
    'At most two tokens are valid at a time, so that one can replace the other. Anyone who has a token can create owners. Your own email address must be confirmed.',
  middleware: [...allowed('team.manage'), requireJsonObject],
  request: {
    body: bodyOf(
      z.strictObject({
        default_role: choice('default_role', DEFAULT_ROLES).default('analyst'),
        expires_in_days: z
          .int({ error: daysRule })
          .min(1, daysRule)
          .max(MAX_TOKEN_DAYS, daysRule)
          .default(365),
      }),
    ),
  },
  responses: {
    ...ok('The token, shown only once.', NewToken),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const revokeRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/scim-tokens/{id}',
  operationId: 'dashboardRevokeScimToken',
  summary: 'Revoke a directory token (SCIM)',
  description: 'Takes effect immediately. Members do not change.',
  middleware: allowed('team.manage'),
  request: { params: IdParam },
  responses: { ...ok('Done.', Done), ...errorResponses(401, 403, 404, 429, 500) },
});

const present = (token: ScimToken, nowMs: number) => ({
  id: token.id,
  last_four: token.lastFour,
  default_role: token.defaultRole,
  expired: token.expiresAtMs <= nowMs,
  created_at: toTimestamp(token.createdAtMs),
  expires_at: toTimestamp(token.expiresAtMs),
  ...(token.lastUsedAtMs !== undefined && { last_used_at: toTimestamp(token.lastUsedAtMs) }),
});

export function registerScimTokens(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(listRoute, async (c) => {
    const ctx = c.get('ctx');
    const found = await listScimTokens(ctx, tenantOf(c));
    const tokens = found.map((token) => present(token, ctx.now()));
    return c.json(succeed(c, tokens), 200);
  });

  dashboard.openapi(createTokenRoute, async (c) => {
    const ctx = c.get('ctx');
    const { default_role: defaultRole, expires_in_days: days } = c.req.valid('json');
    const { member } = c.get('staff');
    const wish = { defaultRole, days };
    const { token, text } = await createScimToken(ctx, tenantActorOf(c), member, wish);
    c.header('Cache-Control', 'no-store');
    return c.json(succeed(c, { ...present(token, ctx.now()), token: text }), 200);
  });

  dashboard.openapi(revokeRoute, async (c) => {
    await revokeScimToken(c.get('ctx'), tenantActorOf(c), c.req.valid('param').id);
    return c.json(succeed(c, DONE), 200);
  });
}
