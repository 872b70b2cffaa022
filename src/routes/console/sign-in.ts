// Sign-in with password and second factor, with the same use cases, limits and audit entries as the
// bearer routes (routes/staff/sign-in.ts).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { answerChallenge } from '../../domain/customers/staff-authentication/second-factor.ts';
import { signInStaffWithPassword } from '../../domain/customers/staff-authentication/sign-in-with-password.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import type { StaffGroup } from '../staff/group.ts';
import { ChallengeAnswer, ChallengeDue } from '../staff/sign-in.ts';
import { endPending, pendingOf } from './pending-sign-in.ts';
import { consoleRoute, handOverToPage, operationOf, signedInOf } from './console-route.ts';

const loginRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/login`,
    operationId: operationOf(group, 'Login'),
    summary: 'Sign in with email address and password',
    description: 'Sets the cookie, or responds with a challenge for the second factor.',
    request: { body: bodyOf(group.Login) },
    responses: {
      ...ok('Signed in, or a challenge.', z.union([signedInOf(group), ChallengeDue])),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

const challengeRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/challenge`,
    operationId: operationOf(group, 'AnswerChallenge'),
    summary: 'Complete a sign-in with a code',
    request: { body: bodyOf(ChallengeAnswer) },
    responses: {
      ...ok('Signed in.', signedInOf(group)),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

export function registerSignIn(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(loginRoute(group), async (c) => {
    const { tenant_id: tenantId, ...typed } = c.req.valid('json');
    const scope = { audience: group.audience, ...(tenantId !== undefined && { tenantId }) };
    const pending = await pendingOf(c, group);
    const answer = await signInStaffWithPassword(c.get('ctx'), scope, typed, callerOf(c), pending);
    if (answer.done) await endPending(c, pending);
    const data = answer.done
      ? handOverToPage(c, group, answer.tokens)
      : { requires_2fa: true as const, challenge_token: answer.challengeToken };
    return c.json(succeed(c, data), 200);
  });

  surface.openapi(challengeRoute(group), async (c) => {
    const { challenge_token: challengeToken, code } = c.req.valid('json');
    const answer = { challengeToken, code };
    const pending = await pendingOf(c, group);
    const { audience } = group;
    const tokens = await answerChallenge(c.get('ctx'), audience, answer, callerOf(c), pending);
    await endPending(c, pending);
    return c.json(succeed(c, handOverToPage(c, group, tokens)), 200);
  });
}
