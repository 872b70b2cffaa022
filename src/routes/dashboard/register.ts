import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import {
  sendEmailLink,
  verifyStaffEmail,
} from '../../domain/customers/staff-authentication/verify-email.ts';
import { registerCustomer } from '../../domain/customers/team-membership/register-customer.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byAddress } from '../../http/auth/dashboard.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { bodyOf, created, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { Done, DONE, text } from '../../http/fields.ts';
import { chooseLanguage } from '../../http/pages/languages.ts';
import { signedInRoute } from '../staff/group.ts';
import { handOver } from '../staff/present.ts';
import { DASHBOARD, SignUp } from './staff-group.ts';

const open = {
  method: 'post' as const,
  tags: [DASHBOARD.tag],
  security: [] as { bearer: string[] }[],
  middleware: [byAddress, requireJsonObject],
};

const registerRoute = createRoute({
  ...open,
  path: '/auth/register',
  operationId: 'dashboardRegister',
  summary: 'Sign up: create a customer and its owner',
  description:
    'Signs in and emails a confirmation link. Until it is used, there are only test keys, limited to 100 sessions a day, and no webhooks, OAuth clients or invitations; sign-in also requires `tenant_id`; after 30 days the customer is removed. The response is the same if the address is already in use.',
  request: {
    body: bodyOf(SignUp),
  },
  responses: {
    ...created('The owner is signed in.', DASHBOARD.Tokens),
    ...errorResponses(400, 413, 429, 500),
  },
});

const verifyRoute = createRoute({
  ...open,
  path: '/auth/verify-email',
  operationId: 'dashboardVerifyEmail',
  summary: 'Confirm the email address with the emailed link',
  description:
    'Requires the password chosen at sign-up. A wrong password leaves the link valid and counts as a failed sign-in. Other customers registered with the address are removed; 409 if the address was already confirmed for another customer.',
  request: {
    body: bodyOf(z.strictObject({ token: text('token', 200), password: text('password', 1024) })),
  },
  responses: { ...ok('Done.', Done), ...errorResponses(400, 401, 409, 413, 429, 500) },
});

const resendRoute = createRoute({
  ...signedInRoute(DASHBOARD),
  method: 'post',
  path: '/auth/resend-verification',
  operationId: 'dashboardResendVerification',
  summary: 'Send the confirmation link again',
  description: 'Earlier links become invalid.',
  responses: { ...ok('The message is queued.', Done), ...errorResponses(401, 409, 429, 500) },
});

export function registerRegister(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(registerRoute, async (c) => {
    const tokens = await registerCustomer(
      c.get('ctx'),
      c.req.valid('json'),
      callerOf(c),
      chooseLanguage(c, []).language,
    );
    return c.json(succeed(c, handOver(c, DASHBOARD, tokens)), 201);
  });

  surface.openapi(verifyRoute, async (c) => {
    await verifyStaffEmail(c.get('ctx'), c.req.valid('json'), callerOf(c));
    return c.json(succeed(c, DONE), 200);
  });

  surface.openapi(resendRoute, async (c) => {
    await sendEmailLink(c.get('ctx'), c.get('staff').member, chooseLanguage(c, []).language);
    return c.json(succeed(c, DONE), 200);
  });
}
