// Face as a second factor, for a customer's backend: enrol, compare, read, erase (D-15).
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { beginFaceSession } from '../../domain/integration/face-2fa/begin-session.ts';
import {
  beginChallenge,
  readChallenge,
} from '../../domain/integration/face-2fa/begin-challenge.ts';
import type { ChallengeKind } from '../../domain/integration/face-2fa/challenge.ts';
import { presentChallenge } from '../../domain/integration/face-2fa/present-challenge.ts';
import { eraseFace, findEnrolled } from '../../domain/integration/face-2fa/users.ts';
import type { FaceOwner } from '../../domain/faces/face-templates/template.ts';
import type { Principal } from '../../domain/verification/customer.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireApiKey } from '../../http/auth/api-key.ts';
import { requireJsonObject } from '../../http/body.ts';
import { jsonOf, succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { FACE_CHALLENGE_EXAMPLE, FaceChallenge } from '../../http/contracts/face.ts';
import { rejectInvalid } from '../../http/validation.ts';
import { limitReads } from '../../http/volume-limit.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import {
  ACCEPTED_EXAMPLE,
  ChallengeParam,
  Deleted,
  FACE_SESSION_EXAMPLE,
  FACE_USER_EXAMPLE,
  FaceAccepted,
  FaceBody,
  FaceSession,
  FaceSessionBody,
  FaceUser,
  UserParam,
} from './face-schemas.ts';
import { FACE_UPLOAD, limitFaces } from './face-upload.ts';
import { IdempotencyHeader } from '../../http/idempotency.ts';

const common = { tags: ['Face 2FA'], security: [{ apiKey: [] }, { bearer: [] }] };
const forBackends = [requireApiKey('secret'), limitReads];

const uploadRoute = <const P extends string>(
  path: P,
  said: { operationId: string; summary: string; description: string },
) =>
  createRoute({
    ...common,
    ...said,
    method: 'post',
    path,
    middleware: FACE_UPLOAD,
    request: {
      headers: IdempotencyHeader,
      body: { required: true, content: { 'application/json': { schema: FaceBody } } },
    },
    responses: {
      201: {
        description: 'The picture is being measured. It is not stored.',
        content: jsonOf(FaceAccepted, ACCEPTED_EXAMPLE),
      },
      ...errorResponses(400, 401, 403, 413, 422, 429, 500, 503),
    },
  });

const registerRoute = uploadRoute('/2fa/register', {
  operationId: 'registerFace',
  summary: 'Enrol a face with one picture',
  description:
    'A single picture has no liveness: it only proves that somebody had a photograph. Once measured, it replaces the person’s previous face.',
});

const verifyRoute = uploadRoute('/2fa/verify', {
  operationId: 'verifyFace',
  summary: 'Compare a picture with the enrolled face',
  description:
    'A single picture has no liveness: combine it with a factor that a photograph cannot provide. `passed` of the status contains the answer.',
});

const sessionRoute = createRoute({
  ...common,
  method: 'post',
  path: '/2fa/sessions',
  operationId: 'createFaceSession',
  summary: 'Enrol or verify a live person’s face on the hosted page',
  description:
    'The person makes movements that are measured at the edge (D-98). The challenge ends in the same status, with `liveness: true`.',
  middleware: [requireApiKey('secret'), limitFaces, requireJsonObject] as const,
  request: {
    headers: IdempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: FaceSessionBody } } },
  },
  responses: {
    201: {
      description: 'The challenge exists. Send the person to the page.',
      content: jsonOf(FaceSession, FACE_SESSION_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 413, 422, 429, 500, 503),
  },
});

