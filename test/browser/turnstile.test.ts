// The page of a service that uses Cloudflare Turnstile (D-127), with a fake script, frame and
// endpoint.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  FakeTurnstile,
  SECRET,
  SITE_KEY,
} from '../support/installation/turnstile/fake-turnstile.ts';
import { press, see, seeVerdict } from '../support/browser/hosted-page.ts';
import { startDemo, type RunningDemo } from '../support/browser/running-demo.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';
import texts from '../../widget/hosted/texts/bot-check.json' with { type: 'json' };

const browser = useBrowser();
const turnstile = new FakeTurnstile();
let running: RunningDemo | undefined;

beforeAll(async () => {
  running = await startDemo(undefined, {
    TURNSTILE_SITE_KEY: SITE_KEY,
    TURNSTILE_SECRET: SECRET,
    TURNSTILE_ORIGIN: await turnstile.start(),
  });
});
afterAll(async () => {
  await running?.stop();
  await turnstile.stop();
});
beforeEach(() => {
  turnstile.widget = 'passes';
  turnstile.requests.splice(0);
  turnstile.verified.splice(0);
});

async function announce(): Promise<string> {
  const { base_url: base, shop_url: shop, tenant } = running!.demo;
  const fields = { callback_url: shop, min_age: 18, verification_mode: 'facial' };
  const response = await fetch(`${base}/verify/v1/init`, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.secret_key, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  const { data } = (await response.json()) as { data: { verify_url: string } };
  return data.verify_url;
}

/** Opens the welcome page and waits until it has loaded. */
async function open(): Promise<{ page: Page; complaints: readonly string[] }> {
  const { page, complaints } = await arrive(browser());
  await page.goto(await announce());
  await see(page, 'welcome');
  await page.waitForLoadState('networkidle');
  return { page, complaints };
}

const dialog = (page: Page) =>
  page.locator('dialog.witness[data-phase="text"], dialog.witness[data-phase="failed"]');
const failed = (page: Page) => page.locator('dialog.witness[data-phase="failed"]');

describe('the page that checks for a real browser', () => {
  test('loads nothing from Turnstile before the person agrees, then asks once, and the check continues', async () => {
    const { page, complaints } = await open();
    expect(turnstile.requests).toEqual([]);
    await begin(page);
    expect(turnstile.requests.map(({ path }) => path)).toEqual([
      '/turnstile/v0/api.js',
      '/frame',
      '/turnstile/v0/siteverify',
    ]);
    expect(turnstile.verified).toHaveLength(1);
    expect(await page.locator('dialog.witness').count()).toBe(0);
    expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
    expect(turnstile.verified).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('shows the widget in a dialog where interaction is needed', async () => {
    turnstile.widget = 'asks';
    const { page } = await open();
    await press(page, 'welcome.continue');
    await dialog(page).waitFor();
    await page.getByText(texts.en.title).waitFor();
    await page.frameLocator('dialog.witness iframe').getByRole('button').click();
    await see(page, 'camera');
    expect(turnstile.verified).toHaveLength(1);
  });

  test('says what to do when Turnstile fails, and tries again', async () => {
    turnstile.widget = 'refuses';
    const { page } = await open();
    await press(page, 'welcome.continue');
    await failed(page).waitFor();
    await page.getByText(texts.en.failed).waitFor();
    expect(turnstile.verified).toEqual([]);
    turnstile.widget = 'passes';
    await page.getByRole('button', { name: texts.en.again }).click();
    await see(page, 'camera');
  });

  test('goes back to the welcome page by Back and by Escape, and the check can be started again from there', async () => {
    turnstile.widget = 'refuses';
    const { page } = await open();
    for (const back of ['button', 'Escape']) {
      await press(page, 'welcome.continue');
      await failed(page).waitFor();
      if (back === 'Escape') await page.keyboard.press(back);
      else await page.getByRole('button', { name: texts.en.back, exact: true }).click();
      await failed(page).waitFor({ state: 'detached' });
      await see(page, 'welcome');
    }
    expect(turnstile.verified).toEqual([]);
    turnstile.widget = 'passes';
    await press(page, 'welcome.continue');
    await see(page, 'camera');
  });

  test('gives the same advice where the browser blocks the script', async () => {
    const { page } = await open();
    await page.route('**/turnstile/v0/api.js*', (route) => route.abort('blockedbyclient'));
    await press(page, 'welcome.continue');
    await failed(page).waitFor();
    expect(turnstile.requests).toEqual([]);
  });

  test('shows the failure when the endpoint rejects a token, and can try again', async () => {
    const { page } = await open();
    await page.route('**/frame?*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>parent.postMessage({ token: 'fake.made-up' }, '*')</script>`,
      }),
    );
    await press(page, 'welcome.continue');
    await failed(page).waitFor();
    await page.unroute('**/frame?*');
    await page.getByRole('button', { name: texts.en.again }).click();
    await see(page, 'camera');
    expect(turnstile.verified).toHaveLength(2);
  });
});
