import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import languages from '../../widget/locales/languages.json' with { type: 'json' };
import { announce } from '../support/browser/customer.ts';
import { see } from '../support/browser/hosted-page.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const NARROW = { width: 320, height: 640 };

const spoken = (page: Page) => page.locator('html').getAttribute('lang');
const menu = (page: Page) => page.getByRole('combobox');
const seeLanguage = (page: Page, language: string) =>
  page.locator(`html[lang="${language}"]`).waitFor();

test.each([
  ['the browser’s, when the tenant asked for none', 'pl-PL', {}, 'pl'],
  ['the tenant’s, whatever the browser’s', 'pl-PL', { locale: 'tr' }, 'tr'],
  ['English, when the tenant asked for one there is not', 'pl-PL', { locale: 'tlh' }, 'en'],
  ['English, when the browser’s is not there', 'sw-KE', {}, 'en'],
])('the page speaks a language: %s', async (_rule, locale, fields, language) => {
  const { verify_url: url } = await announce(fields);
  const { page } = await arrive(browser(), { locale });
  await page.goto(url);
  await see(page, 'welcome');
  expect(await spoken(page)).toBe(language);
  expect(await menu(page).inputValue()).toBe(language);
});

test('another language can be chosen with the keyboard alone, and stays for the following pages', async () => {
  const { verify_url: url } = await announce({ locale: 'de' });
  const { page, complaints } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('I');
  await seeLanguage(page, 'it');
  expect(await menu(page).evaluate((list) => list === document.activeElement)).toBe(true);
  await page.locator('.consent button').click();
  await see(page, 'camera');
  expect(await spoken(page)).toBe('it');
  expect(complaints).toEqual([]);
});

test('keeps the current language when the chosen one does not load', async () => {
  const { verify_url: url } = await announce({ locale: 'nl' });
  const { page } = await arrive(browser());
  await page.route('**/assets/ja-*.js', (route) => route.abort());
  await page.goto(url);
  await see(page, 'welcome');
  const lost = page.waitForEvent('requestfailed');
  await menu(page).selectOption('ja');
  await lost;
  await expect.poll(() => menu(page).inputValue()).toBe('nl');
  await page.unroute('**/assets/ja-*.js');
  await menu(page).selectOption('ja');
  await seeLanguage(page, 'ja');
});

test('sizes and numbers are formatted for the language', async () => {
  const { verify_url: url } = await announce({ locale: 'de' });
  const { page } = await arrive(browser());
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto(url);
  await page.getByText('3,1 MB').waitFor();
  for (const [language, size] of [
    ['en', '3.1 MB'],
    ['ar', new Intl.NumberFormat('ar').format(3.1)],
  ] as const) {
    await menu(page).selectOption(language);
    await expect.poll(() => page.locator('main').innerText()).toContain(size);
  }
});

test('every language fits the smallest phone', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { viewport: NARROW });
  await page.goto(url);
  await see(page, 'welcome');
  for (const [language, { dir }] of Object.entries(languages)) {
    await menu(page).selectOption(language);
    await seeLanguage(page, language);
    expect(await page.locator('html').getAttribute('dir')).toBe(dir);
    expect({ language, clipped: await findClipped(page) }).toEqual({ language, clipped: [] });
  }
});

/** Finds content that overflows: the page itself, or an element whose text is too wide. */
function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('html, #app *'))
      .filter((element) => !element.closest('.hidden, .language, dialog:not([open])'))
      .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}
