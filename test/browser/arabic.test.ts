import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import german from '../../widget/locales/de.json' with { type: 'json' };
import account from '../../widget/locales/account/ar.json' with { type: 'json' };
import page from '../../widget/locales/ar.json' with { type: 'json' };
import reason from '../../widget/locales/reason/ar.json' with { type: 'json' };
import sandbox from '../../widget/locales/sandbox/ar.json' with { type: 'json' };
import { announce } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { setMood } from '../support/browser/puppet-camera.ts';
import {
  see,
  seeAge,
  seeBlock,
  seeProblem,
  seeVerdict,
  type TextKey,
} from '../support/browser/hosted-page.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const arabic = { ...page, ...reason, ...account, ...sandbox };
const browser = useBrowser();
const NARROW = { width: 320, height: 640 };

const tap = (page: Page, key: TextKey) =>
  page.getByRole('button', { name: arabic[key], exact: true }).click();

test('an Arabic session runs from right to left, is fully translated, and fits 320 pixels', async () => {
  const { verify_url: url } = await announce({ locale: 'ar-EG' });
  const camera = { mood: 'oppose', readings: 'puppet' } as const;
  const { page, complaints } = await arrive(browser(), { camera, viewport: NARROW });
  await page.goto(url);
  await see(page, 'welcome');
  await expectArabic(page, 'welcome');
  await tap(page, 'cancel');
  await expectArabic(page, 'cancel-dialog');
  await tap(page, 'cancel_dialog.keep');
  await tap(page, 'welcome.continue');
  await see(page, 'camera');
  await expectArabic(page, 'camera');
  await tap(page, 'camera.off.action');
  await see(page, 'liveness');
  await setMood(page, 'rest');
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await expectArabic(page, 'liveness');
  await setMood(page, 'oppose');
  expect(await seeProblem(page)).toBe('wrong_movement');
  await expectArabic(page, 'retry');
  await setMood(page, 'obey');
  await tap(page, 'try_again');
  await seeAge(page);
  await seeVerdict(page);
  await tap(page, 'return.stay');
  await expectArabic(page, 'verdict');
  expect(complaints).toEqual([]);
});

test('without a session the page uses the browser’s language', async () => {
  const { page } = await arrive(browser(), { locale: 'ar', viewport: NARROW });
  await page.goto(`${inject('demo').base_url}/v/xit_unknown`);
  expect(await seeBlock(page)).toBe('unknown_link');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    arabic['blocked.unknown_link.title'],
  );
  await expectArabic(page, 'blocked');
});

test('the visitor’s own choice of language wins, and sets the reading direction', async () => {
  const { verify_url: url } = await announce({ locale: 'ar' });
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  await page.getByRole('combobox', { name: arabic['language'] }).selectOption('de');
  await page.getByRole('button', { name: german['welcome.continue'], exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
});

async function expectArabic(page: Page, name: string): Promise<void> {
  const root = page.locator('html');
  expect(await root.getAttribute('lang')).toBe('ar');
  expect(await root.getAttribute('dir')).toBe('rtl');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect({ name, foreign: await latinWords(page), width }).toEqual({
    name,
    foreign: [],
    width: NARROW.width,
  });
  await inspect(page, `arabic-${name}`);
}

/**
 * Finds words in Latin letters, except for the names of the shop, the operator and the service, and
 * the shop's address.
 */
async function latinWords(page: Page): Promise<string[]> {
  const { tenant, shop_url: shop } = inject('demo');
  const words = await page.evaluate(() => {
    const labels = Array.from(document.querySelectorAll('[aria-label]'), (element) =>
      element.getAttribute('aria-label'),
    );
    // Language menus list each language by its own name.
    const menus = Array.from(document.querySelectorAll('select'), ({ innerText }) => innerText);
    const body = menus.reduce((text, menu) => text.replace(menu, ''), document.body.innerText);
    return `${document.title} ${body} ${labels.join(' ')}`;
  });
  const known = [tenant.name, new URL(shop).host, 'Agate Demo', 'Agate'];
  const rest = known.reduce((text, word) => text.replaceAll(word, ''), words);
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}
