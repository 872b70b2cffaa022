import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { makeAccount, PASSWORD } from '../../support/account/accounts.ts';
import { keepAge } from '../../support/account/ages.ts';
import { askConsent } from '../../support/account/consent-page.ts';
import { CALLBACK } from '../../support/site/oauth-request.ts';
import { makeClient, rememberConsent } from '../../support/site/oauth.ts';
import {
  FormBrowser,
  formValues,
  textOf,
  valueOf,
  type Page,
} from '../../support/account/portal.ts';

async function signedIn(options: Parameters<typeof makeAccount>[0] = {}) {
  const account = await makeAccount(options);
  const browser = new FormBrowser();
  await browser.signIn(account);
  return { account, browser };
}

const answer = (browser: FormBrowser, page: Page, decision: string, typed = {}) =>
  browser.submit(page, '/consent', { decision, ...typed });

const grantsOf = (accountId: number) =>
  env.DB.prepare('SELECT count(*) AS n FROM grants WHERE account_id = ?')
    .bind(accountId)
    .first<number>('n');

describe('the consent page', () => {
  it('shows which site asks, exactly what it will get, and what it will not get', async () => {
    const { account, browser } = await signedIn({ displayName: 'Ada' });
    await keepAge(account, 18);
    const client = await makeClient({ name: 'Wine & <b>Cheese</b>' });
    const page = await browser.get(await askConsent(browser, client.id));
    expect(page.status).toBe(200);
    const text = textOf(page.html);
    expect(text).toContain('Share with Wine & <b>Cheese</b>?');
    expect(text).toContain('rp.example asks for these facts about you.');
    for (const fact of ['12 or over shared', '15 or over shared', '18 or over shared'])
      expect(text).toContain(fact);
    // An age threshold that is not met is neither shown nor shared.
    for (const fact of ['21 or over', '25 or over', ' no ']) expect(text).not.toContain(fact);
    expect(text).toContain('your date of birth and your exact age');
    expect(text).toContain('your email address');
    // The email address was not requested, so it only appears in the line that shows the signed-in
    // account.
    expect(page.html.split(account.email!)).toHaveLength(2);
    expect(text).not.toContain('Ada');
  });

  it('shows the thresholds of the site only (D-56)', async () => {
    const { account, browser } = await signedIn();
    await keepAge(account, 25);
    const client = await makeClient({ ageThresholds: [18] });
    const path = await askConsent(browser, client.id, { ageThresholds: [18] });
    const text = textOf((await browser.get(path)).html);
    expect(text).toContain('18 or over shared');
    for (const age of [12, 15, 21, 25]) expect(text).not.toContain(`${age} or over`);
    await answer(browser, await browser.get(path), 'allow');
    const sites = textOf((await browser.get('/account/sites')).html);
    expect(sites).toContain('whether you are 18 or over');
    // A request for more than the person has consented to requires consent again.
    const wider = await askConsent(browser, client.id, { ageThresholds: [18, 21] });
    expect((await browser.get(wider)).status).toBe(200);
    expect(
      (await browser.get(await askConsent(browser, client.id, { ageThresholds: [18] }))).status,
    ).toBe(303);
  });

  it('shows the values of every scope', async () => {
    const { account, browser } = await signedIn({ displayName: 'Ada' });
    const client = await makeClient();
    const scope = ['openid', 'profile', 'email', 'connections'];
    const text = textOf((await browser.get(await askConsent(browser, client.id, { scope }))).html);
    expect(text).toContain(`Name shown to sites Ada Email address ${account.email}`);
    expect(text).toContain('Email address confirmed yes Number of connected sites 1');
    expect(text).toContain('anything about your age');
    expect(text).not.toContain('18 or over');
  });

  it('says how long the access lasts: until sign-out, or longer with offline_access (D-61)', async () => {
    const { browser } = await signedIn();
    const client = await makeClient({ scopes: ['openid', 'offline_access'] });
    const scope = ['openid'];
    const online = await browser.get(await askConsent(browser, client.id, { scope }));
    expect(textOf(online.html)).toContain('until you sign out or disconnect it');
    const more = { scope: [...scope, 'offline_access'] };
    const offline = await browser.get(await askConsent(browser, client.id, more));
    expect(textOf(offline.html)).toContain('even after you sign out, until you disconnect it');
  });

  it('offers to verify the age first if none is known', async () => {
    const { browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const page = await browser.get(path);
    expect(textOf(page.html)).toContain('Age verified nothing shared');
    expect(page.html).toContain(`/account/age?continue=${encodeURIComponent(path)}`);
  });

  it('sends its form to our own pages only (S-22)', async () => {
    const { browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const policy = (await browser.get(path)).headers.get('Content-Security-Policy');
    expect(policy).toContain("form-action 'self';");
    const stranger = new FormBrowser();
    const cookies = [...browser.cookies].filter(([name]) => name.startsWith('agate-consent'));
    for (const [name, value] of cookies) stranger.cookies.set(name, value);
    const signInPage = await stranger.open(path);
    expect(textOf(signInPage.html)).toContain('to continue to Cellar Door');
    expect(signInPage.headers.get('Content-Security-Policy')).toContain("form-action 'self';");
  });

  it('shows a logo only if it is stored here (S-28)', async () => {
    const { browser } = await signedIn();
    const outside = await makeClient({ logo: 'https://evil.example/pixel.gif' });
    expect((await browser.get(await askConsent(browser, outside.id))).html).not.toContain(
      'evil.example',
    );
    const inside = await makeClient({ logo: 'data:image/svg+xml,%3Csvg%3E' });
    expect((await browser.get(await askConsent(browser, inside.id))).html).toContain(
      'src="data:image/',
    );
  });

  it('is in the language that the site asks for', async () => {
    const { browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id, { uiLocales: 'xx de-CH fr' });
    expect((await browser.get(path)).html).toContain('<html lang="de"');
  });
});

describe('allowing', () => {
  it('goes back to the site with a code, its state and the issuer, once', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const page = await browser.get(path);
    const allowed = await answer(browser, page, 'allow');
    expect(allowed.status).toBe(303);
    const back = new URL(allowed.location!);
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(back.searchParams.get('code')).toMatch(/^xoac_/);
    expect(back.searchParams.get('state')).toBe('af0ifjsldkj');
    expect(back.searchParams.get('iss')).toBe('http://localhost:8787');
    expect(allowed.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect((await answer(browser, page, 'allow')).status).toBe(400);
    expect(await grantsOf(account.id)).toBe(1);
  });

  it('is remembered for the same scopes, and asked for again with more (S-25)', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    await rememberConsent(account, client, ['openid', 'age_verification']);
    const same = await browser.get(await askConsent(browser, client.id));
    expect(new URL(same.location!).searchParams.get('code')).toMatch(/^xoac_/);
    const scope = ['openid', 'age_verification', 'email'];
    expect((await browser.get(await askConsent(browser, client.id, { scope }))).status).toBe(200);
    const asked = await browser.get(await askConsent(browser, client.id, { prompt: ['consent'] }));
    expect(asked.status).toBe(200);
  });

  it('grants what the request asked for, whatever the form contains (S-24)', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const page = await browser.get(await askConsent(browser, client.id));
    const more = { scope: 'openid email', redirect_uri: 'https://evil.example/', client_id: 'x' };
    const allowed = await answer(browser, page, 'allow', more);
    expect(new URL(allowed.location!).origin).toBe('https://rp.example');
    const row = await env.DB.prepare('SELECT scope, client_id FROM grants WHERE account_id = ?')
      .bind(account.id)
      .first();
    expect(row).toEqual({ scope: 'age_verification openid', client_id: client.id });
  });

  it.each([
    ['without the token', { form_token: undefined }, {}],
    ['from another site', {}, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ])('is refused %s (S-21)', async (_, typed, headers) => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const page = await browser.get(await askConsent(browser, client.id));
    const refused = await browser.submit(
      page,
      '/consent',
      { decision: 'allow', ...typed },
      headers,
    );
    expect(refused.status).toBe(403);
    expect(await grantsOf(account.id)).toBe(0);
  });

  it('needs the browser and the account that the page was shown to (S-20)', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const page = await browser.get(path);
    const other = await signedIn();
    expect((await other.browser.get(path)).status).toBe(400);
    await browser.signIn(other.account);
    expect((await answer(browser, page, 'allow')).status).toBe(403);
    expect(await grantsOf(account.id)).toBe(0);
    expect(await grantsOf(other.account.id)).toBe(0);
  });

  it('ends for an account that was suspended in the meantime (S-27)', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const page = await browser.get(path);
    await env.DB.prepare("UPDATE accounts SET status = 'suspended' WHERE id = ?")
      .bind(account.id)
      .run();
    const answered = await answer(browser, page, 'allow');
    // The browser is sent to the sign-in page, where signing in continues the same request.
    expect(answered.location).toBe(path.replace('/consent?', '/signin?'));
    expect(await grantsOf(account.id)).toBe(0);
  });
});

