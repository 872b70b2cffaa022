// Contracts of the hosted page's own API: not for customers, described all the same.
import { createRoute } from '@hono/zod-openapi';
import { requireJsonObject } from '../../http/body.ts';
import { envelopeOf } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import {
  AgeSubmission,
  Challenge,
  ChallengeBody,
  ConsentBody,
  EmptyBody,
  HandoffLink,
  LivenessSubmission,
  RedeemBody,
  SandboxBody,
} from './schemas.ts';
import {
  IdParam,
  jsonBody,
  limitBySession,
  SECURITY,
  sessionAnswer,
  sessionPost,
  TAGS,
} from './session-route.ts';

export const open = createRoute({
  method: 'post',
  path: '/sessions',
  operationId: 'openLink',
  summary: 'Redeem the link, or resume it in the browser that did',
  description: 'Sets the cookie that every other call of the page needs.',
  tags: TAGS,
  middleware: [requireSameOrigin, requireJsonObject] as const,
  request: { body: jsonBody(RedeemBody) },
  responses: { ...sessionAnswer, ...errorResponses(400, 403, 404, 409, 413, 429, 500) },
});

export const join = createRoute({
  method: 'post',
  path: '/handoffs',
  operationId: 'joinHandoff',
  summary: 'Redeem a hand-off link on a phone',
  description: 'Single use. The phone may look, and act once its owner has confirmed.',
  tags: TAGS,
  middleware: [requireSameOrigin, requireJsonObject] as const,
  request: { body: jsonBody(RedeemBody) },
  responses: { ...sessionAnswer, ...errorResponses(400, 403, 404, 413, 429, 500) },
});

export const view = createRoute({
  method: 'get',
  path: '/sessions/{id}',
  operationId: 'viewHostedSession',
  summary: 'Read the session',
  tags: TAGS,
  security: SECURITY,
  middleware: [limitBySession] as const,
  request: { params: IdParam },
  responses: { ...sessionAnswer, ...errorResponses(401, 429, 500) },
});

export const challenge = createRoute({
  method: 'post',
  path: '/sessions/{id}/liveness/challenge',
  operationId: 'issueChallenge',
  summary: 'Ask for a liveness challenge',
  description: 'Random, single use, 60 seconds. At most six for one session.',
  tags: TAGS,
  security: SECURITY,
  middleware: [requireSameOrigin, limitBySession, requireJsonObject] as const,
  request: { params: IdParam, body: jsonBody(ChallengeBody) },
  responses: {
    200: {
      description: 'What to do, in order.',
      content: { 'application/json': { schema: envelopeOf(Challenge) } },
    },
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

export const offer = createRoute({
  method: 'post',
  path: '/sessions/{id}/handoff',
  operationId: 'offerHandoff',
  summary: 'Make a link that moves the session to a phone',
  description: 'Single use, five minutes; an older link stops working.',
  tags: TAGS,
  security: SECURITY,
  middleware: [requireSameOrigin, limitBySession, requireJsonObject] as const,
  request: { params: IdParam, body: jsonBody(EmptyBody) },
  responses: {
    200: {
      description: 'The link, and the code that both screens show.',
      content: { 'application/json': { schema: envelopeOf(HandoffLink) } },
    },
    ...errorResponses(400, 401, 403, 409, 413, 429, 500),
  },
});

export const consent = sessionPost('/consent', 'giveConsent', 'Consent', ConsentBody);
export const camera = sessionPost('/camera', 'noteCamera', 'Note that the camera works', EmptyBody);
export const liveness = sessionPost(
  '/liveness',
  'answerChallenge',
  'Answer the challenge with a pose trajectory',
  LivenessSubmission,
);
export const age = sessionPost('/age', 'sendAgeEvidence', 'Send age estimates', AgeSubmission);
export const cancel = sessionPost('/cancel', 'cancelSession', 'Cancel', EmptyBody);
export const assistance = sessionPost(
  '/assistance',
  'requestAssistance',
  'Say that the person cannot do what is asked',
  EmptyBody,
);
export const extension = sessionPost('/extension', 'extendSession', 'Ask for more time', EmptyBody);
export const confirm = sessionPost(
  '/handoff/confirm',
  'confirmHandoff',
  'Say, on the phone, that the computer is one’s own',
  EmptyBody,
);
export const end = sessionPost('/handoff/end', 'endHandoff', 'Go on at the computer', EmptyBody);
export const sandbox = sessionPost(
  '/sandbox',
  'settleFromSandboxBar',
  'Settle a test session',
  SandboxBody,
);
