// The steps of the page's API that carry evidence: the liveness challenge and its response, and age
// estimates.
import { type OpenAPIHono } from '@hono/zod-openapi';
import {
  requestChallenge,
  submitAge,
  submitLiveness,
} from '../../domain/verification/browser-session.ts';
import type { Challenge } from '../../domain/verification/rules/liveness/liveness-state.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import {
  AgeSubmission,
  ChallengeBody,
  Challenge as ChallengeView,
  LivenessSubmission,
} from './schemas.ts';
import { answerOf, answerStep, browserPost, sessionPost } from './session-route.ts';

const challenge = browserPost(
  '/liveness/challenge',
  {
    operationId: 'requestChallenge',
    summary: 'Request a liveness challenge',
    description:
      'The challenge is random, single use and valid for 60 seconds. At most six per session; one that is replaced because a gesture was left out does not count.',
  },
  ChallengeBody,
  answerOf('The challenge, with its actions in order.', ChallengeView),
);

const liveness = sessionPost(
  '/liveness',
  'submitLiveness',
  'Answer the challenge with a pose trajectory',
  LivenessSubmission,
);

const age = sessionPost('/age', 'submitAge', 'Send age estimates', AgeSubmission);

export function registerEvidence(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(challenge, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const { relaxed = false, gestures: shows = [], without = [] } = c.req.valid('json');
    const issued = await requestChallenge(c.get('ctx'), proof, relaxed, { shows, without });
    return c.json(succeed(c, presentChallenge(issued)), 200);
  });

  surface.openapi(liveness, (c) =>
    answerStep(c, (ctx, proof) => submitLiveness(ctx, proof, c.req.valid('json'))),
  );

  surface.openapi(age, (c) =>
    answerStep(c, (ctx, proof) => submitAge(ctx, proof, c.req.valid('json'))),
  );
}

const presentChallenge = ({
  id,
  nonce,
  actions,
  asideDegrees,
  light,
  lifetimeMs,
}: Challenge): ChallengeView => ({
  challenge_id: id,
  actions,
  ...(asideDegrees !== undefined && { aside_degrees: asideDegrees }),
  ...(nonce !== undefined && { nonce }),
  ...(light !== undefined && { light }),
  expires_in_ms: lifetimeMs,
});
