// Sign-in with a customer's own identity provider: redirect, callback, and what is left to prove
// afterwards (D-159).
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { beginSingleSignOn } from '../../domain/customers/provider-sign-in/begin.ts';
import { SsoRefused } from '../../domain/customers/provider-sign-in/faults.ts';
import { finishSingleSignOn } from '../../domain/customers/provider-sign-in/finish.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { setConsoleCookie } from '../../http/auth/console-cookie.ts';
import { byAddress } from '../../http/auth/dashboard.ts';
import { setKnownDeviceCookie } from '../../http/auth/known-device-cookie.ts';
import { clearSsoCookie, readSsoCookie, setSsoCookie } from '../../http/auth/sso-cookie.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { bodyOf, ok } from '../../http/contract.ts';
import { succeed } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { text } from '../../http/fields.ts';
import { DASHBOARD } from '../dashboard/staff-group.ts';
import { consoleRoute, operationOf } from './console-route.ts';
import { pendingOf } from './pending-sign-in.ts';

/**
 * Two addresses of the console: for a completed sign-in, and the page that shows what is left to
 * prove or what went wrong.
 */
const ARRIVED = '/dashboard/joined';
const DOOR = '/dashboard/sso';

const beginRoute = createRoute({
  ...consoleRoute(DASHBOARD),
  path: '/dashboard/sso/begin',
  operationId: operationOf(DASHBOARD, 'BeginSso'),
  summary: 'Begin a sign-in with the company’s identity provider',
  request: { body: bodyOf(z.strictObject({ email: text('email', 320) })) },
  responses: {
    ...ok(
      'Where to go.',
      z
        .object({
          redirect_to: z.string().nullable().openapi({
            description:
              'null: single sign-on is not configured for the domain of the email address.',
          }),
        })
        .openapi('SsoDeparture'),
    ),
    ...errorResponses(400, 403, 413, 429, 500, 503),
  },
});

const pendingRoute = createRoute({
  ...consoleRoute(DASHBOARD),
  path: '/dashboard/sso/pending',
  operationId: operationOf(DASHBOARD, 'ReadPendingSso'),
  summary: 'Read the next step after the identity provider',
  request: { body: bodyOf(z.strictObject({})) },
  responses: {
    ...ok(
      'What is due.',
      z
        .object({
          due: z.enum(['none', 'first_link', 'code', 'passkey']).openapi({
            description:
              'first_link: password or passkey, once; code: a code of the authenticator; passkey: a passkey as the second factor.',
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
    if (departure !== undefined) setSsoCookie(c, departure.token);
    return c.json(succeed(c, { redirect_to: departure?.url ?? null }), 200);
  });

  surface.openapi(pendingRoute, async (c) => {
    const pending = await pendingOf(c, DASHBOARD);
    if (pending === undefined) return c.json(succeed(c, { due: 'none' as const }), 200);
    const { kind, email, challengeToken } = pending;
    const factor = challengeToken === undefined ? ('passkey' as const) : ('code' as const);
    const due = kind === 'link' ? ('first_link' as const) : factor;
    const challenge = challengeToken !== undefined && { challenge_token: challengeToken };
    return c.json(succeed(c, { due, email, ...challenge }), 200);
  });

  // Outside the API description, because the provider redirects browsers to it.
  surface.get('/dashboard/sso/callback', byAddress, async (c) => {
    const { searchParams } = new URL(c.req.url);
    try {
      const arrival = await finishSingleSignOn(
        c.get('ctx'),
        readSsoCookie(c),
        searchParams,
        callerOf(c),
      );
      if (!arrival.done) {
        setSsoCookie(c, arrival.token);
        return c.redirect(DOOR, 303);
      }
      clearSsoCookie(c);
      setConsoleCookie(c, DASHBOARD.audience, arrival.tokens.refreshToken);
      setKnownDeviceCookie(c, arrival.tokens.knownDevice);
      return c.redirect(ARRIVED, 303);
    } catch (error) {
      if (!(error instanceof SsoRefused)) throw error;
      return c.redirect(`${DOOR}?fault=${error.fault}`, 303);
    }
  });
}
