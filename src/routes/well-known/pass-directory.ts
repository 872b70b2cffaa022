// The keys of age passes (RFC 9578 4), and for each key a lower bound on the number of passes that
// it has signed (D-152).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  countPasses,
  DIRECTORY_TYPE,
  writeDirectory,
} from '../../domain/platform/age-passes/directory.ts';
import { PASS_CLASSES } from '../../domain/terms/pass-class.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { sendTagged } from '../../http/public-file.ts';

const bracket = z.string().openapi({ example: '18+' });
const kind = z.enum(PASS_CLASSES);
const month = z.string().openapi({ example: '2026-11' });

const Directory = z
  .object({
    'issuer-request-uri': z.string(),
    'token-keys': z.array(
      z.object({
        'token-type': z.literal(2),
        'token-key': z.string().openapi({
          description:
            'SPKI of the RSASSA-PSS key, base64url. Its SHA-256 is the key ID of a token.',
        }),
        'not-before': z.int().openapi({ description: 'Unix time in seconds.' }),
        bracket,
        class: kind,
        issued: month,
        'redeem-until': z.string().openapi({ example: '2027-03-01T00:00:00Z' }),
      }),
    ),
  })
  .openapi('PassDirectory');

const Counts = z
  .object({
    floor: z.int().openapi({
      description: 'Number of issued passes per key from which passes are accepted.',
    }),
    keys: z.array(
      z.object({
        key_id: z.string().openapi({ description: 'SHA-256 of the key, hex.' }),
        bracket,
        class: kind,
        issued: month,
        passes_at_least: z.int(),
      }),
    ),
  })
  .openapi('PassCounts');

const route = createRoute({
  method: 'get',
  path: '/private-token-issuer-directory',
  operationId: 'readPassDirectory',
  tags: ['Discovery'],
  summary: 'Read the keys that verify age passes',
  description:
    'Raw RFC 9578, no envelope. One key for each bracket, class and month, the same for everybody; signed heads of the audit contain its SHA-256. Cached for a day; a key is published a month before it signs.',
  security: [],
  responses: {
    200: { description: 'The directory.', content: { [DIRECTORY_TYPE]: { schema: Directory } } },
    304: { description: 'The directory is unchanged (`If-None-Match`).' },
    ...errorResponses(429, 500),
  },
});

const countsRoute = createRoute({
  method: 'get',
  path: '/age-pass-counts.json',
  operationId: 'readPassCounts',
  tags: ['Discovery'],
  summary: 'Count issued age passes',
  description:
    'Returns the count for each key, rounded down to multiples of fifty. If only a few passes were issued with a key, a person who shows one of them is one of a few people.',
  security: [],
  responses: {
    200: { description: 'The counts.', content: { 'application/json': { schema: Counts } } },
    ...errorResponses(429, 500),
  },
});

/** An empty list is cached only briefly; otherwise it could hide the first keys for a day. */
const cacheFor = (keys: number): string => `public, max-age=${keys === 0 ? 60 : 86_400}`;

export function registerPassDirectory(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { text, keys } = await writeDirectory(c.get('ctx'));
    c.header('Cache-Control', cacheFor(keys));
    return sendTagged(c, text, DIRECTORY_TYPE);
  });

  surface.openapi(countsRoute, async (c) => {
    const ctx = c.get('ctx');
    c.header('Cache-Control', 'public, max-age=300');
    const keys = (await countPasses(ctx)).map((key) => ({
      key_id: key.id,
      bracket: `${key.bracket}+`,
      class: key.passClass,
      issued: key.month,
      passes_at_least: key.issuedAtLeast,
    }));
    return c.json({ floor: ctx.config.passFloor, keys }, 200);
  });
}
