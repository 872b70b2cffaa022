// The page's own API, step by step. Everything is said by the browser that holds the session's cookie.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { LIFETIMES } from '../../config.ts';
import {
  answerChallenge,
  cancelSession,
  giveConsent,
  openLink,
  requestChallenge,
  sendAgeEvidence,
  settleFromSandboxBar,
  viewSession,
} from '../../domain/verification/hosted-session.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import {
  readSessionCookie,
  requireBrowserProof,
  setSessionCookie,
} from '../../http/auth/browser-cookie.ts';
import { clientAddress } from '../../http/client-address.ts';
import { succeed } from '../../http/envelope.ts';
import { countFailedGuess } from '../../http/guess-limit.ts';
import * as contract from './contracts.ts';
import { presentChallenge, presentSession } from './present.ts';

export function registerSessions(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(contract.open, async (c) => {
    const ctx = c.get('ctx');
    const country = c.req.raw.cf?.country;
    const { session, cookie } = await openLink(
      ctx,
      c.req.valid('json').token,
      (sessionId) => readSessionCookie(c, sessionId),
      typeof country === 'string' ? country : undefined,
    ).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND')
        await countFailedGuess(ctx, ctx.config.guessLimits.redeem, clientAddress(c));
      throw error;
    });
    setSessionCookie(c, session.record.id, cookie);
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });

  surface.openapi(contract.view, async (c) => {
    const ctx = c.get('ctx');
    const session = await viewSession(ctx, requireBrowserProof(c, c.req.valid('param').id));
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });

  surface.openapi(contract.consent, async (c) => {
    const ctx = c.get('ctx');
    const session = await giveConsent(ctx, requireBrowserProof(c, c.req.valid('param').id));
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });

  surface.openapi(contract.challenge, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const challenge = await requestChallenge(c.get('ctx'), proof);
    return c.json(succeed(c, presentChallenge(challenge, LIFETIMES.challengeMs)), 200);
  });

  surface.openapi(contract.liveness, async (c) => {
    const ctx = c.get('ctx');
    const { challenge_id: challengeId, samples } = c.req.valid('json');
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const session = await answerChallenge(ctx, proof, { challengeId, samples });
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });

  surface.openapi(contract.age, async (c) => {
    const ctx = c.get('ctx');
    const { age_nonce: nonce, samples } = c.req.valid('json');
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const session = await sendAgeEvidence(ctx, proof, { nonce, samples });
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });

  surface.openapi(contract.cancel, async (c) => {
    const ctx = c.get('ctx');
    const session = await cancelSession(ctx, requireBrowserProof(c, c.req.valid('param').id));
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });

  surface.openapi(contract.sandbox, async (c) => {
    const ctx = c.get('ctx');
    const { outcome, reason } = c.req.valid('json');
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const session = await settleFromSandboxBar(ctx, proof, outcome, reason);
    return c.json(succeed(c, presentSession(session, ctx.now())), 200);
  });
}
