import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  beginStaffPasskeyRegistration,
  finishStaffPasskeyRegistration,
} from '../../domain/customers/staff-authentication/register-passkey.ts';
import {
  beginStaffPasskeySignIn,
  finishStaffPasskeySignIn,
} from '../../domain/customers/staff-authentication/sign-in-with-passkey.ts';
import {
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
} from '../../domain/customers/staff/passkeys.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { actorOf, callerOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok, optionalBodyOf } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, givenName } from '../../http/fields.ts';
import {
  openRoute,
  ownChangeRoute,
  ownChangeWithBodyRoute,
  signedInRoute,
  type StaffGroup,
} from './group.ts';
import { handOver, presentCeremony, presentPasskey } from './present.ts';
import {
  AssertionBody,
  AttestationBody,
  Ceremony,
  readSessionId,
  SessionIdHeader,
  SessionIdQuery,
} from './passkey-schemas.ts';

const Passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    backed_up: z
      .boolean()
      .openapi({ description: 'Whether the passkey is synced by its provider.' }),
    created_at: z.string(),
    last_used_at: z.string().optional(),
  })
  .openapi('StaffPasskey');

const beginRoute = (group: StaffGroup) =>
  createRoute({
    ...openRoute(group),
    method: 'post',
    path: '/auth/passkey/authenticate/begin',
    operationId: `${group.audience}BeginPasskeySignIn`,
    summary: 'Begin a sign-in with a passkey',
    description:
      'Without an email address the browser offers every passkey that it holds for this service. With one, the response always lists five credentials, of which some or all may not exist.',
    request: {
      body: optionalBodyOf(
        z.strictObject({
          email: z.email('email must be an email address.').max(320).optional(),
        }),
      ),
    },
    responses: {
      ...ok('Options for the browser.', Ceremony),
      ...errorResponses(400, 401, 413, 429, 500),
    },
  });

const finishRoute = (group: StaffGroup) =>
  createRoute({
    ...openRoute(group),
    method: 'post',
    path: '/auth/passkey/authenticate/finish',
    operationId: `${group.audience}FinishPasskeySignIn`,
    summary: 'Complete a sign-in with a passkey',
    description:
      'The session ID is sent in the header or in the query. No second factor is required.',
    middleware: [group.byAddress, requireJsonObject],
    request: { headers: SessionIdHeader, query: SessionIdQuery, body: bodyOf(AssertionBody) },
    responses: { ...ok('Tokens.', group.Tokens), ...errorResponses(400, 401, 403, 413, 429, 500) },
  });

const registerBeginRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeRoute(group),
    method: 'post',
    path: '/auth/passkey/register/begin',
    operationId: `${group.audience}BeginPasskeyRegistration`,
    summary: 'Begin to add a passkey',
    description: 'Requires a sign-in within the last five minutes (403 FRESH_SIGN_IN_REQUIRED).',
    responses: {
      ...ok('Options for the browser.', Ceremony),
      ...errorResponses(401, 403, 429, 500),
    },
  });

const registerFinishRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeWithBodyRoute(group),
    method: 'post',
    path: '/auth/passkey/register/finish',
    operationId: `${group.audience}FinishPasskeyRegistration`,
    summary: 'Finish adding a passkey',
    request: { headers: SessionIdHeader, query: SessionIdQuery, body: bodyOf(AttestationBody) },
    responses: {
      ...ok('The passkey.', Passkey),
      ...errorResponses(400, 401, 403, 409, 413, 429, 500),
    },
  });

const listRoute = (group: StaffGroup) =>
  createRoute({
    ...signedInRoute(group),
    method: 'get',
    path: '/auth/passkeys',
    operationId: `${group.audience}ListPasskeys`,
    summary: 'List your own passkeys',
    responses: {
      ...ok('In order of creation.', z.array(Passkey)),
      ...errorResponses(401, 429, 500),
    },
  });

const renameRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeWithBodyRoute(group),
    method: 'patch',
    path: '/auth/passkeys/{id}',
    operationId: `${group.audience}RenamePasskey`,
    summary: 'Rename one of your own passkeys',
    request: { params: group.PasskeyId, body: bodyOf(z.strictObject({ name: givenName('name') })) },
    responses: {
      ...ok('The passkey.', Passkey),
      ...errorResponses(400, 401, 403, 404, 413, 429, 500),
    },
  });

const removeRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeRoute(group),
    method: 'delete',
    path: '/auth/passkeys/{id}',
    operationId: `${group.audience}RemovePasskey`,
    summary: 'Remove one of your own passkeys',
    request: { params: group.PasskeyId },
    description: 'Requires a sign-in within the last five minutes (403 FRESH_SIGN_IN_REQUIRED).',
    responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 404, 429, 500) },
  });

export function registerPasskeys(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  registerPasskeySignIn(surface, group);
  registerPasskeyEnrolment(surface, group);
  registerPasskeyList(surface, group);
}

function registerPasskeySignIn(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(beginRoute(group), async (c) => {
    const { email } = c.req.valid('json');
    const begun = await beginStaffPasskeySignIn(c.get('ctx'), group.audience, email);
    return c.json(succeed(c, presentCeremony(begun)), 200);
  });

  surface.openapi(finishRoute(group), async (c) => {
    const sessionId = readSessionId(c.req.valid('header'), c.req.valid('query'));
    const answer = { ceremony: sessionId, response: c.req.valid('json') };
    const tokens = await finishStaffPasskeySignIn(
      c.get('ctx'),
      group.audience,
      answer,
      callerOf(c),
    );
    return c.json(succeed(c, handOver(c, group, tokens)), 200);
  });
}

function registerPasskeyEnrolment(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(registerBeginRoute(group), async (c) => {
    const begun = await beginStaffPasskeyRegistration(c.get('ctx'), c.get('staff'));
    return c.json(succeed(c, presentCeremony(begun)), 200);
  });

  surface.openapi(registerFinishRoute(group), async (c) => {
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

function registerPasskeyList(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(listRoute(group), async (c) => {
    const passkeys = await listStaffPasskeys(c.get('ctx'), c.get('staff').member.id);
    return c.json(succeed(c, passkeys.map(presentPasskey)), 200);
  });

  surface.openapi(renameRoute(group), async (c) => {
    const { id } = c.req.valid('param');
    const { name } = c.req.valid('json');
    const { member } = c.get('staff');
    const passkey = await renameStaffPasskey(c.get('ctx'), member, id, name, actorOf(c));
    return c.json(succeed(c, presentPasskey(passkey)), 200);
  });

  surface.openapi(removeRoute(group), async (c) => {
    const { id } = c.req.valid('param');
    await removeStaffPasskey(c.get('ctx'), c.get('staff'), id, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });
}
