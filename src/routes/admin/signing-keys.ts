// The route that publishes the next key of a signing-key ring early. The state of the rings is part
// of the health report.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { publishNextKey } from '../../domain/operations/key-rotation/publish-next-key.ts';
import { PURPOSES } from '../../domain/platform/signing-keys/ring.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { allowed } from '../../http/auth/admin.ts';
import { actorOf } from '../../http/auth/staff.ts';
import { ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { toTimestamp } from '../../time/timestamp.ts';

const NextKey = z
  .object({
    kid: z.string(),
    purpose: z.enum(PURPOSES),
    active_from: z.string().openapi({ description: 'When the key starts to sign.' }),
    is_new: z
      .boolean()
      .openapi({ description: 'False if the key was published before this call.' }),
  })
  .openapi('NextSigningKey');

const rotateRoute = createRoute({
  method: 'post',
  path: '/signing-keys/{purpose}/rotate',
  operationId: 'adminRotateSigningKey',
  tags: ['Admin health'],
  summary: 'Publish the next key of a ring now; it starts to sign a day later',
  description:
    'For planned rotations: the previous key stays published until its last token has expired, and nobody is signed out. If a next key is already published, the call changes nothing. After a compromise, revoke keys with `npm run keys:rotate` instead.',
  security: [{ bearer: [] }],
  middleware: allowed('keys.rotate'),
  request: {
    params: z.object({
      purpose: z
        .enum(PURPOSES, { error: `purpose must be one of: ${PURPOSES.join(', ')}.` })
        .openapi({ example: 'oidc' }),
    }),
  },
  responses: {
    ...ok('The next key to sign.', NextKey),
    ...errorResponses(400, 401, 403, 409, 429, 500),
  },
});

export function registerSigningKeys(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(rotateRoute, async (c) => {
    const { purpose } = c.req.valid('param');
    const { kid, activeFromMs, isNew } = await publishNextKey(c.get('ctx'), actorOf(c), purpose);
    const key = { kid, purpose, active_from: toTimestamp(activeFromMs), is_new: isNew };
    return c.json(succeed(c, key), 200);
  });
}
