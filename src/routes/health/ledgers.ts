// Copies ledgers for `npm run backup` and `npm run restore` (D-176). These commands authenticate
// with a secret after writing its hash to the database, which only the operator can do.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { requireLedgersLink } from '../../domain/platform/deployment-links/links.ts';
import {
  readVolumePage,
  restoreVolumeRows,
  type VolumeAddress,
} from '../../domain/platform/ledgers/copy-volume.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { limitBodyTo } from '../../http/body.ts';
import { errorResponses } from '../../http/error-responses.ts';

const LINES = 'text/plain';
const MAX_MIB = 8;

const requireLink = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Cache-Control', 'no-store');
  const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '') ?? [];
  await requireLedgersLink(c.get('ctx'), token);
  await next();
});

const limitLines = limitBodyTo({
  bytes: MAX_MIB * 1024 * 1024,
  message: `The body is larger than ${MAX_MIB} MiB.`,
});

const params = z.object({
  customer: z.string(),
  mode: z.enum(['live', 'test']),
  number: z.string().regex(/^[1-9]\d{0,8}$/, 'must be a number from 1'),
});

const addressOf = ({ customer, mode, number }: z.infer<typeof params>): VolumeAddress => ({
  tenantId: customer,
  test: mode === 'test',
  number: Number(number),
});

const common = {
  path: '/readyz/ledgers/{customer}/{mode}/{number}',
  tags: ['Health'],
  security: [],
};

const readRoute = createRoute({
  ...common,
  method: 'get' as const,
  operationId: 'readLedgerPage',
  summary: 'Read a part of a ledger, for a backup',
  description:
    'For `npm run backup`, which first stores the hash of its token in the database. 404 for any other token, and for an unknown volume. The last line says where the next part begins.',
  middleware: [requireLink] as const,
  request: {
    params,
    query: z.object({
      after: z
        .string()
        .regex(
          /^(events|requests|sessions|outcomes|audit):\d{1,16}$/,
          'must be the `next` of an earlier part',
        )
        .optional(),
    }),
  },
  responses: {
    200: { description: 'Rows, one on each line.', content: { [LINES]: { schema: z.string() } } },
    ...errorResponses(400, 404, 429, 500),
  },
});

const writeRoute = createRoute({
  ...common,
  method: 'post' as const,
  operationId: 'restoreLedgerRows',
  summary: 'Restore rows of a ledger from a backup',
  description:
    'For `npm run restore`, as above. Rows that the volume has stay as they are. If a line is not valid, nothing is written.',
  middleware: [requireLink, limitLines] as const,
  request: {
    params,
    body: { required: true, content: { [LINES]: { schema: z.string() } } },
  },
  responses: {
    200: {
      description: 'How many rows were added, and how many were left as they are.',
      content: {
        'application/json': {
          schema: z.object({ added: z.number().int(), left: z.number().int() }),
        },
      },
    },
    ...errorResponses(400, 404, 413, 429, 500),
  },
});

export function registerLedgers(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(readRoute, async (c) => {
    const { after } = c.req.valid('query');
    const page = await readVolumePage(c.get('ctx'), addressOf(c.req.valid('param')), after);
    return c.text(page, 200);
  });

  surface.openapi(writeRoute, async (c) => {
    const address = addressOf(c.req.valid('param'));
    return c.json(await restoreVolumeRows(c.get('ctx'), address, await c.req.text()), 200);
  });
}
