import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { answerChallenge } from '../../domain/customers/staff-authentication/second-factor.ts';
import { signInStaffWithPassword } from '../../domain/customers/staff-authentication/sign-in-with-password.ts';
import { refreshStaffSession } from '../../domain/customers/staff/sessions.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { text } from '../../http/fields.ts';
import { openRoute, type StaffGroup } from './group.ts';
import { presentSignIn, handOver } from './present.ts';

export const ChallengeDue = z
  .object({
    requires_2fa: z.literal(true),
    challenge_token: z
      .string()
      .openapi({ description: '`xch_…`, valid for one sign-in, five attempts and five minutes.' }),
  })
  .openapi('SignInChallenge');

export const ChallengeAnswer = z.strictObject({
  challenge_token: text('challenge_token', 200),
  code: text('code', 40),
});

const common = (group: StaffGroup) => ({
  ...openRoute(group),
  method: 'post' as const,
  middleware: [group.byAddress, requireJsonObject],
});

const loginRoute = (group: StaffGroup) =>
  createRoute({
    ...common(group),
    path: '/auth/login',
    operationId: `${group.audience}Login`,
    summary: 'Sign in with email address and password',
    description:
      'If two-factor authentication is on, the response is a challenge instead of tokens.',
    request: { body: bodyOf(group.Login) },
    responses: {
      ...ok('Tokens, or a challenge.', z.union([group.Tokens, ChallengeDue])),
      ...errorResponses(400, 401, 403, 413, 429, 500),
    },
  });

const challengeRoute = (group: StaffGroup) =>
  createRoute({
    ...common(group),
    path: '/auth/2fa/challenge',
    operationId: `${group.audience}AnswerChallenge`,
    summary: 'Complete a sign-in with a code',
    description: 'Accepts a code of the authenticator, or a recovery code.',
    request: { body: bodyOf(ChallengeAnswer) },
    responses: { ...ok('Tokens.', group.Tokens), ...errorResponses(400, 401, 413, 429, 500) },
  });

const refreshRoute = (group: StaffGroup) =>
  createRoute({
    ...common(group),
    path: '/auth/refresh',
    operationId: `${group.audience}Refresh`,
    summary: 'Exchange the refresh token for new tokens',
    description: 'Rotates the refresh token. Using an older one ends the session.',
    request: { body: bodyOf(z.strictObject({ refresh_token: text('refresh_token', 200) })) },
    responses: { ...ok('Tokens.', group.Tokens), ...errorResponses(400, 401, 413, 429, 500) },
  });

export function registerSignIn(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(loginRoute(group), async (c) => {
    const { tenant_id: tenantId, ...typed } = c.req.valid('json');
    const scope = { audience: group.audience, ...(tenantId !== undefined && { tenantId }) };
    const answer = await signInStaffWithPassword(c.get('ctx'), scope, typed, callerOf(c));
    return c.json(succeed(c, presentSignIn(c, group, answer)), 200);
  });

  surface.openapi(challengeRoute(group), async (c) => {
    const { challenge_token: challengeToken, code } = c.req.valid('json');
    const answer = { challengeToken, code };
    const tokens = await answerChallenge(c.get('ctx'), group.audience, answer, callerOf(c));
    return c.json(succeed(c, handOver(c, group, tokens)), 200);
  });

  surface.openapi(refreshRoute(group), async (c) => {
    const { refresh_token: token } = c.req.valid('json');
    return c.json(
      succeed(
        c,
        handOver(c, group, await refreshStaffSession(c.get('ctx'), group.audience, token)),
      ),
      200,
    );
  });
}
