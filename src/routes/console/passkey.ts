// Operators sign in with a passkey as well, as at /admin/v1.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  beginStaffPasskeySignIn,
  finishStaffPasskeySignIn,
} from '../../domain/staff-authentication/sign-in-with-passkey.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { text } from '../../http/fields.ts';
import { AssertionBody, Ceremony } from '../admin/passkey-schemas.ts';
import { presentCeremony } from '../admin/present.ts';
import { ADMIN } from '../admin/staff-group.ts';
import { consoleRoute, handOverToPage, signedInOf } from './console-route.ts';

const beginRoute = createRoute({
  ...consoleRoute(ADMIN),
  path: '/admin/passkey/begin',
  operationId: 'consoleAdminBeginPasskey',
  summary: 'Begin a sign-in with a passkey',
  request: { body: bodyOf(z.object({})) },
  responses: {
    ...ok('Options for the browser.', Ceremony),
    ...errorResponses(400, 401, 403, 413, 429, 500),
  },
});

const finishRoute = createRoute({
  ...consoleRoute(ADMIN),
  path: '/admin/passkey/finish',
  operationId: 'consoleAdminFinishPasskey',
  summary: 'Complete a sign-in with a passkey',
  request: {
    body: bodyOf(AssertionBody.extend({ session_id: text('session_id', 200) })),
  },
  responses: {
    ...ok('Signed in.', signedInOf(ADMIN)),
    ...errorResponses(400, 401, 403, 413, 429, 500),
  },
});

export function registerPasskeySignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(beginRoute, async (c) => {
    const begun = await beginStaffPasskeySignIn(c.get('ctx'), 'admin', undefined);
    return c.json(succeed(c, presentCeremony(begun)), 200);
  });

  surface.openapi(finishRoute, async (c) => {
    const { session_id: ceremony, ...response } = c.req.valid('json');
    const tokens = await finishStaffPasskeySignIn(
      c.get('ctx'),
      'admin',
      { ceremony, response },
      callerOf(c),
    );
    return c.json(succeed(c, handOverToPage(c, ADMIN, tokens)), 200);
  });
}
