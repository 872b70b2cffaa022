// Sign-in with the identity provider of a customer or of the operators: the redirect to the
// provider, the return, and any factor that is still missing (D-159, D-162).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  beginOperatorSignOn,
  beginSingleSignOn,
} from '../../domain/customers/provider-sign-in/begin.ts';
import { SsoRefused } from '../../domain/customers/provider-sign-in/faults.ts';
import { finishSingleSignOn } from '../../domain/customers/provider-sign-in/finish.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { setConsoleCookie } from '../../http/auth/console-cookie.ts';
import { setKnownDeviceCookie } from '../../http/auth/known-device-cookie.ts';
import { clearSsoCookie, readSsoCookie, setSsoCookie } from '../../http/auth/sso-cookie.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { NO_CONTROLS, NO_CONTROLS_PATTERN, text } from '../../http/fields.ts';
import { ADMIN } from '../admin/staff-group.ts';
import { DASHBOARD } from '../dashboard/staff-group.ts';
import type { StaffGroup } from '../staff/group.ts';
import { consoleRoute, operationOf } from './console-route.ts';
import { pendingOf } from './pending-sign-in.ts';

/**
 * Paths of two console pages: one for a completed sign-in, and one for a sign-in that still needs a
 * factor or has failed.
 */
const arrivedOf = ({ audience }: StaffGroup) => `/${audience}/joined`;
const doorOf = ({ audience }: StaffGroup) => `/${audience}/sso`;

/**
 * An email address as typed. Any text is accepted: if it is not an address, it has no domain with
 * single sign-on, and the response is the same as for an unknown domain. The pattern also keeps the
 * API description from declaring `format: email`.
 */
const typedAddress = text('email', 320)
  .regex(NO_CONTROLS, 'email must not have control characters.')
  .openapi({ pattern: NO_CONTROLS_PATTERN });

const Departure = z
  .object({
    redirect_to: z.string().nullable().openapi({
      description: 'null: single sign-on is not set up, or not for the domain of the address.',
    }),
  })
  .openapi('SsoDeparture');

const beginRoute = createRoute({
  ...consoleRoute(DASHBOARD),
  path: '/dashboard/sso/begin',
  operationId: operationOf(DASHBOARD, 'BeginSso'),
  summary: 'Begin a sign-in with the company’s identity provider',
  request: { body: bodyOf(z.strictObject({ email: typedAddress })) },
  responses: {
    ...ok('The URL of the provider’s sign-in page.', Departure),
    ...errorResponses(400, 403, 413, 429, 500, 503),
  },
});

const beginOperatorRoute = createRoute({
  ...consoleRoute(ADMIN),
  path: '/admin/sso/begin',
  operationId: operationOf(ADMIN, 'BeginSso'),
  summary: 'Begin a sign-in with the operators’ identity provider',
  request: {
    body: bodyOf(
      z.strictObject({
        email: typedAddress
          .optional()
          .openapi({ description: 'Passed to the provider as a login hint.' }),
      }),
    ),
  },
  responses: {
    ...ok('The URL of the provider’s sign-in page.', Departure),
    ...errorResponses(400, 403, 413, 429, 500, 503),
  },
});

const pendingRoute = (group: StaffGroup) =>
  createRoute({
    ...consoleRoute(group),
    path: `/${group.audience}/sso/pending`,
    operationId: operationOf(group, 'ReadPendingSso'),
    summary: 'Read the step that remains after the identity provider',
    request: { body: bodyOf(z.strictObject({})) },
    responses: {
      ...ok(
        'The remaining step.',
        z
          .object({
            due: z.enum(['none', 'first_link', 'code', 'passkey']).openapi({
              description:
                '`first_link`: password or passkey, once, to link the provider. `code`: a code of the authenticator app. `passkey`: a passkey as the second factor.',
            }),
            email: z.string().optional(),
            challenge_token: z.string().optional(),
          })
          .openapi('PendingSso'),
      ),
      ...errorResponses(400, 403, 413, 429, 500),
    },
  });

export function registerSingleSignOn(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(beginRoute, async (c) => {
    const departure = await beginSingleSignOn(c.get('ctx'), c.req.valid('json').email);
    if (departure !== undefined) setSsoCookie(c, 'dashboard', departure.token);
    return c.json(succeed(c, { redirect_to: departure?.url ?? null }), 200);
  });

  surface.openapi(beginOperatorRoute, async (c) => {
    const departure = await beginOperatorSignOn(c.get('ctx'), c.req.valid('json').email);
    if (departure !== undefined) setSsoCookie(c, 'admin', departure.token);
    return c.json(succeed(c, { redirect_to: departure?.url ?? null }), 200);
  });

  for (const group of [DASHBOARD, ADMIN]) registerReturn(surface, group);
}

function registerReturn(surface: OpenAPIHono<AppEnv>, group: StaffGroup): void {
  surface.openapi(pendingRoute(group), async (c) => {
    const pending = await pendingOf(c, group);
    if (pending === undefined) return c.json(succeed(c, { due: 'none' as const }), 200);
    const { kind, email, challengeToken } = pending;
    const factor = challengeToken === undefined ? ('passkey' as const) : ('code' as const);
    const due = kind === 'link' ? ('first_link' as const) : factor;
    const challenge = challengeToken !== undefined && { challenge_token: challengeToken };
    return c.json(succeed(c, { due, email, ...challenge }), 200);
  });

  // The callback is not in the API description, because the provider redirects browsers to it.
  surface.get(`/${group.audience}/sso/callback`, group.byAddress, async (c) => {
    try {
      return c.redirect(await arrive(c, group), 303);
    } catch (error) {
      if (!(error instanceof SsoRefused)) throw error;
      return c.redirect(`${doorOf(group)}?fault=${error.fault}`, 303);
    }
  });
}

/**
 * @returns the path of the console page to redirect to
 * @throws SsoRefused
 */
async function arrive(c: HonoContext<AppEnv>, group: StaffGroup): Promise<string> {
  const { audience } = group;
  const { searchParams } = new URL(c.req.url);
  const token = readSsoCookie(c, audience);
  const arrival = await finishSingleSignOn(
    c.get('ctx'),
    audience,
    token,
    searchParams,
    callerOf(c),
  );
  if (!arrival.done) {
    setSsoCookie(c, audience, arrival.token);
    return doorOf(group);
  }
  clearSsoCookie(c, audience);
  setConsoleCookie(c, audience, arrival.tokens.refreshToken);
  setKnownDeviceCookie(c, arrival.tokens.knownDevice);
  return arrivedOf(group);
}
