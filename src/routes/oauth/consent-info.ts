import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { ConsentRequest } from '../../domain/signing-in/authorization/consent-request.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readConsent } from '../../http/auth/consent.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { limitVolume } from '../../http/volume-limit.ts';

const ConsentInfo = z
  .object({
    client_name: z.string(),
    client_logo: z.string().optional().openapi({ description: 'Absent if the site has none.' }),
    scopes: z.array(z.string()),
    redirect_uri: z.string(),
  })
  .openapi('ConsentInfo');

const route = createRoute({
  method: 'get',
  path: '/consent/info',
  operationId: 'readConsentInfo',
  tags: ['Sign-in'],
  summary: 'Read the pending consent request',
  description:
    'Internal to the service’s own pages. Only the browser that started the request can read it; for every other browser the response is 404.',
  security: [{ consentCookie: [] }],
  request: { query: z.object({ session: z.string().openapi({ example: 'xcs_…' }) }) },
  responses: {
    200: {
      description: 'The request.',
      content: jsonOf(ConsentInfo, {
        client_name: 'Vineyard',
        client_logo: 'https://vineyard.example/logo.svg',
        scopes: ['openid', 'age_verification'],
        redirect_uri: 'https://vineyard.example/callback',
      }),
    },
    ...errorResponses(400, 404, 429, 500),
  },
});

export function registerConsentInfo(surface: OpenAPIHono<AppEnv>): void {
  surface.use('/consent/info', limitVolume('authorize', clientNetwork));
  surface.openapi(route, async (c) => {
    const consent = await readConsent(c, c.req.valid('query').session);
    if (consent === undefined) throw notFound();
    return c.json(succeed(c, presentConsent(consent)), 200);
  });
}

function presentConsent({ client, request }: ConsentRequest): z.infer<typeof ConsentInfo> {
  const logo = client.logoUrl ?? client.logo;
  return {
    client_name: client.name,
    ...(logo !== undefined && { client_logo: logo }),
    scopes: request.scope,
    redirect_uri: request.redirectUri,
  };
}
