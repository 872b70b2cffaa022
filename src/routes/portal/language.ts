// Choosing a language: remembered in this browser, then back to the page. It changes nothing else, so a link may.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../../http/app-env.ts';
import { readLocalPath } from '../../http/local-path.ts';
import { rememberLanguage } from '../../http/pages/languages.ts';
import { goOn, HOME } from './way.ts';

export function registerLanguage(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/language', (c) => {
    rememberLanguage(c, c.req.query('to') ?? '');
    return goOn(c, readLocalPath(c.req.query('continue')) ?? HOME);
  });
}
