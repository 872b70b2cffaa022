// The steps of the page's API that carry no evidence, such as viewing the session, giving consent,
// reporting that the camera works, and ending the session early.
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import {
  cancelSession,
  chooseWay,
  extendSession,
  giveConsent,
  noteCamera,
  requestAssistance,
  settleSandbox,
  viewSession,
} from '../../domain/verification/browser-session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { ConsentBody } from './consent-schemas.ts';
import { WayBody } from './ways-schemas.ts';
import { EmptyBody, SandboxBody, type SessionView } from './schemas.ts';
import {
  answerStep,
  IdParam,
  limitBySession,
  SECURITY,
  sessionAnswer,
  sessionPost,
  TAGS,
} from './session-route.ts';

const view = createRoute({
  method: 'get',
  path: '/sessions/{id}',
  operationId: 'viewHostedSession',
  summary: 'Read the session',
  tags: TAGS,
  security: SECURITY,
  middleware: [limitBySession] as const,
  request: { params: IdParam },
  responses: { ...sessionAnswer, ...errorResponses(401, 409, 429, 500) },
});

const consent = sessionPost('/consent', 'giveConsent', 'Consent', ConsentBody);
const way = sessionPost('/way', 'chooseHostedWay', 'Choose between estimate and document', WayBody);
const camera = sessionPost('/camera', 'noteCamera', 'Report that the camera works', EmptyBody);
const cancel = sessionPost('/cancel', 'cancelSession', 'Cancel', EmptyBody);
const assistance = sessionPost(
  '/assistance',
  'requestAssistance',
  'Report that the person cannot do what the check asks',
  EmptyBody,
);
const extension = sessionPost('/extension', 'extendSession', 'Ask for more time', EmptyBody);
const sandbox = sessionPost(
  '/sandbox',
  'settleFromSandboxBar',
  'Settle a test session',
  SandboxBody,
);

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(view, (c) => answerStep(c, viewSession));

  surface.openapi(consent, async (c) => {
    const { notice, scopes, document_fields: fields, faces, witness } = c.req.valid('json');
    const shown = {
      ...(notice !== undefined && { notice }),
      ...(scopes !== undefined && { scopes }),
      ...(fields !== undefined && { fields }),
      ...(faces !== undefined && { faces: toFaceRules(faces) }),
    };
    return answerStep(c, (ctx, proof) => giveConsent(ctx, proof, shown, witness));
  });

  surface.openapi(way, async (c) => {
    const { way: chosen } = c.req.valid('json');
    return answerStep(c, (ctx, proof) => chooseWay(ctx, proof, chosen));
  });

  surface.openapi(camera, (c) => answerStep(c, noteCamera));

  surface.openapi(cancel, (c) => answerStep(c, cancelSession));

  surface.openapi(assistance, (c) => answerStep(c, requestAssistance));

  surface.openapi(extension, (c) => answerStep(c, extendSession));

  surface.openapi(sandbox, async (c) => {
    const { outcome, reason } = c.req.valid('json');
    return answerStep(c, (ctx, proof) => settleSandbox(ctx, proof, outcome, reason));
  });
}

const toFaceRules = ({
  compared,
  kept_days: keptDays,
}: Pick<NonNullable<SessionView['privacy']['faces']>, 'compared' | 'kept_days'>) => ({
  ...(compared !== undefined && { isCompared: compared }),
  ...(keptDays !== undefined && { keptDays }),
});
