import { expect, test } from 'vitest';
import { announce } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { agree, arrive, press, see, seeBlock, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const MODELS = '**/models/**';

test('a visitor who is quicker than the models sees how far they are, and goes on by themselves', async () => {
  const { verify_url: url } = await announce();
  const { page, complaints } = await arrive(browser(), { camera: { mood: 'rest' } });
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(MODELS, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url);
  await see(page, 'welcome');
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('0');
  await inspect(page, 'welcome-loading');
  await agree(page);
  await press(page, 'camera.off.action');
  await see(page, 'preparing');
  await inspect(page, 'preparing');
  letGo?.();
  await see(page, 'liveness');
  expect(complaints).toEqual([]);
});

test('models that do not arrive keep the visitor waiting, and the page goes on when they do', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: { mood: 'rest' } });
  await page.route(MODELS, (route) => route.abort());
  await page.goto(url);
  await agree(page);
  await press(page, 'camera.off.action');
  await see(page, 'preparing');
  expect(await page.locator('[data-block]').count()).toBe(0);
  await page.unroute(MODELS);
  await see(page, 'liveness');
});

test('models the server refuses are a page that says so, and another try brings them', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: { mood: 'rest' } });
  await page.route(MODELS, (route) => route.fulfill({ status: 404 }));
  await page.goto(url);
  await agree(page);
  await press(page, 'camera.off.action');
  expect(await seeBlock(page)).toBe('engine');
  await inspect(page, 'blocked-engine');
  await page.unroute(MODELS);
  await press(page, 'try_again');
  await see(page, 'liveness');
});

test('until the server answers, the page shows its shape', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/v/sessions', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url);
  await see(page, 'loading');
  expect(await page.locator('.loading').getAttribute('aria-busy')).toBe('true');
  await inspect(page, 'loading');
  letGo?.();
  await see(page, 'welcome');
});
