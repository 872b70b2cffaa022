import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { announce } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { Network, PROFILES } from '../support/browser/network.ts';
import { press, see, seeBlock } from '../support/browser/hosted-page.ts';
import { agree, arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const MODELS = '**/models/**';
let network: Network;

beforeAll(async () => {
  network = await Network.start(inject('demo').base_url);
});

afterAll(() => network.close());

test('a visitor who is faster than the models sees their progress, and the page continues automatically', async () => {
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

test('while the models do not load the visitor waits, and the page continues once they do', async () => {
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

test('models that the server refuses lead to a page that explains it, and a retry loads them', async () => {
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

test('until the server answers, the page shows its skeleton', async () => {
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
  // The script renders the document's skeleton once more and adds the heading and the announcement,
  // whose texts exist only in the script.
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('.loading').getAttribute('aria-busy')).toBe('true');
  await inspect(page, 'loading');
  letGo?.();
  await see(page, 'welcome');
});

test('the session is requested once, while the page is still loading', async () => {
  const { verify_url: url } = await announce();
  const { page, complaints } = await arrive(browser());
  network.forget();
  network.profile = PROFILES.slow3g;
  await page.goto(network.via(url));
  await see(page, 'welcome');
  const { requestedMs, arrivedMs } = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
    const asked = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('sessions'));
    return { requestedMs: asked?.startTime, arrivedMs: document?.responseEnd };
  });
  expect(requestedMs).toBeLessThan(arrivedMs ?? 0);
  expect(network.passages.filter(({ path }) => path === '/v/sessions')).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('a request that failed before the page’s script was loaded is retried', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  let asked = 0;
  await page.route('**/v/sessions', async (route) => {
    asked += 1;
    await (asked === 1 ? route.abort() : route.continue());
  });
  await page.goto(url);
  await see(page, 'welcome');
  expect(asked).toBe(2);
});

test('a response that was lost before the page’s script was loaded is requested again', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  network.forget();
  network.profile = undefined;
  network.loseNextAnswer(/\/v\/sessions$/);
  await page.goto(network.via(url));
  await see(page, 'welcome');
  expect(network.passages.filter(({ path }) => path === '/v/sessions')).toHaveLength(2);
  await agree(page);
  await see(page, 'camera');
});
