// The endpoint that wallets post their responses to (OpenID4VP 1.0, 8.2). It uses no cookies, and
// does not reveal why a wallet's response is refused.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { ErrorHandler } from 'hono';
import {
  receiveWalletResponse,
  walletSessionOf,
} from '../../domain/verification/prove-by-wallet.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { recogniseError, renderError } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { statusOf } from '../../http/error-status.ts';
import { createSurface } from '../../http/surface.ts';
import { limitVolume } from '../../http/volume-limit.ts';

const Refused = z.object({ error: z.literal('invalid_request') }).openapi('WalletResponseRefused');

const route = createRoute({
  method: 'post',
  path: '/response/{offer}',
  operationId: 'receiveWalletResponse',
  tags: ['Hosted proofs'],
  summary: 'Receive the response of a wallet',
  description:
    'OpenID4VP 1.0, `direct_post` and `direct_post.jwt`. The URL belongs to one offer and accepts one response.',
  security: [],
  request: {
    params: z.object({ offer: z.string().max(200) }),
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: z
            .looseObject({
              vp_token: z.string().optional(),
              response: z.string().optional(),
              state: z.string().optional(),
              error: z.string().optional(),
            })
            .openapi('WalletResponse'),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The response is accepted. `redirect_uri` leads the person back to the page.',
      content: {
        'application/json': {
          schema: z.object({ redirect_uri: z.string().optional() }).openapi('WalletResponseTaken'),
        },
      },
    },
    400: {
      description: 'The response proves nothing, or no session waits for it.',
      content: { 'application/json': { schema: Refused } },
    },
    ...errorResponses(413, 415, 429, 500, 503),
  },
});

/** The limit is 240 calls a minute per session; calls without a session share one counter. */
const limitBySession = limitVolume(
  'hosted',
  (c) => walletSessionOf(c.req.param('offer') ?? '') ?? 'wallet',
);

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const INVALID = { error: 'invalid_request' } as const;
const REFUSED: readonly number[] = [400, 404, 409];

/** Renders all refusals in the same way. */
const renderRefusal: ErrorHandler<AppEnv> = async (error, c) => {
  const known = await recogniseError(error, c);
  return REFUSED.includes(statusOf(known)) ? c.json(INVALID, 400) : renderError(known, c);
};

export const walletResponses = createSurface({ renderThrown: renderRefusal });
registerResponse(walletResponses);

function registerResponse(surface: OpenAPIHono<AppEnv>): void {
  surface.openAPIRegistry.registerPath(route);
  surface.post('/response/:offer', limitBySession, async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!FORM.test(c.req.header('Content-Type') ?? '')) return c.json(INVALID, 400);
    const form = new TextDecoder().decode(await c.req.arrayBuffer());
    const taken = await receiveWalletResponse(c.get('ctx'), c.req.param('offer'), form);
    if (taken === 'refused') return c.json(INVALID, 400);
    const { redirectUri } = taken;
    return c.json(redirectUri === undefined ? {} : { redirect_uri: redirectUri }, 200);
  });
}
