import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { publishedJwks } from '../../domain/platform/signing-keys/key-ring.ts';
import { TOKEN_RINGS } from '../../domain/platform/signing-keys/ring.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { tagOf } from '../../http/etag.ts';

export const Jwk = z
  .object({
    kty: z.literal('RSA'),
    use: z.literal('sig'),
    alg: z.literal('RS256'),
    kid: z.string(),
    n: z.string().openapi({ description: 'Modulus, base64url.' }),
    e: z.string().openapi({ example: 'AQAB' }),
  })
  .openapi('RsaJwk');

/** The key that signs tokens for clients that request ES256 (D-153). */
const EcJwk = z
  .object({
    kty: z.literal('EC'),
    use: z.literal('sig'),
    alg: z.literal('ES256'),
    kid: z.string(),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
  })
  .openapi('EcJwk');

export const Jwks = z
  .object({ keys: z.array(z.union([Jwk, EcJwk]).openapi('TokenJwk')) })
  .openapi('Jwks');

const route = createRoute({
  method: 'get',
  path: '/jwks.json',
  operationId: 'readJwks',
  tags: ['Discovery'],
  summary: 'Read the keys that verify this service’s tokens',
  description:
    'Raw RFC 7517, no envelope. Cached for an hour; the next key is published a day before it signs.',
  security: [],
  responses: {
    200: {
      description: 'The key set.',
      content: { 'application/json': { schema: Jwks } },
    },
    304: { description: 'The key set is unchanged (`If-None-Match`).' },
    ...errorResponses(429, 500),
  },
});

export function registerJwks(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const rings = await Promise.all(TOKEN_RINGS.map((ring) => publishedJwks(c.get('ctx'), ring)));
    const keys = rings.flat();
    c.header('Cache-Control', 'public, max-age=3600');
    const etag = await tagOf(keys.map((key) => key.kid).join(' '));
    c.header('ETag', etag);
    if (c.req.header('If-None-Match') === etag) return c.body(null, 304);
    return c.json({ keys }, 200);
  });
}
