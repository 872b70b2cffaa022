// The account pages in a real browser: passkeys with Chromium's virtual authenticator, use without
// scripts, use with only the keyboard, and axe checks in both themes.
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Authenticator } from '../support/browser/authenticator.ts';
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { inspect } from '../support/browser/inspect.ts';
import { DESKTOP, PHONE, useBrowser } from '../support/browser/visitor.ts';
import { watch } from '../support/browser/watch.ts';

useDemoAccount();
const browser = useBrowser();

interface Person {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

async function openVisitor(options: Parameters<ReturnType<typeof browser>['newContext']>[0] = {}) {
  const context = await browser().newContext({
    viewport: PHONE,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(30_000);
  const { complaints } = watch(context);
  return { context, complaints, page: await context.newPage() } satisfies Person;
}

const at = (path: string): string => `${inject('demo').base_url}${path}`;

async function signInAsDemo(page: Page, path: string): Promise<void> {
  const { account } = inject('demo');
  await page.goto(at(path));
  await page.fill('#email', account.email);
  await page.fill('#password', account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(at(path));
}

/** Chooses a language on one of the account's pages, which also makes it the account's language. */
async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('.menu summary').click();
  await page.getByRole('link', { name, exact: true }).click();
}

test('a passkey alone creates an account, signs in to it again, and a second passkey is added', async () => {
  const person = await openVisitor();
  const { page, complaints } = person;
  await Authenticator.of(page);
  await page.goto(at('/signup?continue=%2Faccount%2Fsecurity'));
  await page.fill('#display_name', 'Ada');
  await page.locator('[data-ceremony="sign-up"] button').click();
  await page.waitForURL(at('/account/security'));
  expect(await page.locator('.entries strong').first().textContent()).toContain('Linux');
  await page.goto(at('/signout'));
  // Waits for the request for the page rather than for the page itself, which is shown only until
  // the device responds.
  const isOut = page.waitForRequest(/[?&]done=signed_out/);
  await Promise.all([isOut, page.locator('main button[type=submit]').click()]);
  // Conditional UI: the device responds on its own, without a button press.
  await page.waitForURL(at('/account'));
  expect(await page.locator('h2').first().textContent()).toBe('Ada');
  expect(complaints).toEqual([]);
});

test('a canceled passkey ceremony shows a message, and the page stays usable', async () => {
  const person = await openVisitor();
  const { page } = person;
  await page.goto(at('/signin'));
  await page.evaluate(() => {
    navigator.credentials.get = () =>
      Promise.reject(new DOMException('The owner said no.', 'NotAllowedError'));
  });
  await page.locator('[data-ceremony="sign-in"] button').click();
  await page.getByText('This was stopped or took too long. You can try again.').waitFor();
  expect(await page.locator('[data-passkey-start]').getAttribute('aria-disabled')).toBe('false');
});

test('without JavaScript everything but passkeys works', async () => {
  const { page } = await openVisitor({ javaScriptEnabled: false });
  await signInAsDemo(page, '/account/security');
  expect(await page.locator('[data-passkey-start]').isVisible()).toBe(false);
  await chooseLanguage(page, 'Deutsch');
  expect(await page.locator('h1').textContent()).toBe('Sicherheit');
  // Other tests expect English, so the language is changed back.
  await chooseLanguage(page, 'English');
  await page.goto(at('/signout'));
  await page.locator('main button[type=submit]').click();
  await page.getByText('You are signed out').waitFor();
});

test('with the keyboard alone a visitor can sign in, hear errors announced, and reach every page', async () => {
  const { page } = await openVisitor({ viewport: DESKTOP });
  const { account } = inject('demo');
  await page.goto(at('/signin'));
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
  await page.focus('#email');
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.locator('.alert[data-tone="bad"]').waitFor();
  // Browsers set the focus only once the page has been rendered.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
    .toBe('alert');
  expect(await page.inputValue('#email')).toBe(account.email);
  expect(await page.inputValue('#password')).toBe('');
  await page.focus('#password');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(at('/account'));
  await page.focus('.places a[href="/account/age"]');
  await page.keyboard.press('Enter');
  await page.waitForURL(at('/account/age'));
});

/**
 * Builds a site's authorization request for the demo's client, with the code challenge from RFC
 * 7636, appendix B.
 */
function authorizeUrl(): string {
  const { client_id } = inject('demo').oauth_client;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: 'http://localhost:9876/callback',
    scope: 'openid email age_verification',
    state: 'af0ifjsldkj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    prompt: 'consent',
  });
  return at(`/oauth/authorize?${query.toString()}`);
}

const SIGNED_OUT = [
  '/signin',
  '/signup',
  '/password/forgot',
  '/mail/confirm?token=x',
  '/account/x',
  '/device?user_code=BDFG-KLMN',
  '/device?done=allowed',
];
const SIGNED_IN = ['', '/age', '/sites', '/security', '/activity', '/data', '/face'];

test.each([
  ['en', 'en-GB', 'English'],
  ['ar', 'ar-MA', 'العربية'],
])(
  'no page has accessibility faults, in %s',
  { timeout: 400_000 },
  async (code, locale, language) => {
    const { page, complaints } = await openVisitor({ locale });
    const rules = code === 'en' ? 'all' : 'all but colours';
    for (const path of SIGNED_OUT) {
      await page.goto(at(path));
      await inspect(page, `portal${path.split('?')[0]?.replaceAll('/', '-')}-${code}`, rules);
    }
    await page.goto(at('/signin'));
    await page.fill('#email', `nobody-${randomBytes(4).toString('hex')}@example.com`);
    await page.fill('#password', 'not the password');
    await page.keyboard.press('Enter');
    await page.locator('.alert[data-tone="bad"]').waitFor();
    await inspect(page, `portal-signin-fault-${code}`, rules);
    await signInAsDemo(page, '/account/security');
    await chooseLanguage(page, language);
    for (const path of SIGNED_IN) {
      await page.goto(at(`/account${path}`));
      expect(await page.locator('html').getAttribute('lang')).toBe(code);
      await inspect(page, `portal-account${path.replace('/', '-')}-${code}`, rules);
      const [wide, seen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(wide).toBeLessThanOrEqual(seen ?? 0);
    }
    await page.goto(authorizeUrl());
    await page.locator('button[value="allow"]').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(code);
    await inspect(page, `portal-consent-${code}`, rules);
    const back = page.waitForRequest(/^http:\/\/localhost:9876\/callback\?error=access_denied&/);
    await page.locator('button[value="deny"]').click();
    await back;
    // Nothing listens at the callback address, so the browser shows its own error page. The test
    // cannot navigate again until that page is shown.
    await expect.poll(() => page.url().startsWith(at('/')), { timeout: 20_000 }).toBe(false);
    await page.goto(at('/account'));
    // Other tests expect English, so the language is changed back.
    await chooseLanguage(page, 'English');
    await page.locator('html[lang="en"]').waitFor();
    const faults = complaints.filter((one) => !/status of (403|404|422)/.test(one));
    expect(faults).toEqual([]);
  },
);
