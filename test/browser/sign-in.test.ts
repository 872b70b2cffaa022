// Tests the parts of "Sign in with Agate" that only a browser can prove: the redirects, forms and
// frames carry cookies across sites and comply with the pages' security policies, and the page
// offers a passkey. The responses are tested in test/routes/oauth, and with client libraries in
// test/flows/sign-in.
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { inspect } from '../support/browser/inspect.ts';
import { allow, button, signInAsDemo, signUpWithPasskey } from '../support/browser/people.ts';
import {
  useOauth4webapi,
  useOpenidClient,
  type Connect,
} from '../support/site/client-libraries.ts';
import { openSite } from '../support/browser/sites.ts';
import { arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

useDemoAccount();
const browser = useBrowser();
const RETURNED = /\/sign-in\/return\?/;

/**
 * Gives consent if the page asks for it. The demo account persists while the service runs, so an
 * earlier test may already have given consent.
 */
async function allowIfPrompted(page: Page): Promise<void> {
  const asked = button(page, texts['consent.allow']);
  await Promise.race([asked.waitFor(), page.waitForURL(RETURNED)]);
  if (!RETURNED.test(page.url())) await asked.click();
  await page.waitForURL(RETURNED);
}

async function makeParty(connect: Connect, name: string) {
  const service = inject('demo').base_url;
  const site = await openSite(service, name);
  onTestFinished(site.close);
  return { site, party: await connect(service, site) };
}

test('the shop’s own page leads a person through sign-in and back, signs out across sites, and does not ask for consent again', async () => {
  const { shop_url: shop, base_url: service } = inject('demo');
  const { page, complaints } = await arrive(browser(), { viewport: DESKTOP });
  await page.goto(shop);
  await button(page, 'Sign in with Agate').click();
  await page.waitForURL(`${service}/signin?**`);
  await signInAsDemo(page);
  await allowIfPrompted(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Welcome, you are old enough',
  );
  const shown = await page.locator('pre').textContent();
  expect(JSON.parse(shown ?? '')).toMatchObject({
    sub: expect.stringMatching(/^xid_/),
    age_verified: true,
    age_bracket: '18+',
    meets_threshold: { 18: true, 21: false },
  });
  await inspect(page, 'shop-signed-in');
  await button(page, 'Sign out').click();
  await page.waitForURL(`${shop}/`);
  await button(page, 'Sign in with Agate').click();
  await page.waitForURL(`${service}/signin?**`);
  await signInAsDemo(page);
  // Consent has already been given, so the consent page does not appear again.
  await page.waitForURL(`${shop}/sign-in/return?**`);
  expect(complaints).toEqual([]);
});

test('a refusal may redirect to the site too', async () => {
  const { shop_url: shop } = inject('demo');
  const { page } = await arrive(browser());
  await page.goto(shop);
  await button(page, 'Sign in with Agate').click();
  await signUpWithPasskey(page);
  await button(page, texts['consent.deny']).click();
  await page.waitForURL(`${shop}/sign-in/return?**`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('That did not work');
});

test('a browser offers a new passkey, sends its cookies when it comes from a site (also silently), and opens the site’s frame at sign-out', async () => {
  const { site, party } = await makeParty(useOpenidClient, 'Cellar Door');
  const { page, complaints } = await arrive(browser());
  const ask = async (extra: Record<string, string> = {}) => {
    const asked = await party.begin(extra);
    await page.goto(asked.url.href);
    return asked;
  };
  /**
   * Waits until the site's page has loaded. The site receives the request earlier, and a page that
   * is still loading would interrupt the next navigation.
   */
  const arrivalOfPage = async () => {
    const url = await site.arrival();
    await page.waitForURL(url.href);
    return url;
  };
  const silent = { prompt: 'none' };
  const expectSignedOut = async () => {
    const asked = await ask(silent);
    await expect(asked.finish(await site.arrival())).rejects.toMatchObject({
      error: 'login_required',
    });
  };
  await expectSignedOut();

  const asked = await ask();
  await signUpWithPasskey(page);
  await allow(page);
  const tokens = await asked.finish(await arrivalOfPage());
  const { subject, authenticatedAt } = tokens;
  const claims = await party.readUserinfo(tokens);
  expect(claims).toMatchObject({
    sub: subject,
    age_verified: false,
    meets_threshold: { 18: false },
  });
  expect(claims).not.toHaveProperty('email');

  const again = await (await ask(silent)).finish(await site.arrival());
  expect(again).toMatchObject({ subject, authenticatedAt });
  await page.waitForTimeout(1_100);
  // The page offers the passkey without a click (conditional UI), and this authenticator accepts
  // every offer.
  const fresh = await (await ask({ max_age: '0' })).finish(await arrivalOfPage());
  expect(fresh.subject).toBe(subject);
  expect(fresh.authenticatedAt).toBeGreaterThan(authenticatedAt);

  await page.goto(party.logoutUrl(fresh).href);
  const framed = await site.arrival();
  expect(framed.origin + framed.pathname).toBe(site.frame);
  expect(framed.searchParams.get('sid')).toBe(fresh.session);
  expect((await site.arrival()).href).toBe(`${site.signedOut}?state=bye`);
  await page.waitForURL(`${site.signedOut}?state=bye`);
  await expectSignedOut();
  const back = await (await ask()).finish(await arrivalOfPage());
  expect(back.subject).toBe(subject);
  expect(complaints).toEqual([]);
});

test('one browser keeps the concurrent requests of two sites in two tabs apart, one of them answered by form_post', async () => {
  const sites = [
    await makeParty(useOpenidClient, 'Cellar Door'),
    await makeParty(useOauth4webapi, 'Tobacco Lane'),
  ];
  const { page } = await arrive(browser());
  const open = async ({ site, party }: (typeof sites)[number], extra: Record<string, string>) => {
    const tab = await page.context().newPage();
    return { tab, site, ...(await party.begin(extra)) };
  };
  const modes = [{ response_mode: 'form_post' }, {}];
  const visits = await Promise.all(sites.map((site, at) => open(site, modes[at] ?? {})));
  for (const { tab, url } of visits) await tab.goto(url.href);
  for (const { tab } of visits) {
    await signInAsDemo(tab);
    await tab.waitForURL('**/consent?**');
  }
  await Promise.all(visits.map(({ tab }) => allow(tab)));
  const [first, second] = await Promise.all(
    visits.map(async ({ site, finish }) => finish(await site.arrival())),
  );
  expect(first?.subject).toMatch(/^xid_/);
  expect(second?.subject).toBe(first?.subject);
});
