// Staff sign-in with a passkey, with the same use cases as the bearer routes.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  beginStaffPasskeySignIn,
  finishStaffPasskeySignIn,
} from '../../domain/customers/staff-authentication/sign-in-with-passkey.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { text } from '../../http/fields.ts';
import type { StaffGroup } from '../staff/group.ts';
import { AssertionBody, Ceremony } from '../staff/passkey-schemas.ts';
import { presentCeremony } from '../staff/present.ts';
import { endPending, pendingOf } from './pending-sign-in.ts';
import { consoleRoute, handOverToPage, operationOf, signedInOf } from './console-route.ts';

const beginRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/passkey/begin`,
    operationId: operationOf(group, 'BeginPasskey'),
    summary: 'Begin a sign-in with a passkey',
    request: { body: bodyOf(z.strictObject({})) },
    responses: {
      ...ok('Options for the browser.', Ceremony),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

const finishRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/passkey/finish`,
    operationId: operationOf(group, 'FinishPasskey'),
    summary: 'Complete a sign-in with a passkey',
    request: {
      body: bodyOf(AssertionBody.extend({ session_id: text('session_id', 200) })),
    },
    responses: {
      ...ok('Signed in.', signedInOf(group)),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

export function registerPasskeySignIn(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(beginRoute(group), async (c) => {
    const begun = await beginStaffPasskeySignIn(c.get('ctx'), group.audience, undefined);
    return c.json(succeed(c, presentCeremony(begun)), 200);
  });

  surface.openapi(finishRoute(group), async (c) => {
    const { session_id: ceremony, ...response } = c.req.valid('json');
    const pending = await pendingOf(c, group);
    const tokens = await finishStaffPasskeySignIn(
      c.get('ctx'),
      group.audience,
      { ceremony, response },
      callerOf(c),
      pending,
    );
    await endPending(c, pending);
    return c.json(succeed(c, handOverToPage(c, group, tokens)), 200);
  });
}
