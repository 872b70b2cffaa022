// Contracts of the hosted page's own API: not for customers, described all the same.
import { createRoute, z } from '@hono/zod-openapi';
import { requireJsonObject } from '../../http/body.ts';
import { envelopeOf } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import {
  AgeBody,
  Challenge,
  ConsentBody,
  EmptyBody,
  LivenessBody,
  RedeemBody,
  SandboxBody,
  SessionView,
} from './schemas.ts';

const IdParam = z.object({ id: z.string().openapi({ description: 'The `id` of the view.' }) });
const bySession = limitVolume('hosted', (c) => c.req.param('id') ?? '');
const tags = ['Hosted page'];
const security = [{ browserCookie: [] }];

const sessionAnswer = {
  200: {
    description: 'The session as it is now.',
    content: { 'application/json': { schema: envelopeOf(SessionView) } },
  },
};

const body = <T extends z.ZodType>(schema: T) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/** A POST on a session that answers with the session. */
function sessionPost<const P extends string, T extends z.ZodType>(
  path: P,
  operationId: string,
  summary: string,
  schema: T,
) {
  return createRoute({
    method: 'post',
    path: `/sessions/{id}${path}` as const,
    operationId,
    summary,
    tags,
    security,
    middleware: [requireSameOrigin, bySession, requireJsonObject] as const,
    request: { params: IdParam, body: body(schema) },
    responses: { ...sessionAnswer, ...errorResponses(400, 401, 403, 404, 409, 413, 429, 500) },
  });
}

export const open = createRoute({
  method: 'post',
  path: '/sessions',
  operationId: 'openLink',
  summary: 'Redeem the link, or resume it in the browser that did',
  description: 'Sets the cookie that every other call of the page needs.',
  tags,
  middleware: [requireSameOrigin, requireJsonObject] as const,
  request: { body: body(RedeemBody) },
  responses: { ...sessionAnswer, ...errorResponses(400, 403, 404, 409, 413, 429, 500) },
});

export const view = createRoute({
  method: 'get',
  path: '/sessions/{id}',
  operationId: 'viewHostedSession',
  summary: 'Read the session',
  tags,
  security,
  middleware: [bySession] as const,
  request: { params: IdParam },
  responses: { ...sessionAnswer, ...errorResponses(401, 429, 500) },
});

export const challenge = createRoute({
  method: 'post',
  path: '/sessions/{id}/liveness/challenge',
  operationId: 'issueChallenge',
  summary: 'Ask for a liveness challenge',
  description: 'Random, single use, 60 seconds. At most six for one session.',
  tags,
  security,
  middleware: [requireSameOrigin, bySession, requireJsonObject] as const,
  request: { params: IdParam, body: body(EmptyBody) },
  responses: {
    200: {
      description: 'What to do, in order.',
      content: { 'application/json': { schema: envelopeOf(Challenge) } },
    },
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

export const consent = sessionPost('/consent', 'giveConsent', 'Consent', ConsentBody);
export const liveness = sessionPost(
  '/liveness',
  'answerChallenge',
  'Answer the challenge with a pose trajectory',
  LivenessBody,
);
export const age = sessionPost('/age', 'sendAgeEvidence', 'Send age estimates', AgeBody);
export const cancel = sessionPost('/cancel', 'cancelSession', 'Cancel', EmptyBody);
export const sandbox = sessionPost(
  '/sandbox',
  'settleFromSandboxBar',
  'Settle a test session',
  SandboxBody,
);
