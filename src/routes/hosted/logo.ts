// A customer's logo, at an address that contains the logo's hash: the content never changes, and
// anyone may see it.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { readLogo } from '../../domain/customers/tenants/logo.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { PICTURE_HEADERS } from '../../http/security-headers.ts';
import { limitVolume } from '../../http/volume-limit.ts';

const picture = { schema: z.string().openapi({ format: 'binary' }) };

const route = createRoute({
  method: 'get',
  path: '/logos/{tenant}/{hash}',
  operationId: 'readLogo',
  security: [],
  summary: 'Read the logo of a session’s site',
  description:
    '`site.logo` contains the URL. A logo that the customer has replaced or removed is not found.',
  tags: ['Hosted page'],
  middleware: [limitVolume('hosted', (c) => `logo:${clientNetwork(c)}`)] as const,
  request: {
    params: z.object({
      tenant: z.string(),
      hash: z.string().openapi({ description: 'SHA-256 of its `data:` URL, in hex.' }),
    }),
  },
  responses: {
    200: {
      description: 'The image. It may be cached permanently.',
      content: {
        'image/svg+xml': picture,
        'image/png': picture,
        'image/jpeg': picture,
        'image/webp': picture,
      },
    },
    ...errorResponses(404, 429, 500),
  },
});

export function registerLogo(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { tenant, hash } = c.req.valid('param');
    const { type, bytes } = await readLogo(c.get('ctx'), tenant, hash);
    return c.body(bytes, 200, {
      ...PICTURE_HEADERS,
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
  });
}

/** @param hash a hash in the form that readLogo accepts */
export const logoPath = (tenantId: string, hash: string): string => `/v/logos/${tenantId}/${hash}`;
