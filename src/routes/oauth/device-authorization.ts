import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { beginDeviceRequest } from '../../domain/signing-in/authorization/device-request.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowOriginOf } from '../../http/auth/client-of-origin.ts';
import { requireTokenClient } from '../../http/auth/oauth-client.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { readForm } from '../../http/oauth-parameters.ts';
import { requireVolume } from '../../http/volume-limit.ts';
import { ClientCredentials } from './parameters.ts';
import { formOf, oauthErrors } from './schemas.ts';

const DeviceAuthorizationRequest = z
  .object({
    scope: z.string().openapi({ example: 'openid age_verification' }),
    acr_values: z.string().optional(),
    max_age: z.string().optional(),
    ui_locales: z.string().optional(),
    ...ClientCredentials,
  })
  .openapi('DeviceAuthorizationRequest');

const DeviceAuthorization = z
  .object({
    device_code: z
      .string()
      .openapi({ description: 'Device code, `xdc_…`. The device keeps it secret.' }),
    user_code: z.string().openapi({ example: 'BDFG-KLMN' }),
    verification_uri: z.string().openapi({ example: 'https://id.example/device' }),
    verification_uri_complete: z
      .string()
      .openapi({ description: 'URL that contains the code, for a QR code beside the text.' }),
    expires_in: z.int().openapi({ example: 600 }),
    interval: z.int().openapi({ description: 'Minimum seconds between two polls.', example: 5 }),
  })
  .openapi('DeviceAuthorization');

const route = createRoute({
  method: 'post',
  path: '/device_authorization',
  operationId: 'requestDeviceCode',
  tags: ['Sign-in'],
  summary: 'Begin a sign-in on a device without a browser',
  description:
    'RFC 8628, for a client with `device_flow`. Show `verification_uri` and `user_code`, and poll `/oauth/token` every `interval` seconds with the grant type `urn:ietf:params:oauth:grant-type:device_code`. Authenticate the client as at `/oauth/token`.',
  security: [],
  request: formOf(DeviceAuthorizationRequest),
  responses: {
    200: {
      description: 'The codes.',
      content: { 'application/json': { schema: DeviceAuthorization } },
    },
    ...oauthErrors(400, 401, 500),
    ...errorResponses(413, 429),
  },
});

export function registerDeviceAuthorization(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/device_authorization', async (c) => {
    const form = await readForm(c);
    const client = await requireTokenClient(c, form);
    allowOriginOf(c, client);
    // The limits are the same as for pushed requests (par.ts).
    const isKnown = client.isPublic !== true;
    await requireVolume(c, isKnown ? 'init' : 'authorize', isKnown ? client.id : clientNetwork(c));
    const begun = await beginDeviceRequest(
      c.get('ctx'),
      client,
      new URLSearchParams([...form]).toString(),
    );
    return c.json(
      {
        device_code: begun.deviceCode,
        user_code: begun.userCode,
        verification_uri: begun.page,
        verification_uri_complete: begun.pageWithCode,
        expires_in: begun.expiresInSeconds,
        interval: begun.intervalSeconds,
      },
      200,
    );
  });
}
