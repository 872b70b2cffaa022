import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { pushRequest } from '../../domain/signing-in/authorization/pushed-request.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowOriginOf } from '../../http/auth/client-of-origin.ts';
import { readProof } from '../../http/auth/dpop.ts';
import { proveTokenClient } from '../../http/auth/oauth-client.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { readForm } from '../../http/oauth-parameters.ts';
import { requireVolume } from '../../http/volume-limit.ts';
import { AuthorizationParameters, ClientCredentials } from './parameters.ts';
import { formOf, oauthErrors } from './schemas.ts';

const PushedRequest = z
  .object({
    request_uri: z
      .string()
      .openapi({ example: 'urn:ietf:params:oauth:request_uri:xpr_7pFq0cW4mT2y' }),
    expires_in: z.int().openapi({ example: 60 }),
  })
  .openapi('PushedRequest');

const route = createRoute({
  method: 'post',
  path: '/par',
  operationId: 'pushAuthorizationRequest',
  tags: ['Sign-in'],
  summary: 'Push an authorization request',
  description:
    'RFC 9126. Your backend sends the parameters of `/oauth/authorize`; the browser then only needs `client_id` and `request_uri`. Authenticate the client as at `/oauth/token`. The `request_uri` is valid for 60 seconds and for one response. `request` may be a signed request object (RFC 9101) with all parameters, signed with a key of the client. A `DPoP` header binds the code to its key (RFC 9449 10.1).',
  security: [],
  request: formOf(AuthorizationParameters.extend(ClientCredentials)),
  responses: {
    201: {
      description: 'The request is stored.',
      content: { 'application/json': { schema: PushedRequest } },
    },
    ...oauthErrors(400, 401, 500),
    ...errorResponses(413, 429),
  },
});

export function registerPar(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/par', async (c) => {
    const form = await readForm(c);
    const { client, consumeAssertion } = await proveTokenClient(c, form);
    allowOriginOf(c, client);
    // The backends of a site share one address, so an authenticated client is counted by its id; a
    // caller that only sends the id of a public client is counted by address.
    const isKnown = client.isPublic !== true;
    await requireVolume(c, isKnown ? 'init' : 'authorize', isKnown ? client.id : clientNetwork(c));
    const proof = await readProof(c);
    const ctx = c.get('ctx');
    // These calls may run in parallel, because the URI of the stored request is not returned if the
    // assertion is refused.
    const sent = new URLSearchParams([...form]).toString();
    const [pushed] = await Promise.all([
      pushRequest(ctx, client, sent, proof?.keyThumbprint),
      consumeAssertion(),
    ]);
    const { requestUri, expiresInSeconds } = pushed;
    return c.json({ request_uri: requestUri, expires_in: expiresInSeconds }, 201);
  });
}
