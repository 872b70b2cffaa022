import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { announceTest, readResult } from '../support/browser/customer.ts';
import { text } from '../support/browser/hosted-page.ts';
import { arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

interface Heard {
  type: string;
  status?: string;
  token?: string;
  code?: string;
}

/**
 * Opens the shop's page with embed.js, a button that opens the check, and a listener for its
 * events.
 */
const openInShop = (page: Page, url: string, options = {}): Promise<void> =>
  openIn(page, inject('demo').shop_url, url, options);

async function openIn(page: Page, site: string, url: string, options = {}): Promise<void> {
  const { base_url: service } = inject('demo');
  await page.goto(site);
  await page.addScriptTag({ url: `${service}/embed.js` });
  await page.evaluate(
    ([address, wishes]) => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      const { Agate } = window as unknown as {
        Agate: {
          open: (
            url: string,
            options: object,
          ) => { on: (type: string, listener: (event: object) => void) => void };
        };
      };
      const button = document.createElement('button');
      button.id = 'open';
      button.textContent = 'Open the check';
      button.addEventListener('click', () => {
        const check = Agate.open(address, wishes);
        for (const type of ['ready', 'step', 'success', 'failed', 'canceled', 'error'])
          check.on(type, (event) => heard.push({ type, ...event }));
      });
      document.body.prepend(button);
    },
    [url, options] as const,
  );
  await page.click('#open');
}

const heardOn = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);

const frameOf = (page: Page) => page.frameLocator('dialog iframe');

test('an embedded check reports its steps and its end, and only the backend receives the verdict', async () => {
  const { token, verify_url: url } = await announceTest();
  const { page, complaints } = await arrive(browser(), { viewport: DESKTOP });
  await openInShop(page, url, { redirect: false });
  const dialog = page.getByRole('dialog', { name: 'Age check' });
  await dialog.waitFor();
  await frameOf(page)
    .getByRole('button', { name: text('sandbox.success') })
    .click();
  await expect
    .poll(async () => (await heardOn(page)).at(-1)?.type, { timeout: 20_000 })
    .toBe('success');
  const heard = await heardOn(page);
  expect(heard.map(({ type }) => type)).toEqual(['ready', 'step', 'success']);
  const result = await readResult(token, 'test');
  expect(result).toMatchObject({ verified: true });
  expect(await readResult(heard.at(-1)?.token ?? '', 'test')).toEqual(result);
  await dialog.waitFor({ state: 'detached', timeout: 20_000 });
  expect(new URL(page.url()).pathname).toBe('/');
  expect(complaints).toEqual([]);
});

test('a visitor who contests the estimate stays in the same embedded check, which then ends differently (D-93)', async () => {
  const { token, verify_url: url } = await announceTest();
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  await openInShop(page, url, { redirect: false });
  const frame = frameOf(page);
  await frame
    .getByRole('combobox', { name: text('sandbox.reason') })
    .selectOption('age_below_threshold');
  await frame.getByRole('button', { name: text('sandbox.failed') }).click();
  await frame.getByRole('button', { name: text('contest.action') }).click();
  await frame.getByRole('button', { name: text('sandbox.success') }).click();
  await expect
    .poll(async () => (await heardOn(page)).at(-1)?.type, { timeout: 20_000 })
    .toBe('success');
  const heard = await heardOn(page);
  expect(heard.map(({ type }) => type)).toEqual(['ready', 'step', 'failed', 'step', 'success']);
  const [failed, passed] = [heard[2]?.token ?? '', heard[4]?.token ?? ''];
  expect(await readResult(token, 'test')).toMatchObject({ token: failed, status: 'retaken' });
  expect(await readResult(passed, 'test')).toMatchObject({ verified: true, previous: failed });
});

test('the dialog keeps the focus, closes on Escape wherever it is, and gives the focus back', async () => {
  for (const inside of [false, true]) {
    const { verify_url: url } = await announceTest();
    const { page } = await arrive(browser(), { viewport: DESKTOP });
    await openInShop(page, url, { redirect: false });
    const start = frameOf(page).getByRole('button', { name: text('sandbox.success') });
    await start.waitFor();
    for (let i = 0; i < 40; i += 1) {
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate(
        () =>
          document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(isBehind).toBe(false);
    }
    if (inside) await start.focus();
    else await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('open');
    expect((await heardOn(page)).at(-1)).toEqual({ type: 'canceled', status: 'canceled' });
  }
});

test('where the shop denies the camera to frames, the check continues in a new tab', async () => {
  const { verify_url: url } = await announceTest();
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const { tenant } = inject('demo') as unknown as { tenant: { test_publishable_key: string } };
  // Imitates a Permissions-Policy without the camera: the frame does not get the permissions that
  // embed.js requests for it.
  await page.addInitScript(() =>
    Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set() {} }),
  );
  await openInShop(page, url, {
    redirect: false,
    publishableKey: tenant.test_publishable_key,
  });
  const way = page.getByRole('link', { name: 'Continue in a new tab' });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), way.click()]);
  await tab.getByRole('button', { name: text('sandbox.failed') }).click();
  await expect
    .poll(async () => (await heardOn(page)).at(-1)?.type, { timeout: 20_000 })
    .toBe('failed');
  expect((await heardOn(page)).map(({ type }) => type)).toEqual(['error', 'failed']);
  expect((await heardOn(page)).at(-1)?.token).toMatch(/^xtk_/);
});

test('no other site can frame the check', async () => {
  const { verify_url: url } = await announceTest();
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<iframe src="${url}"></iframe>`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => void server.close());
  const refused = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('frame-ancestors'),
  });
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
  expect((await refused).type()).toBe('error');
});

test('an origin that may not frame the check receives an error, and the link stays valid', async () => {
  const { token, verify_url: url } = await announceTest();
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const stranger = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>x</title>'),
  );
  await new Promise<void>((resolve) => {
    stranger.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  await openIn(page, `http://localhost:${port}/`, url);
  await expect
    .poll(() => heardOn(page), { timeout: 20_000 })
    .toEqual([{ type: 'error', code: 'not_allowed' }]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await readResult(token, 'test')).toMatchObject({ status: 'pending' });
  await page.goto(url);
  await page.getByRole('button', { name: text('sandbox.success') }).waitFor();
});
