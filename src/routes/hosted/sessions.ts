// The page's own API, step by step. Everything is said by the browser that holds the session's cookie.
import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  answerChallenge,
  cancelSession,
  extendSession,
  giveConsent,
  noteCamera,
  openLink,
  requestAssistance,
  requestChallenge,
  sendAgeEvidence,
  settleFromSandboxBar,
  viewSession,
} from '../../domain/verification/hosted-session.ts';
import type { CameraSignals } from '../../domain/verification/rules/risk.ts';
import type { AppEnv } from '../../http/app-env.ts';
import {
  readSessionCookie,
  requireBrowserProof,
  setSessionCookie,
} from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import * as contract from './contracts.ts';
import { countMissedLink } from './missed-link.ts';
import { presentChallenge } from './present.ts';
import type { CameraReport } from './schemas.ts';
import { answerSession, answerStep } from './session-route.ts';

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  registerOpening(surface);
  registerEvidence(surface);
  registerEndings(surface);
}

function registerOpening(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.open, async (c) => {
    const country = c.req.raw.cf?.country;
    const { token, embedded, attempt } = c.req.valid('json');
    const { session, cookie } = await openLink(
      c.get('ctx'),
      { token, attempt },
      (sessionId) => readSessionCookie(c, sessionId),
      typeof country === 'string' ? country : undefined,
    ).catch((error: unknown) => countMissedLink(c, error));
    const mayBeFramed = (session.record.tenant.embedOrigins ?? []).length > 0;
    setSessionCookie(c, session.record.id, cookie, embedded === true && mayBeFramed);
    return answerSession(c, session);
  });

  surface.openapi(contract.view, (c) => answerStep(c, viewSession));

  surface.openapi(contract.consent, (c) => answerStep(c, giveConsent));

  surface.openapi(contract.camera, (c) => answerStep(c, noteCamera));
}

function registerEvidence(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.challenge, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const { relaxed = false } = c.req.valid('json');
    const challenge = await requestChallenge(c.get('ctx'), proof, relaxed);
    return c.json(succeed(c, presentChallenge(challenge)), 200);
  });

  surface.openapi(contract.liveness, async (c) => {
    const { challenge_id: challengeId, samples, camera } = c.req.valid('json');
    const answer = { challengeId, samples, signals: toSignals(camera) };
    return answerStep(c, (ctx, proof) => answerChallenge(ctx, proof, answer));
  });

  surface.openapi(contract.age, async (c) => {
    const { age_nonce: nonce, samples, camera } = c.req.valid('json');
    const evidence = { nonce, samples, signals: toSignals(camera) };
    return answerStep(c, (ctx, proof) => sendAgeEvidence(ctx, proof, evidence));
  });
}

function registerEndings(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.cancel, (c) => answerStep(c, cancelSession));

  surface.openapi(contract.assistance, (c) => answerStep(c, requestAssistance));

  surface.openapi(contract.extension, (c) => answerStep(c, extendSession));

  surface.openapi(contract.sandbox, async (c) => {
    const { outcome, reason } = c.req.valid('json');
    return answerStep(c, (ctx, proof) => settleFromSandboxBar(ctx, proof, outcome, reason));
  });
}

function toSignals(camera: CameraReport | undefined): CameraSignals | undefined {
  return (
    camera && {
      virtualLabel: camera.virtual_label,
      repeatedFrames: camera.repeated_frames,
      intervalVariation: camera.interval_variation,
    }
  );
}