describe('denying', () => {
  it('redirects to the site with an error, and going back gives no code (S-26)', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const page = await browser.get(path);
    const denied = await answer(browser, page, 'deny');
    const back = new URL(denied.location!);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'af0ifjsldkj',
    });
    expect(back.searchParams.get('error_description')).toBeTruthy();
    expect((await answer(browser, page, 'allow')).status).toBe(400);
    expect((await browser.get(path)).status).toBe(400);
    expect(await grantsOf(account.id)).toBe(0);
  });
});

describe('concurrent answers', () => {
  it('of allow and deny count once, and the consent is remembered only if allow counted (S-26)', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const page = await browser.get(await askConsent(browser, client.id));
    const answers = await Promise.all(
      ['allow', 'deny'].map((decision) => answer(browser, page, decision)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400]);
    const isAgreed = answers[0]?.status === 303;
    expect(await grantsOf(account.id)).toBe(isAgreed ? 1 : 0);
    const next = await browser.get(await askConsent(browser, client.id));
    expect(next.status).toBe(isAgreed ? 303 : 200);
  });

  it('that all allow lead to the site with the same code', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const page = await browser.get(await askConsent(browser, client.id));
    const allowed = await Promise.all([1, 2, 3].map(() => answer(browser, page, 'allow')));
    expect(allowed.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(allowed.map(({ location }) => location)).size).toBe(1);
    expect(await grantsOf(account.id)).toBe(1);
  });
});

