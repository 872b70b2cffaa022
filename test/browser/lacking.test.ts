// Browsers that lack a feature that the check needs: the link remains valid for a different browser
// (D-141).
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { announce, readResult } from '../support/browser/customer.ts';
import german from '../../widget/locales/de.json' with { type: 'json' };
import { see, text } from '../support/browser/hosted-page.ts';
import { typeCode } from '../support/browser/two-devices.ts';
import { inspect } from '../support/browser/inspect.ts';
import {
  agree,
  arrive,
  DESKTOP,
  useBrowser,
  useCameraBrowser,
} from '../support/browser/visitor.ts';

const browser = useBrowser();
const cameraBrowser = useCameraBrowser();

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28.85';

/**
 * The features that are removed, by their path from the global object. Methods are removed from the
 * prototype.
 */
const TAKEN = [
  'navigator.mediaDevices',
  'MediaDevices.prototype.getUserMedia',
  'Worker',
  'WebAssembly',
  'OffscreenCanvas',
  'createImageBitmap',
  'crypto.subtle',
  'AbortSignal.timeout',
  'Array.prototype.at',
  'Array.prototype.toSorted',
  'Array.prototype.toReversed',
  'String.prototype.replaceAll',
  'Element.prototype.replaceChildren',
  'HTMLDialogElement.prototype.showModal',
];

const take = (page: Page, paths: readonly string[]): Promise<unknown> =>
  page.addInitScript((all) => {
    for (const path of all) {
      const names = path.split('.');
      const last = names.pop() ?? '';
      const holder = names.reduce<any>((from, name) => from[name], globalThis);
      Object.defineProperty(holder, last, { value: undefined, configurable: true });
    }
  }, paths as string[]);

const blocked = (page: Page) => page.locator('[data-block]');

test.each(TAKEN)(
  'without %s the page says so, shows the link to copy, and does not open the session',
  async (path) => {
    const { token, verify_url: url } = await announce();
    const { page, sent } = await arrive(browser(), { camera: 'own', viewport: DESKTOP });
    await take(page, [path]);
    await page.goto(url);
    await blocked(page).waitFor();
    expect(await blocked(page).getAttribute('data-block')).toBe('unsupported');
    expect(await page.locator('.copy-field').inputValue()).toBe(url);
    await page.locator('.elsewhere svg').waitFor();
    expect(sent.filter((request) => request.method === 'POST')).toEqual([]);
    expect(await readResult(token)).toMatchObject({ status: 'pending' });
  },
);

/** Inserts a syntax error into every script except the first. */
function spoil(html: string): string {
  let scripts = 0;
  return html.replaceAll(/<script[^>]*>/g, (tag) => (scripts++ === 0 ? tag : `${tag}let a = ;`));
}

/**
 * Imitates browsers that do not support modules: removes the module, and inserts a syntax error
 * into the other scripts.
 */
const withoutModules = (html: string): string =>
  spoil(html.replace(/<script type="module">.*?<\/script>/s, ''));

test.each<[what: string, age: (html: string) => string]>([
  ['syntax of later years', spoil],
  ['modules', withoutModules],
])(
  'a browser without %s says so in its language, and leaves the link unopened',
  async (what, age) => {
    const { token, verify_url: url } = await announce();
    const { page, sent } = await arrive(browser(), { camera: 'own', locale: 'de-AT' });
    if (what === 'modules')
      await page.addInitScript(() =>
        Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
      );
    await page.route('**/v/*', async (route) => {
      const answer = await route.fetch();
      const { 'content-security-policy': _, ...headers } = answer.headers();
      await route.fulfill({ status: answer.status(), headers, body: age(await answer.text()) });
    });
    await page.goto(url);
    await page.getByRole('heading', { name: german['blocked.unsupported.title'] }).waitFor();
    await page.getByText(german['blocked.unsupported.text']).waitFor();
    await inspect(page, `too-old-${what === 'modules' ? 'modules' : 'syntax'}`);
    expect(sent.filter((request) => request.method === 'POST')).toEqual([]);
    expect(await readResult(token)).toMatchObject({ status: 'pending' });
  },
);

test('an in-app browser names the way to the real browser, where the same link then works', async () => {
  const { verify_url: url } = await announce();
  const app = await arrive(browser(), { camera: 'own', userAgent: INSTAGRAM, hasTouch: true });
  await take(app.page, ['navigator.mediaDevices', 'navigator.clipboard']);
  await app.page.goto(url);
  await blocked(app.page).waitFor();
  expect(await blocked(app.page).textContent()).toBe(text('elsewhere.ios'));
  expect(await app.page.locator('.elsewhere svg').count()).toBe(0);
  await inspect(app.page, 'in-app');
  // Without a clipboard API, the link is selected, so that the visitor can copy it from the
  // selection menu.
  await app.page.getByRole('button', { name: text('handoff.copy') }).click();
  expect(await app.page.evaluate(() => getSelection()?.toString())).toBe(url);
  const { page } = await arrive(browser());
  await page.goto(await app.page.locator('.copy-field').inputValue());
  await see(page, 'welcome');
});

test('an in-app browser that has opened the link hands the check over to a browser on the same phone', async () => {
  const { verify_url: url } = await announce();
  const app = await arrive(cameraBrowser(), {
    camera: 'own',
    allowed: false,
    userAgent: INSTAGRAM,
    hasTouch: true,
  });
  await app.page.goto(url);
  const real = await arrive(browser());
  await see(app.page, 'welcome');
  await real.page.goto(url);
  await blocked(real.page).waitFor();
  expect(await blocked(real.page).getAttribute('data-block')).toBe('opened_elsewhere');
  await agree(app.page);
  await app.page.getByRole('button', { name: text('camera.off.action') }).click();
  await app.page.getByText(text('camera.denied.in_app')).waitFor();
  await inspect(app.page, 'in-app-denied');
  await app.page.getByRole('button', { name: text('elsewhere.offer') }).click();
  await app.page.getByRole('heading', { name: text('elsewhere.title') }).waitFor();
  await inspect(app.page, 'in-app-handoff');
  const link = await app.page.locator('.copy-field').inputValue();
  const code = await app.page.locator('.pairing-code').first().textContent();
  await real.page.goto(link);
  await typeCode(real.page, code ?? '');
  await see(real.page, 'welcome');
});

test('a browser that adds noise to the pictures that pages read says so', async () => {
  const { token, verify_url: url } = await announce();
  const { page } = await arrive(browser());
  await page.addInitScript(() => {
    const pictures = OffscreenCanvasRenderingContext2D.prototype;
    const read = Reflect.get(pictures, 'getImageData') as (...area: unknown[]) => ImageData;
    Reflect.set(pictures, 'getImageData', function (this: unknown, ...area: unknown[]) {
      const picture = Reflect.apply(read, this, area);
      crypto.getRandomValues(picture.data);
      return picture;
    });
  });
  await page.goto(url);
  await blocked(page).waitFor();
  expect(await blocked(page).textContent()).toBe(text('blocked.masked_pictures.text'));
  await inspect(page, 'masked-pictures');
  expect(await readResult(token)).toMatchObject({ status: 'pending' });
});
