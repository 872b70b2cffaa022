// The route that redeems age passes: a site's own page receives a pass, and the site's backend
// redeems it, so that no pass can be used twice (D-152).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { PASS_CLASSES } from '../../domain/terms/pass-class.ts';
import { redeemForSite } from '../../domain/platform/age-passes/redeem-pass.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { requireJsonObject } from '../../http/body.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { IdempotencyHeader } from '../../http/idempotency.ts';
import { refuseOtherMethods } from '../../http/surface.ts';
import { limitReads } from '../../http/volume-limit.ts';

const Body = z
  .object({
    token: z.string().max(1_000).openapi({
      description: 'Token that the page received, base64url.',
    }),
  })
  .openapi('RedeemPassRequest');

const Redeemed = z
  .object({
    ok: z.literal(true),
    bracket: z.string().openapi({ example: '18+' }),
    class: z.enum(PASS_CLASSES).openapi({
      description: '`high`: the age was read from a document or a wallet.',
    }),
    issued: z
      .string()
      .openapi({ description: 'Month in which the pass was issued.', example: '2026-11' }),
  })
  .openapi('RedeemedPass');

const route = createRoute({
  method: 'post',
  path: '/passes/redeem',
  operationId: 'redeemPass',
  tags: ['Passes'],
  summary: 'Spend an age pass',
  description:
    'Verifies the pass and marks it as spent: a second attempt by any site is 409 `PASS_SPENT`. Sites can instead verify passes by themselves, and this service then does not learn of it (docs/passes.md). Passes spent with a test key are spent in your test mode only.',
  security: [{ apiKey: [] }, { bearer: [] }],
  middleware: [requireApiKey('secret'), limitReads, requireJsonObject],
  request: {
    headers: z.object({
      'idempotency-key': IdempotencyHeader.shape['idempotency-key'].openapi({
        description: 'A request with the same key within 15 minutes receives the same response.',
      }),
    }),
    body: { required: true, content: { 'application/json': { schema: Body } } },
  },
  responses: {
    200: {
      description: 'The pass is valid and now spent.',
      content: jsonOf(Redeemed, { ok: true, bracket: '18+', class: 'standard', issued: '2026-11' }),
    },
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

export function registerPasses(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { tenant, test } = c.get('principal');
    const key = c.req.valid('header')['idempotency-key'];
    const redeemer = { tenantId: tenant.id, test };
    const pass = await redeemForSite(c.get('ctx'), redeemer, c.req.valid('json').token, key);
    const { bracket, passClass, month } = pass;
    const told = { ok: true as const, bracket: `${bracket}+`, class: passClass, issued: month };
    return c.json(succeed(c, told), 200);
  });
  refuseOtherMethods(surface, '/passes/redeem');
}
