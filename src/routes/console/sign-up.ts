// Browser sign-up, with the same use case, limits and audit entry as /dashboard/v1/auth/register.
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { registerCustomer } from '../../domain/customers/team-membership/register-customer.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, created } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { chooseLanguage } from '../../http/pages/languages.ts';
import { DASHBOARD, SignUp } from '../dashboard/staff-group.ts';
import { consoleRoute, handOverToPage, operationOf, signedInOf } from './console-route.ts';

const route = createRoute({
  ...consoleRoute(DASHBOARD),
  path: '/dashboard/register',
  operationId: operationOf(DASHBOARD, 'Register'),
  summary: 'Sign up: create a customer and its owner',
  description: 'Sets the cookie and sends a confirmation link by email.',
  request: { body: bodyOf(SignUp) },
  responses: {
    ...created('The owner is signed in.', signedInOf(DASHBOARD)),
    ...errorResponses(400, 403, 413, 429, 500),
  },
});

export function registerSignUp(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(route, async (c) => {
    const { language } = chooseLanguage(c, []);
    const tokens = await registerCustomer(c.get('ctx'), c.req.valid('json'), callerOf(c), language);
    return c.json(succeed(c, handOverToPage(c, DASHBOARD, tokens)), 201);
  });
}