const statusRoute = createRoute({
  ...common,
  method: 'get',
  path: '/2fa/status/{challenge_id}',
  operationId: 'readFaceChallenge',
  summary: 'Read the outcome of an enrolment or a comparison',
  description:
    'Available for a day, or until the person is erased. The event `face_2fa.completed` reports every outcome too.',
  middleware: forBackends,
  request: { params: ChallengeParam },
  responses: {
    200: {
      description: 'Current status.',
      content: jsonOf(FaceChallenge, FACE_CHALLENGE_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 404, 429, 500),
  },
});

const userRoute = createRoute({
  ...common,
  method: 'get',
  path: '/2fa/users/{user_id}',
  operationId: 'readFaceUser',
  summary: 'Read whether a person is enrolled',
  middleware: forBackends,
  request: { params: UserParam },
  responses: {
    200: {
      description:
        'The enrolment status, also for unknown people. A face from an older model counts as not enrolled.',
      content: jsonOf(FaceUser, FACE_USER_EXAMPLE),
    },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

const deleteRoute = createRoute({
  ...common,
  method: 'delete',
  path: '/2fa/users/{user_id}',
  operationId: 'deleteFaceUser',
  summary: 'Erase a person’s face and challenges',
  description:
    'Takes effect immediately, and succeeds even if there is nothing to erase. Pictures that are still being measured enrol nobody.',
  middleware: forBackends,
  request: { params: UserParam },
  responses: {
    200: { description: 'Nothing remains.', content: jsonOf(Deleted, { deleted: true }) },
    ...errorResponses(400, 401, 403, 429, 500),
  },
});

export function registerFaces(surface: OpenAPIHono<AppEnv>): void {
  for (const [route, kind] of [
    [registerRoute, 'enroll'],
    [verifyRoute, 'verify'],
  ] as const)
    registerUpload(surface, route, kind);

  surface.openapi(
    sessionRoute,
    async (c) => {
      const { user_id: userId, kind, callback_url: callbackUrl } = c.req.valid('json');
      const key = c.req.valid('header')['idempotency-key'];
      const request = { kind, userId, callbackUrl };
      const begun = await beginFaceSession(c.get('ctx'), c.get('principal'), request, key);
      const answer = { challenge_id: begun.challengeId, verify_url: begun.verifyUrl };
      return c.json(succeed(c, answer), 201);
    },
    rejectInvalid((field) =>
      field === 'callback_url' ? ('INVALID_CALLBACK_URL' as const) : codeOf(field),
    ),
  );

  surface.openapi(statusRoute, async (c) => {
    const ctx = c.get('ctx');
    const { challenge_id: id } = c.req.valid('param');
    const challenge = await readChallenge(ctx, c.get('principal'), id);
    return c.json(succeed(c, presentChallenge(challenge, ctx.now())), 200);
  });

  surface.openapi(
    userRoute,
    async (c) => {
      const owner = ownerOf(c.get('principal'), c.req.valid('param').user_id);
      const face = await findEnrolled(c.get('ctx'), owner);
      const since = face && { enrolled_at: toTimestamp(face.enrolledAtMs) };
      return c.json(succeed(c, { enrolled: face !== undefined, ...since }), 200);
    },
    rejectInvalid(codeOf),
  );

  surface.openapi(
    deleteRoute,
    async (c) => {
      await eraseFace(c.get('ctx'), ownerOf(c.get('principal'), c.req.valid('param').user_id));
      return c.json(succeed(c, { deleted: true as const }), 200);
    },
    rejectInvalid(codeOf),
  );
}

function registerUpload(
  surface: OpenAPIHono<AppEnv>,
  route: typeof registerRoute | typeof verifyRoute,
  kind: ChallengeKind,
): void {
  surface.openapi(
    route,
    async (c) => {
      const { user_id: userId, image } = c.req.valid('json');
      const key = c.req.valid('header')['idempotency-key'];
      const request = { kind, userId, image };
      const { id } = await beginChallenge(c.get('ctx'), c.get('principal'), request, key);
      return c.json(succeed(c, { challenge_id: id, status: 'processing' as const }), 201);
    },
    rejectInvalid(codeOf),
  );
}

const codeOf = (field: string) =>
  field === 'user_id' ? ('INVALID_USER_ID' as const) : ('VALIDATION_FAILED' as const);

const ownerOf = ({ tenant, test }: Principal, userId: string): FaceOwner => ({
  tenantId: tenant.id,
  test,
  userId,
});
