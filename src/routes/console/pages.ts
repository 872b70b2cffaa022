// The HTML documents of the consoles. Each is served for every address below its console's path,
// and its client-side router shows the right page.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { callbackPathOf } from '../../domain/customers/single-sign-on/settings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { CONSOLE_PAGE_HEADERS } from '../../http/security-headers.ts';
import { wantsPage } from '../../http/wants-page.ts';

const CONSOLES = ['dashboard', 'admin'] as const;

/** The paths that staff identity providers redirect browsers to. */
export const SSO_CALLBACK_PATHS = CONSOLES.map((audience) => callbackPathOf({ audience }));

/** Paths of the consoles, to distinguish a wrong method from an unknown address. */
export const CONSOLE_PAGES = CONSOLES.map((name) => `/${name}`);

/**
 * Serves a console's document to browsers; programs get 404 for paths under `/dashboard` and
 * `/admin`. The paths of the API (`/v1`) are skipped, because the API responds to unknown addresses
 * itself.
 */
export function registerConsolePages(app: OpenAPIHono<AppEnv>): void {
  for (const name of CONSOLES)
    app.on('GET', [`/${name}`, `/${name}/*`], async (c, next) => {
      const { path } = c.req;
      if (path === `/${name}/v1` || path.startsWith(`/${name}/v1/`)) return next();
      if (path !== `/${name}` && !wantsPage(c)) return next();
      const page = await c.get('ctx').assets.fetch(new URL(`/console/${name}`, c.req.url));
      return new Response(page.body, {
        status: page.status,
        headers: { 'Content-Type': 'text/html; charset=utf-8', ...CONSOLE_PAGE_HEADERS },
      });
    });
}
