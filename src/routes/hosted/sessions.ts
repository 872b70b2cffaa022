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
import type { CameraSignals } from '../../domain/verification/risk.ts';
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
import { answerSession } from './session-route.ts';

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  registerOpening(surface);
  registerEvidence(surface);
  registerEndings(surface);
}

function registerOpening(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.open, async (c) => {
    const country = c.req.raw.cf?.country;
    const { session, cookie } = await openLink(
      c.get('ctx'),
      c.req.valid('json').token,
      (sessionId) => readSessionCookie(c, sessionId),
      typeof country === 'string' ? country : undefined,
    ).catch((error: unknown) => countMissedLink(c, error));
    setSessionCookie(c, session.record.id, cookie);
    return c.json(answerSession(c, session), 200);
  });

  surface.openapi(contract.view, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(answerSession(c, await viewSession(c.get('ctx'), proof)), 200);
  });

  surface.openapi(contract.consent, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(answerSession(c, await giveConsent(c.get('ctx'), proof)), 200);
  });

  surface.openapi(contract.camera, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(answerSession(c, await noteCamera(c.get('ctx'), proof)), 200);
  });
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
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const answer = { challengeId, samples, signals: toSignals(camera) };
    return c.json(answerSession(c, await answerChallenge(c.get('ctx'), proof, answer)), 200);
  });

  surface.openapi(contract.age, async (c) => {
    const { age_nonce: nonce, samples, camera } = c.req.valid('json');
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const evidence = { nonce, samples, signals: toSignals(camera) };
    return c.json(answerSession(c, await sendAgeEvidence(c.get('ctx'), proof, evidence)), 200);
  });
}

function registerEndings(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.cancel, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(answerSession(c, await cancelSession(c.get('ctx'), proof)), 200);
  });

  surface.openapi(contract.assistance, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(answerSession(c, await requestAssistance(c.get('ctx'), proof)), 200);
  });

  surface.openapi(contract.extension, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    return c.json(answerSession(c, await extendSession(c.get('ctx'), proof)), 200);
  });

  surface.openapi(contract.sandbox, async (c) => {
    const { outcome, reason } = c.req.valid('json');
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const session = await settleFromSandboxBar(c.get('ctx'), proof, outcome, reason);
    return c.json(answerSession(c, session), 200);
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
