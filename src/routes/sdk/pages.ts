import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { SUPPORTED_LOCALES } from '../../domain/terms/locale.ts';
import { readResult } from '../../domain/verification/backend-session.ts';
import { offeredTypes } from '../../domain/verification/offered-types.ts';
import { presentStatus } from '../../domain/verification/present-result.ts';
import { boundWorkers } from '../../domain/verification/session-margin.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { answerPreflight } from '../../http/embed-origin.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { STATUS_EXAMPLE, StatusData, TokenParam } from '../../http/contracts/result.ts';
import { forPages, SECURITY } from './key-access.ts';

const ConfigData = z
  .object({
    name: z.string(),
    color: z.string().optional().openapi({ description: 'Colour as `#rrggbb`.' }),
    logo: z.string().optional().openapi({ description: 'A `data:` URL.' }),
    languages: z
      .array(z.string())
      .openapi({ description: 'Languages of the hosted page, BCP 47.' }),
    methods: z
      .array(z.enum(['age_check', 'full', 'agate_id', 'eu_wallet', 'agate_pass', 'agate_key']))
      .openapi({ description: 'Available values of `verification_type`.' }),
    test: z.literal(true).optional(),
  })
  .openapi('Config');

const CONFIG_EXAMPLE: z.infer<typeof ConfigData> = {
  name: 'Cellar Door',
  color: '#8c2f5b',
  languages: ['en', 'de'],
  methods: ['age_check'],
};

const configRoute = createRoute({
  method: 'get',
  path: '/config',
  operationId: 'readConfig',
  tags: ['Pages'],
  summary: 'Read branding and languages of the hosted page',
  security: SECURITY,
  middleware: forPages,
  responses: {
    200: {
      description: 'Branding, languages and methods.',
      content: jsonOf(ConfigData, CONFIG_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const statusRoute = createRoute({
  method: 'get',
  path: '/status/{token}',
  operationId: 'readStatusFromPage',
  tags: ['Pages'],
  summary: 'Read the coarse status',
  description:
    'For a page that waits. The status proves nothing: rely on the result that your backend reads.',
  security: SECURITY,
  middleware: forPages,
  request: { params: TokenParam },
  responses: {
    200: { description: 'Current status.', content: jsonOf(StatusData, STATUS_EXAMPLE) },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

export function registerPages(surface: OpenAPIHono<AppEnv>): void {
  surface.use('/config', answerPreflight);
  surface.use('/status/:token', answerPreflight);

  surface.openapi(configRoute, (c) => {
    const { tenant, test, rules } = c.get('principal');
    const data = {
      name: tenant.name,
      ...(tenant.color !== undefined && { color: tenant.color }),
      ...(tenant.logo !== undefined && { logo: tenant.logo }),
      languages: [...SUPPORTED_LOCALES],
      methods: offeredTypes(rules, boundWorkers(c.get('ctx'))),
      ...(test && { test: true as const }),
    };
    return c.json(succeed(c, data), 200);
  });

  surface.openapi(statusRoute, async (c) => {
    const { token } = c.req.valid('param');
    const result = await readResult(c.get('ctx'), c.get('principal'), token);
    return c.json(succeed(c, presentStatus(result)), 200);
  });
}
