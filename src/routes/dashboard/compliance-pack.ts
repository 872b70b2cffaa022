// The evidence pack that a customer hands to a regulator: the customer's configuration and counters
// for a past period, in one signed archive (D-161).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { collectPack } from '../../domain/operations/evidence-pack/collect-pack.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed, tenantActorOf } from '../../http/auth/dashboard.ts';
import { requiredDay } from '../../http/day-query.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { packArchive } from './evidence/pack-files.ts';

const JURISDICTION_RULE = 'jurisdiction must be a code such as FR, US-TX or EU.';

const route = createRoute({
  method: 'get',
  path: '/compliance/pack',
  operationId: 'dashboardReadCompliancePack',
  tags: ['Dashboard analytics'],
  security: [{ bearer: [] }],
  summary: 'Download the evidence pack of a period',
  description:
    'A zip with printable pages in English and German, a JSON file for each part, and `signature.jws` over the SHA-256 of each: a JWS of type `agate-pack+jwt`, signed with a receipt key (docs/evidence.md). Contains no personal data. The same period, configuration, release and key produce the same bytes. 409 until the nightly run after the last day has counted it. Recorded in the audit log.',
  middleware: allowed('analytics.read'),
  request: {
    query: z.object({
      jurisdiction: z
        .string({ error: JURISDICTION_RULE })
        .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, JURISDICTION_RULE)
        .openapi({
          description: 'ISO 3166-1, ISO 3166-2, or `EU`; a jurisdiction whose rules are known.',
          example: 'FR',
        }),
      from: requiredDay('from'),
      to: requiredDay('to').openapi({
        description: 'Both days inclusive; at most 13 months, ending before today (UTC).',
      }),
    }),
  },
  responses: {
    200: {
      description: 'The archive.',
      content: { 'application/zip': { schema: z.string().openapi({ format: 'binary' }) } },
    },
    ...errorResponses(400, 401, 403, 409, 429, 500, 503),
  },
});

export function registerCompliancePack(dashboard: OpenAPIHono<AppEnv>): void {
  dashboard.openapi(route, async (c) => {
    const { jurisdiction, from, to } = c.req.valid('query');
    const ctx = c.get('ctx');
    const asked = { jurisdiction, period: { from, to } };
    const pack = await collectPack(ctx, tenantActorOf(c), asked);
    return c.body(await packArchive(ctx, pack), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="evidence-${jurisdiction}-${from}-${to}.zip"`,
    });
  });
}
