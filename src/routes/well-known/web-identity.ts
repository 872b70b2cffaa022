// Names the only configuration that browsers may use for this domain (FedCM, W3C, 3.1). If each
// site had its own configuration URL, a request for that URL would reveal the site.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { fedcmAddresses } from '../../http/fedcm-addresses.ts';

const url = z.string().openapi({ example: 'https://id.example/oauth/fedcm/config.json' });

const WebIdentity = z
  .object({ provider_urls: z.array(url), accounts_endpoint: url, login_url: url })
  .openapi('WebIdentity');

const route = createRoute({
  method: 'get',
  path: '/web-identity',
  operationId: 'readWebIdentity',
  tags: ['Discovery'],
  summary: 'Read the domain’s provider for browsers (FedCM)',
  description:
    'Browsers read it at the registrable domain: a service at `id.example.com` needs the same document at `example.com`.',
  security: [],
  responses: {
    200: {
      description: 'The provider.',
      content: { 'application/json': { schema: WebIdentity } },
    },
    ...errorResponses(429, 500),
  },
});

export function registerWebIdentity(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, (c) => {
    const { baseUrl } = c.get('ctx').config;
    c.header('Cache-Control', 'public, max-age=3600');
    const { config, ...addresses } = fedcmAddresses(baseUrl);
    return c.json({ provider_urls: [config], ...addresses }, 200);
  });
}
