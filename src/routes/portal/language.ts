// Changes the language of the pages. The choice is stored in this browser, which is then redirected
// back to the page. Any link, even one on another site, may set this language. The account's own
// language, used for its emails, changes only through a choice on our own pages.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { changeLocale } from '../../domain/accounts/profile.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readSignedIn } from '../../http/auth/signed-in.ts';
import { readLocalPath } from '../../http/local-path.ts';
import { rememberLanguage } from '../../http/pages/languages.ts';
import { isOwnPage } from '../../http/same-origin.ts';
import { seeOther, HOME } from './navigation.ts';

export function registerLanguage(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/language', async (c) => {
    const language = c.req.query('to') ?? '';
    if (rememberLanguage(c, language) && isOwnPage(c)) await rememberForAccount(c, language);
    return seeOther(c, readLocalPath(c.req.query('continue')) ?? HOME);
  });
}

async function rememberForAccount(c: HonoContext<AppEnv>, language: string): Promise<void> {
  const signIn = await readSignedIn(c);
  if (signIn !== undefined && signIn.account.locale !== language)
    await changeLocale(c.get('ctx'), signIn.account, language);
}
