import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import {
  mustAskFirst,
  readLogoutRequest,
} from '../../domain/signing-in/authorization/logout-request.ts';
import { readSignIn } from '../../domain/signing-in/sessions/sign-in.ts';
import { signOutBrowser } from '../../domain/signing-in/sessions/sign-out-browser.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearAccountCookie, readAccountCookie } from '../../http/auth/account-cookie.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import {
  NO_FORM,
  readEncodedParameters,
  retryUrlWithCookies,
} from '../../http/oauth-parameters.ts';
import { leaveSignedOut } from '../../http/pages/signed-out-page.tsx';
import { answerSignInError } from '../../http/sign-in-error.ts';
import { wantsPage } from '../../http/wants-page.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { formOf } from './schemas.ts';

const Parameters = z.object({
  id_token_hint: z.string().optional().openapi({
    description:
      'ID token issued to your client, expired or not. Without a valid one, the person is asked first.',
  }),
  client_id: z.string().optional(),
  post_logout_redirect_uri: z
    .string()
    .optional()
    .openapi({ description: 'Exactly one of the registered URIs.' }),
  state: z.string().optional().openapi({ description: 'Returned unchanged.' }),
});

const shared = {
  path: '/logout',
  tags: ['Sign-in'],
  security: [],
  description:
    'OpenID Connect RP-Initiated Logout 1.0. Ends the browser’s session here and notifies every site that has a back-channel logout URI. If sites of this browser have a front-channel logout URI, a page of the service opens each in a frame before the redirect. Invalid requests are not redirected.',
};
const failures = {
  400: {
    description:
      'Client or redirect URI are invalid. Browsers are redirected to a page that asks whether to sign out.',
    content: {
      'application/json': {
        schema: z.object({ error: z.string(), error_description: z.string() }),
      },
    },
  },
  ...errorResponses(429, 500),
};
const frames = {
  200: {
    description: 'A page that opens the front-channel URIs of sites and then redirects.',
    content: { 'text/html': { schema: z.string() } },
  },
};
const redirect = { description: 'Back to the site, or to a page of the service.' };

const getRoute = createRoute({
  ...shared,
  method: 'get',
  operationId: 'logout',
  summary: 'Sign a person out',
  request: { query: Parameters },
  responses: { 302: redirect, ...frames, ...failures },
});
const postRoute = createRoute({
  ...shared,
  method: 'post',
  operationId: 'logoutByForm',
  summary: 'Sign a person out with a form',
  request: formOf(Parameters),
  responses: { 303: redirect, ...frames, ...failures },
});

export function registerLogout(surface: OpenAPIHono<AppEnv>): void {
  for (const route of [getRoute, postRoute]) surface.openAPIRegistry.registerPath(route);
  surface.use('/logout', limitVolume('authorize', clientNetwork));
  surface.on(['GET', 'POST'], '/logout', handleLogout);
}

async function handleLogout(c: HonoContext<AppEnv>): Promise<Response> {
  const status = c.req.method === 'POST' ? 303 : 302;
  const encoded = await readEncodedParameters(c);
  if (encoded === undefined) return answerFault(c, NO_FORM);
  const retryUrl = retryUrlWithCookies(c, encoded);
  if (retryUrl !== undefined) return c.redirect(retryUrl, status);
  const ctx = c.get('ctx');
  const request = await readLogoutRequest(ctx, encoded);
  if (!request.ok) return answerFault(c, request);
  const signIn = await readSignIn(ctx, readAccountCookie(c));
  if (mustAskFirst(request, signIn)) return c.redirect(`/signout?${encoded}`, status);
  const frames = signIn === undefined ? [] : await signOutBrowser(ctx, signIn.session.id);
  clearAccountCookie(c);
  return leaveSignedOut(c, { frames, next: request.returnTo ?? '/signout', status });
}

/**
 * Responds to an invalid sign-out request, which the site has to fix; the person can still sign
 * out.
 */
const answerFault = (
  c: HonoContext<AppEnv>,
  fault: { error: string; message: string },
): Response | Promise<Response> =>
  wantsPage(c)
    ? c.redirect('/signout', c.req.method === 'POST' ? 303 : 302)
    : answerSignInError(c, fault);