describe('a sign-in during a request', () => {
  it('returns to the request, in two tabs with two sites at once (S-23)', async () => {
    const { email } = await makeAccount();
    const browser = new FormBrowser();
    const sites = [await makeClient(), await makeClient()];
    const paths = [
      await askConsent(browser, sites[0]!.id),
      await askConsent(browser, sites[1]!.id),
    ];
    const pages = [await browser.open(paths[0]!), await browser.open(paths[1]!)];
    for (const [tab, page] of pages.entries()) {
      const typed = { email: email!, password: PASSWORD };
      const signed = await browser.submit(page, '/signin', typed);
      expect(signed.location).toBe(paths[tab]);
    }
    for (const path of paths) {
      const allowed = await answer(browser, await browser.get(path), 'allow');
      expect(new URL(allowed.location!).searchParams.get('code')).toMatch(/^xoac_/);
    }
  });

  it('is required again if the site demands it, with the known address filled in', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient();
    const requestedAtMs = Date.now() + 60_000;
    const path = await askConsent(browser, client.id, { prompt: ['login'], requestedAtMs });
    const asked = await browser.get(path);
    expect(asked.location).toBe(path.replace('/consent?', '/signin?fresh=1&'));
    expect(valueOf((await browser.follow(asked)).html, 'email')).toBe(account.email);
    const stranger = new FormBrowser();
    const hinted = await askConsent(stranger, client.id, { loginHint: 'hint@example.com' });
    const page = await stranger.open(hinted);
    expect(valueOf(page.html, 'email')).toBe('hint@example.com');
    expect(hinted).toBe(`/consent?session=${formValues(page.html, '/signin')['session']}`);
  });

  it('keeps the request through sign-up and a forgotten password, as a separate parameter', async () => {
    const browser = new FormBrowser();
    const client = await makeClient();
    const path = await askConsent(browser, client.id);
    const session = path.replace('/consent?session=', '');
    const page = await browser.open(path);
    for (const next of ['/signup', '/password/forgot']) {
      expect(page.html).toContain(`href="${next}?session=${session}"`);
      const { html } = await browser.get(`${next}?session=${session}`);
      expect(formValues(html, next)).toMatchObject({ session });
      expect(html).toContain(`href="/signin?session=${session}"`);
    }
    const signUp = await browser.get(`/signup?session=${session}`);
    expect(textOf(signUp.html)).toContain('Cellar Door');
    expect(signUp.html).toContain(`data-continue="${path}"`);
  });

  it.each(['xcs_', 'xcs_a/../../b', '//evil.example', 'xcs_a"onload="'])(
    'accepts nothing else as a request: %j',
    async (session) => {
      const at = `/signin?${new URLSearchParams({ session }).toString()}`;
      const { email } = await makeAccount();
      const browser = new FormBrowser();
      const page = await browser.get(at);
      expect(formValues(page.html, '/signin')).not.toHaveProperty('session');
      const typed = { email: email!, password: PASSWORD, session };
      expect((await browser.submit(page, '/signin', typed)).location).toBe('/account');
    },
  );
});

describe('connected sites', () => {
  it('are listed with what each may read, and can be disconnected', async () => {
    const { account, browser } = await signedIn();
    const client = await makeClient({ name: 'Wine Shop' });
    await answer(browser, await browser.get(await askConsent(browser, client.id)), 'allow');
    await rememberConsent(account, client, ['openid', 'age_verification']).catch(() => undefined);
    const page = await browser.get('/account/sites');
    const text = textOf(page.html);
    expect(text).toContain('Wine Shop rp.example');
    expect(text).toContain('whether you are 12, 15, 18, 21, 25 or over');
    // The page shows only the last sign-in, because the service does not record when a site later
    // uses its tokens.
    expect(text).toMatch(/Connected on .* Last signed in on /);
    const gone = await browser.submit(page, '/account/sites/disconnect');
    const after = await browser.follow(gone);
    expect(textOf(after.html)).toContain('The site has been disconnected.');
    expect(textOf(after.html)).not.toContain('Wine Shop');
    const again = await browser.get(await askConsent(browser, client.id));
    expect(again.status).toBe(200);
  });
});
