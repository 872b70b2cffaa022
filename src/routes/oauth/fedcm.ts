// Sign-in through the browser's own interface, without leaving the site's page (Federated
// Credential Management API, W3C; D-158). Only the browser itself may call these addresses;
// requests made by pages, and navigations, are refused.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import {
  answerFedcm,
  readFedcmAccount,
} from '../../domain/signing-in/authorization/fedcm-request.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readFedcmCookie } from '../../http/auth/account-cookie.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { errorResponses } from '../../http/error-responses.ts';
import { fedcmAddresses } from '../../http/fedcm-addresses.ts';
import { readForm } from '../../http/oauth-parameters.ts';
import { sendToSite } from '../../http/pages/leaving-page.tsx';
import { limitVolume } from '../../http/volume-limit.ts';
import { formOf } from './schemas.ts';

const url = z.string().openapi({ example: 'https://id.example/oauth/fedcm/accounts' });

const Configuration = z
  .object({
    accounts_endpoint: url,
    id_assertion_endpoint: url,
    login_url: url,
    branding: z.object({ name: z.string().openapi({ example: 'Agate' }) }),
  })
  .openapi('FedcmConfiguration');

const Accounts = z
  .object({
    accounts: z.array(
      z.object({
        id: z
          .string()
          .openapi({ description: 'Identifier for the browser only, valid for this sign-in.' }),
        name: z.string().openapi({
          description:
            'The age bracket, or the name of the service; never a personal name or an email address.',
          example: '18+',
        }),
        approved_clients: z.array(z.string()),
      }),
    ),
  })
  .openapi('FedcmAccounts');

const AssertionRequest = z
  .object({
    client_id: z.string(),
    account_id: z.string(),
    params: z.string().openapi({
      description: 'Authorization request parameters as JSON, with `redirect_uri`.',
    }),
    disclosure_text_shown: z.string().optional(),
    is_auto_selected: z.string().optional(),
    nonce: z.string().optional(),
  })
  .openapi('FedcmAssertionRequest');

const Assertion = z
  .object({
    token: z.string().optional().openapi({ description: 'Authorization code for `/oauth/token`.' }),
    continue_on: z
      .string()
      .optional()
      .openapi({ description: 'URL to which the person must go first.' }),
  })
  .openapi('FedcmAssertion', { description: 'Contains one of the two members.' });

const Refusal = z
  .object({ error: z.object({ code: z.string().openapi({ example: 'invalid_request' }) }) })
  .openapi('FedcmRefusal');

const shared = { tags: ['Sign-in'], security: [] };
const BY_BROWSER =
  'Called by browsers only, with `Sec-Fetch-Dest: webidentity`; all other calls are refused.';

const configurationRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/fedcm/config.json',
  operationId: 'readFedcmConfiguration',
  summary: 'Read the FedCM configuration',
  description: 'The `configURL` for a page that asks its browser for a sign-in.',
  responses: {
    200: {
      description: 'The FedCM endpoints.',
      content: { 'application/json': { schema: Configuration } },
    },
    ...errorResponses(429, 500),
  },
});

const accountsRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/fedcm/accounts',
  operationId: 'listFedcmAccounts',
  summary: 'List the account for the browser (FedCM)',
  description: `${BY_BROWSER} The response is 401 if nobody is signed in.`,
  responses: {
    200: {
      description: 'The account that is signed in.',
      content: { 'application/json': { schema: Accounts } },
    },
    ...errorResponses(401, 403, 429, 500),
  },
});

const assertionRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/fedcm/assertion',
  operationId: 'assertFedcm',
  summary: 'Issue a code to a page that asked its browser (FedCM)',
  description: `${BY_BROWSER} The response is a code, a page for the person, or an error.`,
  request: formOf(AssertionRequest),
  responses: {
    200: {
      description: 'A code, or a page for the person.',
      content: { 'application/json': { schema: Assertion } },
    },
    400: {
      description: 'The request is refused, in the form that FedCM requires.',
      content: { 'application/json': { schema: Refusal } },
    },
    ...errorResponses(403, 413, 429, 500),
  },
});

/**
 * Accepts only requests with `Sec-Fetch-Dest: webidentity`. A page can neither set this header nor
 * make the browser send it with the page's own calls (Fetch Metadata).
 */
const requireBrowser = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header('Sec-Fetch-Dest') !== 'webidentity')
    throw new AppError('FORBIDDEN', 'Only browsers may call this.');
  await next();
});

export function registerFedcm(surface: OpenAPIHono<AppEnv>): void {
  for (const route of [configurationRoute, accountsRoute, assertionRoute])
    surface.openAPIRegistry.registerPath(route);
  surface.use('/fedcm/*', limitVolume('authorize', clientNetwork));
  surface.get('/fedcm/config.json', (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    return c.json(configurationOf(c), 200);
  });
  surface.get('/fedcm/done', (c) =>
    sendToSite(c, { url: `${c.get('ctx').config.baseUrl}/`, fedcm: {} }, 302),
  );
  // The browser check applies to these methods only, so that every client gets 405 for any other
  // method.
  surface.get('/fedcm/accounts', requireBrowser, listAccounts);
  surface.post('/fedcm/assertion', requireBrowser, answerPage);
}

function configurationOf(c: HonoContext<AppEnv>): z.infer<typeof Configuration> {
  const { baseUrl, serviceName } = c.get('ctx').config;
  const { config: _own, ...addresses } = fedcmAddresses(baseUrl);
  return {
    ...addresses,
    id_assertion_endpoint: `${baseUrl}/oauth/fedcm/assertion`,
    branding: { name: serviceName },
  };
}

async function listAccounts(c: HonoContext<AppEnv>): Promise<Response> {
  const ctx = c.get('ctx');
  const found = await readFedcmAccount(ctx, readFedcmCookie(c));
  if (found === undefined) {
    c.header('Set-Login', 'logged-out');
    throw new AppError('UNAUTHORIZED', 'Nobody is signed in.');
  }
  const { id, age, approvedClients } = found;
  const name = age?.bracket === undefined ? ctx.config.serviceName : `${age.bracket}+`;
  return c.json({ accounts: [{ id, name, approved_clients: approvedClients }] }, 200);
}

async function answerPage(c: HonoContext<AppEnv>): Promise<Response> {
  const form = await readForm(c);
  const origin = c.req.header('Origin') ?? '';
  c.header('Vary', 'Origin');
  const answered = await answerFedcm(
    c.get('ctx'),
    readFedcmCookie(c),
    {
      clientId: form.get('client_id') ?? '',
      accountId: form.get('account_id') ?? '',
      origin,
      parameters: form.get('params') ?? '',
    },
    () => {
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Access-Control-Allow-Credentials', 'true');
    },
  );
  if (answered.answer === 'code') return c.json({ token: answered.code }, 200);
  if (answered.answer === 'continue') return c.json({ continue_on: answered.path }, 200);
  return c.json({ error: { code: answered.error } }, 400);
}
