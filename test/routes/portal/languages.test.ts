import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { pageOfForm } from '../../../src/http/pages/form-page.ts';
import { portalRoutes } from '../../../src/routes/portal/index.ts';
import { makeAccount } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { FormBrowser } from '../../support/account/portal.ts';

const openTag = (html: string) => /<html lang="(\w+)" dir="(\w+)"/.exec(html)?.slice(1);

describe('the language of a page', () => {
  it.each([
    ['de-CH,fr;q=0.8', 'de', 'ltr'],
    ['nb, pl;q=0.5, fr;q=0.9', 'fr', 'ltr'],
    ['ar-EG', 'ar', 'rtl'],
    ['xx', 'en', 'ltr'],
    [';;;,,q=', 'en', 'ltr'],
  ])('follows the browser: %s', async (header, language, dir) => {
    const { html } = await new FormBrowser({ 'Accept-Language': header }).get('/signin');
    expect(openTag(html)).toEqual([language, dir]);
  });

  it('is the one that the person chose, on the page they were on, also after an error', async () => {
    const browser = new FormBrowser({ 'Accept-Language': 'de' });
    const page = await browser.get('/signin?continue=%2Faccount%2Fage');
    const link = /href="(\/language\?to=ja[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&');
    const back = await browser.get(link!);
    expect([back.status, back.location]).toEqual([303, '/signin?continue=%2Faccount%2Fage']);
    const again = await browser.get(back.location!);
    expect(openTag(again.html)).toEqual(['ja', 'ltr']);
    const wrong = await browser.submit(again, '/signin', { email: 'a@b.example', password: 'x' });
    expect(wrong.html).toContain('メールアドレスまたはパスワードが正しくありません。');
    expect(wrong.html).toContain('continue=%2Fsignin%3Fcontinue%3D%252Faccount%252Fage');
  });

  it.each<[string, string, Record<string, string>]>([
    ['/account', '/account/name', { display_name: '\u0000' }],
    ['/account/security', '/account/security/email', { new_email: 'none' }],
    ['/account/data', '/account/data/delete', {}],
    ['/account/data', '/account/data/export', { form_token: 'stale' }],
    ['/mail/confirm?token=xml_a', '/mail/confirm', {}],
    ['/password/reset?token=xml_a', '/password/reset', { new_password: 'short' }],
    [
      '/admin/v1/auth/reset-page?token=xml_a',
      '/admin/v1/auth/reset-page',
      { new_password: 'short' },
    ],
    ['/signin?continue=%2Faccount%2Fage&fresh=1', '/signin', { email: 'a@b.example' }],
    ['/signin?continue=%2Faccount%2Fage&other=1', '/signin', { email: 'a@b.example' }],
  ])(
    'chosen on %s after its form was refused leads back to that page',
    async (path, action, typed) => {
      const browser = new FormBrowser();
      await browser.signIn(await makeAccount());
      const refused = await browser.submit(await browser.get(path), action, typed);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      const link = /href="(\/language\?to=ja[^"]*)"/
        .exec(refused.html)?.[1]
        ?.replaceAll('&amp;', '&');
      expect(new URL(link!, 'https://x.example').searchParams.get('continue')).toBe(path);
    },
  );

  it('can be chosen after every form of the portal, because each form leads to an existing page', () => {
    const routes = portalRoutes().filter(({ path }) => !path.startsWith('/signin/passkey'));
    const pages = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const forms = routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(forms.length).toBeGreaterThan(20);
    expect(forms.filter((path) => !pages.includes(pageOfForm(path)))).toEqual([]);
  });

  it('redirects to no other origin, and accepts no other language', async () => {
    const browser = new FormBrowser();
    const away = await browser.get('/language?to=xx&continue=%2F%2Fevil.example');
    expect(away.location).toBe('/account');
    expect(away.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['stays that of the browser behind the sign-in', 'ar', ['ar', 'rtl']],
    ['is the account’s in a browser that names none of our languages', 'xx', ['fr', 'ltr']],
  ])('%s (D-106)', async (_, header, tag) => {
    const browser = new FormBrowser({ 'Accept-Language': header });
    await browser.signIn(await makeAccount({ locale: 'fr' }));
    expect(openTag((await browser.get('/account/age')).html)).toEqual(tag);
  });

  it('chosen on one of our pages is saved for the account and its mails', async () => {
    const account = await makeAccount({ locale: 'fr' });
    const localeOf = () =>
      env.DB.prepare('SELECT locale FROM accounts WHERE id = ?').bind(account.id).first('locale');
    const browser = new FormBrowser();
    await browser.signIn(account);
    const path = '/language?to=ja&continue=%2Faccount';
    for (const site of ['cross-site', 'same-site', 'none'])
      expect((await browser.get(path, { 'Sec-Fetch-Site': site })).status).toBe(303);
    expect((await browser.get(path)).status).toBe(303);
    // A link that is not on one of our own pages changes the language only in this browser.
    expect(await localeOf()).toBe('fr');
    await browser.get(path, { 'Sec-Fetch-Site': 'same-origin' });
    expect(await localeOf()).toBe('ja');
    await browser.get('/language?to=xx', { 'Sec-Fetch-Site': 'same-origin' });
    expect(await localeOf()).toBe('ja');
    const elsewhere = new FormBrowser({ 'Accept-Language': 'xx' });
    await elsewhere.signIn(account);
    expect(openTag((await elsewhere.get('/account')).html)).toEqual(['ja', 'ltr']);
  });

  it('determines the format of digits and dates by region', async () => {
    const account = await makeAccount({ locale: 'ar' });
    const browser = new FormBrowser({ 'Accept-Language': 'ar-EG' });
    await browser.signIn(account);
    await keepAge(account, 18);
    const { html } = await browser.get('/account/age');
    expect(html).toMatch(/[٠-٩]{4}/);
  });
});
