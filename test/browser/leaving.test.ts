// Sites that redirect people to a different origin right after their return. Browsers check every
// redirect after a form submission against the policy of the page with the form (CSP 3, 6.4.1), so
// none of our forms may start such a chain of redirects (D-138).
import { expect, inject, onTestFinished, test } from 'vitest';
import texts from '../../src/http/pages/locales/en.json' with { type: 'json' };
import { useDemoAccount } from '../support/browser/demo-account.ts';
import { inspect } from '../support/browser/inspect.ts';
import { allow, button, signInAsDemo, signUpWithPasskey } from '../support/browser/people.ts';
import { openSite } from '../support/browser/sites.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';
import { useOpenidClient } from '../support/site/client-libraries.ts';

useDemoAccount();
const browser = useBrowser();

async function openBroker(name: string) {
  const service = inject('demo').base_url;
  const site = await openSite(service, name, { leadsOn: true });
  onTestFinished(site.close);
  return {
    service,
    site,
    home: `${site.elsewhere}/home`,
    party: await useOpenidClient(service, site),
  };
}

test('a person who consents arrives at the site, and going back shows that it is done and links to the site', async () => {
  const { site, home, party } = await openBroker('Cellar Door');
  const { page, complaints } = await arrive(browser());
  const { url, finish } = await party.begin();
  await page.goto(url.href);
  await signUpWithPasskey(page);
  await allow(page);
  await page.waitForURL(home);
  expect((await finish(await site.arrival())).subject).toMatch(/^xid_/);
  expect(complaints).toEqual([]);
  await page.goBack();
  await page.waitForURL('**/consent?**');
  const done = page.getByRole('heading', { level: 1 });
  expect(await done.textContent()).toBe(texts['answered.title']);
  await inspect(page, 'answered');
  await page.reload();
  expect(await done.textContent()).toBe(texts['answered.title']);
  const { host } = new URL(site.callback);
  await page.getByRole('link', { name: texts['answered.action'].replace('{host}', host) }).click();
  await page.waitForURL(home);
});

test('a person who refuses arrives at the site, even without JavaScript', async () => {
  const { site, home, party } = await openBroker('Tobacco Lane');
  const { page } = await arrive(browser(), { javaScriptEnabled: false });
  const { url } = await party.begin();
  await page.goto(url.href);
  await signInAsDemo(page);
  await button(page, texts['consent.deny']).click();
  await page.waitForURL(home);
  expect((await site.arrival()).searchParams.get('error')).toBe('access_denied');
});

test('a password is enough where consent was given before, and an answer by form_post arrives too', async () => {
  const { site, home, party } = await openBroker('Quarry Stones');
  for (const extra of [{}, { response_mode: 'form_post' }, {}] as Record<string, string>[]) {
    const { page } = await arrive(browser());
    const { url, finish } = await party.begin(extra);
    await page.goto(url.href);
    await signInAsDemo(page);
    await Promise.race([
      page.waitForURL(home),
      page.waitForURL('**/consent?**').then(() => allow(page)),
    ]);
    await page.waitForURL(home);
    expect((await finish(await site.arrival())).subject).toMatch(/^xid_/);
    await page.context().close();
  }
});

test('a person who signs out on our page arrives where the site asked', async () => {
  const { service, site, home } = await openBroker('Harbour Books');
  const { page } = await arrive(browser());
  await page.goto(`${service}/signin`);
  await signInAsDemo(page);
  await page.waitForURL(`${service}/account`);
  const query = new URLSearchParams({
    client_id: site.id,
    post_logout_redirect_uri: site.signedOut,
  });
  await page.goto(`${service}/oauth/logout?${query.toString()}`);
  await button(page, texts['signout.action']).click();
  await page.waitForURL(home);
  expect((await site.arrival()).pathname).toBe(new URL(site.signedOut).pathname);
});
