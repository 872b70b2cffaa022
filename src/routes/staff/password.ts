import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { changeStaffPassword } from '../../domain/customers/staff-authentication/change-password.ts';
import {
  requestStaffReset,
  resetStaffPassword,
} from '../../domain/customers/staff-authentication/reset-password.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { actorOf, callerOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { DONE, Done, text } from '../../http/fields.ts';
import { chooseLanguage } from '../../http/pages/languages.ts';
import { openRoute, ownChangeWithBodyRoute, type StaffGroup } from './group.ts';
import { resetUrlOf } from './reset-page.ts';
import { newPassword } from './new-password.ts';

const open = (group: StaffGroup) => ({
  ...openRoute(group),
  method: 'post' as const,
  middleware: [group.byAddress, requireJsonObject],
});

const forgotRoute = (group: StaffGroup) =>
  createRoute({
    ...open(group),
    path: '/auth/forgot-password',
    operationId: `${group.audience}ForgotPassword`,
    summary: 'Request a password reset link',
    description: 'The response and its timing are the same whether or not the member exists.',
    request: {
      body: bodyOf(z.strictObject({ email: z.email('email must be an email address.').max(320) })),
    },
    responses: {
      ...ok('A link is sent if the member exists.', Done),
      ...errorResponses(400, 413, 429, 500),
    },
  });

const resetRoute = (group: StaffGroup) =>
  createRoute({
    ...open(group),
    path: '/auth/reset-password',
    operationId: `${group.audience}ResetPassword`,
    summary: 'Set a new password with the emailed link',
    description: 'Ends every session and removes every passkey. Authenticator codes remain active.',
    request: {
      body: bodyOf(
        z.strictObject({ token: text('token', 200), password: newPassword('password') }),
      ),
    },
    responses: { ...ok('Done.', Done), ...errorResponses(400, 413, 429, 500) },
  });

const changeRoute = (group: StaffGroup) =>
  createRoute({
    ...ownChangeWithBodyRoute(group),
    method: 'post',
    path: '/auth/change-password',
    operationId: `${group.audience}ChangePassword`,
    summary: 'Change your own password',
    description: 'Ends every other session.',
    request: {
      body: bodyOf(
        z.strictObject({
          current_password: text('current_password', 1024),
          new_password: newPassword('new_password'),
        }),
      ),
    },
    responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 403, 413, 429, 500) },
  });

export function registerPassword(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(forgotRoute(group), async (c) => {
    const ctx = c.get('ctx');
    const { email } = c.req.valid('json');
    const mail = { locale: chooseLanguage(c, []).language, urlOf: resetUrlOf(ctx, group) };
    await requestStaffReset(ctx, group.audience, email, callerOf(c), mail);
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(resetRoute(group), async (c) => {
    await resetStaffPassword(c.get('ctx'), group.audience, c.req.valid('json'), callerOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(changeRoute(group), async (c) => {
    const { current_password: current, new_password: next } = c.req.valid('json');
    await changeStaffPassword(c.get('ctx'), c.get('staff'), { current, next }, actorOf(c));
    return c.json(succeed(c, DONE), 200);
  });
}
