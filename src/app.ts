// The composition root, which mounts the routes of every surface.
import { OpenAPIHono } from '@hono/zod-openapi';
import { createContext } from './context.ts';
import { unmatchedRouteError, type KnownRoute } from './http/allowed-methods.ts';
import type { AppEnv } from './http/app-env.ts';
import { setProgressCookie } from './http/auth/progress-cookie.ts';
import { ignoreBodyOfReads } from './http/body.ts';
import { renderError } from './http/envelope.ts';
import { renderErrorPage, renderUnmatched } from './http/pages/error-page.tsx';
import { requireOwnHost } from './http/own-host.ts';
import { identifyAndLog } from './http/access-log.ts';
import { ANSWER_HEADERS } from './http/security-headers.ts';
import { admin } from './routes/admin/index.ts';
import { consoles } from './routes/console/index.ts';
import { CONSOLE_PAGES, registerConsolePages, SSO_CALLBACK_PATHS } from './routes/console/pages.ts';
import { dashboard } from './routes/dashboard/index.ts';
import { registerDocs } from './routes/docs.ts';
import { AGE_TRUTH_PATH, registerAgeTruth } from './routes/docs/age-truth.tsx';
import { front, FRONT_PATHS } from './routes/front/index.ts';
import { health } from './routes/health/index.ts';
import { hosted } from './routes/hosted/index.ts';
import { oauth } from './routes/oauth/index.ts';
import { isPortalPath, portal, portalRoutes } from './routes/portal/index.ts';
import { outbox } from './routes/outbox/index.tsx';
import { scim } from './routes/scim/index.ts';
import { sdk } from './routes/sdk/index.ts';
import { verify } from './routes/verify/index.ts';
import { walletResponses } from './routes/wallet/index.ts';
import { wellKnown } from './routes/well-known/index.ts';

export const app = new OpenAPIHono<AppEnv>();

app.use(identifyAndLog);
app.use(ignoreBodyOfReads);
app.use(async (c, next) => {
  c.set('ctx', createContext(c.env, c.executionCtx, { inSession: isOfPerson(c.req.path) }));
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) c.header(name, value);
  await next();
  const bookmark = c.get('ctx').noteProgress();
  if (bookmark !== undefined && c.req.method === 'POST') await setProgressCookie(c, bookmark);
});
app.use(requireOwnHost);

app.route('/verify/v1', verify);
app.route('/api/v1', sdk);
app.route('/v', hosted);
app.route('/wallet', walletResponses);
app.route('/dashboard/v1', dashboard);
app.route('/scim/v2', scim);
app.route('/admin/v1', admin);
app.route('/console/v1', consoles);
registerConsolePages(app);
app.route('/oauth', oauth);
app.route('/.well-known', wellKnown);
app.route('/outbox', outbox);
app.route('/', front);
app.route('/', health);
app.route('/', portal);
registerDocs(app);
registerAgeTruth(app);

app.notFound((c) => {
  const error = unmatchedRouteError(describedRoutes(), knownPages(), c.req.path);
  return isPortalPath(c.req.path) ? renderErrorPage(error, c) : renderUnmatched(error, c);
});
app.onError((error, c) => (c.get('renderThrown') ?? renderError)(error, c));

/**
 * Whether the path is a page that people open in a browser, where they must see their own changes
 * immediately.
 */
const isOfPerson = (path: string): boolean =>
  isPortalPath(path) || path.startsWith('/v/') || path === '/oauth/authorize';

const describedRoutes = (): KnownRoute[] =>
  app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [{ method: definition.route.method, path: definition.route.path }]
      : [],
  );

function knownPages(): KnownRoute[] {
  const pages = [
    ...FRONT_PATHS,
    ...CONSOLE_PAGES,
    ...SSO_CALLBACK_PATHS,
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/v/{token}',
    '/v/sessions/{id}/live',
    AGE_TRUTH_PATH,
    '/docs/swagger.json',
    '/openapi.json',
  ];
  return [...pages.map((path) => ({ method: 'get', path })), ...portalRoutes()];
}
