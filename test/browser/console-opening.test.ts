// The requests that a console sends before its app has loaded. A request that waited for the app
// would cost another round trip.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { at, openConsole, seeTitle, signIn } from '../support/browser/console.ts';
import { useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
/** The chunk that contains React. */
const APP = /\/assets\/console-app-[\w-]{8}\.js$/;
const REFRESH = /\/console\/v1\/dashboard\/refresh$/;
const FORM = 'input[type=email]';

/** Holds back requests to an address. @returns a function that releases them */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test.each([
  ['/dashboard', undefined, 'en'],
  ['/admin', undefined, 'en'],
  ['/dashboard/keys', 'ar', 'ar'],
])('%s requests its texts while the app is loading (chosen: %s)', async (path, chosen, texts) => {
  const { page, broken } = await openConsole(browser());
  if (chosen !== undefined)
    await page.addInitScript(
      (language) => localStorage.setItem('agate-console-language', language),
      chosen,
    );
  const release = await hold(page, APP);
  const asked = page.waitForRequest(new RegExp(`/assets/console-${texts}-[\\w-]{8}\\.js$`));
  const app = page.waitForRequest(APP);
  await page.goto(at(path), { waitUntil: 'commit' });
  await Promise.all([asked, app]);
  release();
  await page.locator(FORM).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(texts);
  expect(broken()).toEqual([]);
});

test('the session is verified while the app is loading, and nobody sees a sign-in form meanwhile', async () => {
  const { page, broken } = await openConsole(browser());
  await page.goto(at('/dashboard'));
  await signIn(page, inject('demo').dashboard);
  await seeTitle(page, 'Home');

  const [release, answer] = [await hold(page, APP), await hold(page, REFRESH)];
  const asked = page.waitForRequest(REFRESH);
  await page.goto(at('/dashboard/keys'), { waitUntil: 'commit' });
  await asked;
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('input[type=email]')) document.body.dataset['form'] = 'shown';
    }).observe(document.body, { childList: true, subtree: true });
  });
  const arrived = page.waitForResponse(APP);
  release();
  const app = (await arrived).url();
  // Waits until the app's module has run and has had the chance to render a sign-in form.
  await page.evaluate(`import(${JSON.stringify(app)}).then(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }))`);
  answer();
  await seeTitle(page, 'API keys');
  expect(await page.locator('body').getAttribute('data-form')).toBeNull();
  expect(broken()).toEqual([]);
});
