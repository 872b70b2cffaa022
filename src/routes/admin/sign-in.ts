import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { answerChallenge, signInWithPassword } from '../../domain/staff/sign-in.ts';
import { refreshStaffSession } from '../../domain/staff/sessions.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byAddress } from '../../http/auth/admin.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { presentSignIn, presentTokens } from './present.ts';
import { AdminUser, text } from './schemas.ts';

export const Tokens = z
  .object({
    access_token: z.string().openapi({ description: 'JWT, 15 minutes.' }),
    refresh_token: z.string().openapi({ description: '`xart_…`, good once, within 12 hours.' }),
    token_type: z.literal('Bearer'),
    expires_in: z.int().openapi({ description: 'Seconds.', example: 900 }),
    user: AdminUser,
  })
  .openapi('AdminTokens');

const ChallengeDue = z
  .object({
    requires_2fa: z.literal(true),
    challenge_token: z
      .string()
      .openapi({ description: '`xch_…`: good for one sign-in, five tries, five minutes.' }),
  })
  .openapi('AdminChallenge');

const common = {
  method: 'post' as const,
  tags: ['Admin sign-in'],
  security: [] as { bearer: string[] }[],
  middleware: [byAddress, requireJsonObject],
};

const loginRoute = createRoute({
  ...common,
  path: '/auth/login',
  operationId: 'adminLogin',
  summary: 'Sign in with mail and password',
  description: 'With two-factor authentication on, the answer is a challenge instead of tokens.',
  request: {
    body: bodyOf(z.object({ email: text('email', 320), password: text('password', 1024) })),
  },
  responses: {
    ...ok('Tokens, or a challenge.', z.union([Tokens, ChallengeDue])),
    ...errorResponses(400, 401, 403, 413, 429, 500),
  },
});

const challengeRoute = createRoute({
  ...common,
  path: '/auth/2fa/challenge',
  operationId: 'adminAnswerChallenge',
  summary: 'Complete a sign-in with a code',
  description: 'A code of the authenticator, or a recovery code.',
  request: {
    body: bodyOf(
      z.object({ challenge_token: text('challenge_token', 200), code: text('code', 40) }),
    ),
  },
  responses: { ...ok('Tokens.', Tokens), ...errorResponses(400, 401, 413, 429, 500) },
});

const refreshRoute = createRoute({
  ...common,
  path: '/auth/refresh',
  operationId: 'adminRefresh',
  summary: 'Exchange the refresh token for new tokens',
  description: 'Rotates. Using an older one ends the session.',
  request: { body: bodyOf(z.object({ refresh_token: text('refresh_token', 200) })) },
  responses: { ...ok('Tokens.', Tokens), ...errorResponses(400, 401, 413, 429, 500) },
});

export function registerSignIn(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(loginRoute, async (c) => {
    const answer = await signInWithPassword(
      c.get('ctx'),
      'admin',
      c.req.valid('json'),
      callerOf(c),
    );
    return c.json(succeed(c, presentSignIn(answer)), 200);
  });

  surface.openapi(challengeRoute, async (c) => {
    const { challenge_token: challengeToken, code } = c.req.valid('json');
    const answer = { challengeToken, code };
    const tokens = await answerChallenge(c.get('ctx'), 'admin', answer, callerOf(c));
    return c.json(succeed(c, presentTokens(tokens)), 200);
  });

  surface.openapi(refreshRoute, async (c) => {
    const { refresh_token: token } = c.req.valid('json');
    return c.json(
      succeed(c, presentTokens(await refreshStaffSession(c.get('ctx'), 'admin', token))),
      200,
    );
  });
}
