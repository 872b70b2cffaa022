// Where the link of a reset mail leads: a plain page with one field. Looking at it uses nothing up, since mail
// scanners look too.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import { resetStaffPassword } from '../../domain/staff/password.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { byAddress } from '../../http/auth/admin.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { PAGE_HEADERS } from '../../http/security-headers.ts';
import { text } from './schemas.ts';

const POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; sandbox allow-forms allow-same-origin";
const PATH = '/auth/reset-page';

const common = { path: PATH, tags: ['Admin sign-in'], security: [] as { bearer: string[] }[] };
const page = {
  200: { description: 'A page.', content: { 'text/html': { schema: z.string() } } },
  400: { description: 'A page that says why.', content: { 'text/html': { schema: z.string() } } },
};

const showRoute = createRoute({
  ...common,
  method: 'get',
  operationId: 'adminShowResetPage',
  summary: 'Show the page of a reset link',
  middleware: [byAddress],
  request: { query: z.object({ token: z.string().max(200).default('') }) },
  responses: { 200: page[200], ...errorResponses(429, 500) },
});

const submitRoute = createRoute({
  ...common,
  method: 'post',
  operationId: 'adminSubmitResetPage',
  summary: 'Set a new password from the page of a reset link',
  middleware: [byAddress, requireSameOrigin],
  request: {
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: z.object({ token: text('token', 200), password: text('password', 1024) }),
        },
      },
    },
  },
  responses: { ...page, ...errorResponses(403, 429, 500) },
});

export function registerResetPage(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(showRoute, (c) =>
    c.html(render(c, formOf(c.req.valid('query').token, undefined)), 200),
  );

  surface.openapi(submitRoute, async (c) => {
    const wish = c.req.valid('form');
    try {
      await resetStaffPassword(c.get('ctx'), 'admin', wish, callerOf(c));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return c.html(render(c, formOf(wish.token, error.message)), 400);
    }
    return c.html(
      render(c, html`<p role="status">The new password is set. Sign in with it.</p>`),
      200,
    );
  });
}

type Html = ReturnType<typeof html>;

function render(c: HonoContext<AppEnv>, content: Html): Html {
  const { serviceName } = c.get('ctx').config;
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': POLICY };
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>New password – ${serviceName}</title>
      </head>
      <body>
        <main>
          <h1>New password</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

/** @param fault what was wrong with the last try */
const formOf = (token: string, fault: string | undefined): Html =>
  html`<form method="post" action="/admin/v1${PATH}">
    ${fault === undefined ? '' : html`<p role="alert">${fault}</p>`}
    <input type="hidden" name="token" value="${token}" />
    <label
      >New password, 10 to 128 characters
      <input type="password" name="password" autocomplete="new-password" required
    /></label>
    <button>Set it</button>
  </form>`;
