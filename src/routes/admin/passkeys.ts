import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  beginStaffPasskeyRegistration,
  finishStaffPasskeyRegistration,
} from '../../domain/staff-authentication/register-passkey.ts';
import {
  beginStaffPasskeySignIn,
  finishStaffPasskeySignIn,
} from '../../domain/staff-authentication/sign-in-with-passkey.ts';
import {
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
} from '../../domain/staff/passkeys.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byAddress, signedIn } from '../../http/auth/admin.ts';
import { actorOf, callerOf, requireOwnFactor } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName } from '../../http/fields.ts';
import { handOver } from '../staff/present.ts';
import { presentCeremony, presentPasskey } from './present.ts';
import {
  AssertionBody,
  AttestationBody,
  Ceremony,
  readSessionId,
  SessionIdHeader,
  SessionIdQuery,
} from './passkey-schemas.ts';
import { IdParam } from './schemas.ts';
import { ADMIN } from './staff-group.ts';

const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    backed_up: z.boolean().openapi({ description: 'Synced by its provider.' }),
    created_at: z.string(),
    last_used_at: z.string().optional(),
  })
  .openapi('AdminPasskey');

const open = { tags: ['Admin sign-in'], security: [] as { bearer: string[] }[] };
const own = { tags: ['Admin sign-in'], security: [{ bearer: [] }], middleware: signedIn };
const change = { ...own, middleware: [...signedIn, requireOwnFactor] };
const changeWithBody = { ...own, middleware: [...signedIn, requireOwnFactor, requireJsonObject] };

const beginRoute = createRoute({
  ...open,
  method: 'post',
  path: '/auth/passkey/authenticate/begin',
  operationId: 'adminBeginPasskeySignIn',
  summary: 'Begin a sign-in with a passkey',
  description:
    'Without an email address the browser offers every passkey it holds for us. With one, the answer always lists five credentials, of which some or all do not exist.',
  middleware: [byAddress],
  request: {
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({
            email: z.email('email must be an email address.').max(320).optional(),
          }),
        },
      },
    },
  },
  responses: {
    ...ok('Options for the browser.', Ceremony),
    ...errorResponses(400, 401, 413, 429, 500),
  },
});

const finishRoute = createRoute({
  ...open,
  method: 'post',
  path: '/auth/passkey/authenticate/finish',
  operationId: 'adminFinishPasskeySignIn',
  summary: 'Complete a sign-in with a passkey',
  description: 'The session id comes in the header or in the query. No second factor is asked for.',
  middleware: [byAddress, requireJsonObject],
  request: { headers: SessionIdHeader, query: SessionIdQuery, body: bodyOf(AssertionBody) },
  responses: { ...ok('Tokens.', ADMIN.Tokens), ...errorResponses(400, 401, 403, 413, 429, 500) },
});

const registerBeginRoute = createRoute({
  ...change,
  method: 'post',
  path: '/auth/passkey/register/begin',
  operationId: 'adminBeginPasskeyRegistration',
  summary: 'Begin to add a passkey',
  description: 'Needs a sign-in of the last five minutes (403 FRESH_SIGN_IN_REQUIRED).',
  responses: {
    ...ok('Options for the browser.', Ceremony),
    ...errorResponses(401, 403, 429, 500),
  },
});

const registerFinishRoute = createRoute({
  ...changeWithBody,
  method: 'post',
  path: '/auth/passkey/register/finish',
  operationId: 'adminFinishPasskeyRegistration',
  summary: 'Add the passkey',
  request: { headers: SessionIdHeader, query: SessionIdQuery, body: bodyOf(AttestationBody) },
  responses: {
    ...ok('The passkey.', Passkey),
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

const listRoute = createRoute({
  ...own,
  method: 'get',
  path: '/auth/passkeys',
  operationId: 'adminListPasskeys',
  summary: 'List the own passkeys',
  responses: { ...ok('In order of creation.', z.array(Passkey)), ...errorResponses(401, 429, 500) },
});

const renameRoute = createRoute({
  ...changeWithBody,
  method: 'patch',
  path: '/auth/passkeys/{id}',
  operationId: 'adminRenamePasskey',
  summary: 'Rename one of the own passkeys',
  request: { params: IdParam, body: bodyOf(z.object({ name: givenName('name') })) },
  responses: {
    ...ok('The passkey.', Passkey),
    ...errorResponses(400, 401, 403, 404, 413, 429, 500),
  },
});

const removeRoute = createRoute({
  ...change,
  method: 'delete',
  path: '/auth/passkeys/{id}',
  operationId: 'adminRemovePasskey',
  summary: 'Remove one of the own passkeys',
  request: { params: IdParam },
  description: 'Needs a sign-in of the last five minutes (403 FRESH_SIGN_IN_REQUIRED).',
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
});

export function registerPasskeys(surface: OpenAPIHono<AppEnv>): void {
  registerPasskeySignIn(surface);
  registerPasskeyEnrolment(surface);
  registerPasskeyList(surface);
}

function registerPasskeySignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(beginRoute, async (c) => {
    const { email } = c.req.valid('json');
    const begun = await beginStaffPasskeySignIn(c.get('ctx'), 'admin', email);
    return c.json(succeed(c, presentCeremony(begun)), 200);
  });

  surface.openapi(finishRoute, async (c) => {
    const sessionId = readSessionId(c.req.valid('header'), c.req.valid('query'));
    const answer = { ceremony: sessionId, response: c.req.valid('json') };
    const tokens = await finishStaffPasskeySignIn(c.get('ctx'), 'admin', answer, callerOf(c));
    return c.json(succeed(c, handOver(c, ADMIN, tokens)), 200);
  });
}

function registerPasskeyEnrolment(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(registerBeginRoute, async (c) => {
    const begun = await beginStaffPasskeyRegistration(c.get('ctx'), c.get('staff'));
    return c.json(succeed(c, presentCeremony(begun)), 200);
  });

  surface.openapi(registerFinishRoute, async (c) => {
    const sessionId = readSessionId(c.req.valid('header'), c.req.valid('query'));
    const { name, ...response } = c.req.valid('json');
    const answer = { ceremony: sessionId, response, name };
    const signedInStaff = c.get('staff');
    const passkey = await finishStaffPasskeyRegistration(
      c.get('ctx'),
      signedInStaff,
      answer,
      actorOf(c),
    );
    return c.json(succeed(c, presentPasskey(passkey)), 200);
  });
}

function registerPasskeyList(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(listRoute, async (c) => {
    const passkeys = await listStaffPasskeys(c.get('ctx'), c.get('staff').member.id);
    return c.json(succeed(c, passkeys.map(presentPasskey)), 200);
  });

  surface.openapi(renameRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { name } = c.req.valid('json');
    const { member } = c.get('staff');
    const passkey = await renameStaffPasskey(c.get('ctx'), member, id, name, actorOf(c));
    return c.json(succeed(c, presentPasskey(passkey)), 200);
  });

  surface.openapi(removeRoute, async (c) => {
    const { id } = c.req.valid('param');
    await removeStaffPasskey(c.get('ctx'), c.get('staff'), id, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });
}
