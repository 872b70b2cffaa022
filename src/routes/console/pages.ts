// The consoles' documents: one per console, served for every address below it; its router in the
// browser does the rest.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { callbackPathOf } from '../../domain/customers/single-sign-on/settings.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { CONSOLE_PAGE_HEADERS } from '../../http/security-headers.ts';
import { wantsPage } from '../../http/wants-page.ts';

const CONSOLES = ['dashboard', 'admin'] as const;

/** Where identity providers of staff send browsers back to. */
export const SSO_CALLBACK_PATHS = CONSOLES.map((audience) => callbackPathOf({ audience }));

/** Used to distinguish a wrong method from an unknown address. */
export const CONSOLE_PAGES = CONSOLES.map((name) => `/${name}`);

/**
 * Must not cover addresses of the group's API, which have their own responses, even when unknown;
 * programs get 404 below the consoles.
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
