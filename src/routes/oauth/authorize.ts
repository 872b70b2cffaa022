import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { authorize } from '../../domain/signing-in/authorization/authorize.ts';
import { readKnownPerson } from '../../domain/signing-in/authorization/known-person.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readAccountCookie } from '../../http/auth/account-cookie.ts';
import { pathOfStep, setConsentCookie } from '../../http/auth/consent.ts';
import { readProgressCookie, setProgressCookie } from '../../http/auth/progress-cookie.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import {
  NO_FORM,
  readEncodedParameters,
  retryUrlWithCookies,
} from '../../http/oauth-parameters.ts';
import { sendToSite } from '../../http/pages/leaving-page.tsx';
import { answerSignInError } from '../../http/sign-in-error.ts';
import { limitVolume } from '../../http/volume-limit.ts';
import { BrowserParameters } from './parameters.ts';
import { formOf } from './schemas.ts';

const shared = {
  path: '/authorize',
  tags: ['Sign-in'],
  security: [],
  description:
    'Your site sends the browser here. It returns to `redirect_uri` with `code`, `state` and `iss`, or with `error`, `error_description`, `state` and `iss`: in the query, or posted with `response_mode=form_post`. Nothing is redirected until client and redirect URI are verified.',
};
const failures = {
  400: {
    description: 'Client or redirect URI are invalid. A page, or JSON for programs.',
    content: {
      'application/json': {
        schema: z.object({ error: z.string(), error_description: z.string() }),
      },
    },
  },
  ...errorResponses(429, 500),
};
const posted = {
  200: {
    description: 'With `response_mode=form_post`: the page that posts the response to the site.',
    content: { 'text/html': { schema: z.string() } },
  },
};
const redirected = { description: 'To the service’s pages, or back to the site.' };

const getRoute = createRoute({
  ...shared,
  method: 'get',
  operationId: 'authorize',
  summary: 'Begin a sign-in',
  request: { query: BrowserParameters },
  responses: { 302: redirected, ...posted, ...failures },
});
const postRoute = createRoute({
  ...shared,
  method: 'post',
  operationId: 'authorizeByForm',
  summary: 'Begin a sign-in with a form',
  request: formOf(BrowserParameters),
  responses: { 303: redirected, ...posted, ...failures },
});

/**
 * Registers the authorization endpoint. The contracts are only for the API description: the handler
 * parses the query itself, because repeated parameters must not be lost.
 */
export function registerAuthorize(surface: OpenAPIHono<AppEnv>): void {
  for (const route of [getRoute, postRoute]) surface.openAPIRegistry.registerPath(route);
  surface.use('/authorize', limitVolume('authorize', clientNetwork));
  surface.on(['GET', 'POST'], '/authorize', handleAuthorize);
}

async function handleAuthorize(c: HonoContext<AppEnv>): Promise<Response> {
  // RFC 9700 4.12: a 307 would make the browser send this form to the site.
  const status = c.req.method === 'POST' ? 303 : 302;
  const encoded = await readEncodedParameters(c);
  if (encoded === undefined) return answerSignInError(c, NO_FORM);
  const retryUrl = retryUrlWithCookies(c, encoded);
  if (retryUrl !== undefined) return redirect(c, retryUrl, status);
  const ctx = c.get('ctx');
  const seen = await readProgressCookie(c);
  let isOutdated = false;
  const answered = await authorize(ctx, encoded, (clientId, isLatest) => {
    isOutdated = isLatest;
    const db = isLatest ? ctx.db : ctx.nearby(seen);
    return readKnownPerson(ctx, readAccountCookie(c), clientId, db);
  });
  // The cookie keeps the next page from reading the outdated replica again. For a POST, app.ts sets
  // the cookie on every response.
  const progress = isOutdated && c.req.method === 'GET' ? ctx.noteProgress() : undefined;
  if (progress !== undefined) await setProgressCookie(c, progress);
  if (answered.answer === 'refuse') return answerSignInError(c, answered);
  if (answered.answer === 'leave') return sendToSite(c, answered.to, status);
  setConsentCookie(c, answered.consent);
  return redirect(c, pathOfStep(answered.step, answered.consent.token), status);
}

/**
 * Redirects the browser without a Referer header, so that a code or state in an address cannot leak
 * to third parties (RFC 9700 4.2.4).
 */
function redirect(c: HonoContext<AppEnv>, to: string, status: 302 | 303): Response {
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(to, status);
}
