import { expect, test } from 'vitest';
import { launchBrowser } from '../support/browser/chromium.ts';
import { announce } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, see, seeMessage, text } from '../support/browser/hosted-page.ts';
import { agree, arrive, begin, useCameraBrowser } from '../support/browser/visitor.ts';
import type { Page } from 'playwright-core';

const browser = useCameraBrowser();

/**
 * Waits until the page reports a camera fault.
 * @returns the heading of the report
 */
async function seeFault(page: Page): Promise<string | null> {
  const fault = page.locator('[data-page="camera"] .notice[data-tone="warn"]');
  await fault.waitFor();
  return fault.getByRole('heading', { level: 1 }).textContent();
}

test('a visitor who denies the camera sees how to allow it, and the page continues once it is allowed', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: 'own', allowed: false });
  await page.goto(url);
  await agree(page);
  await inspect(page, 'camera');
  await press(page, 'camera.off.action');
  expect(await seeFault(page)).toBe(text('camera.denied.title'));
  await inspect(page, 'camera-denied');
  await page.context().grantPermissions(['camera']);
  await see(page, 'liveness');
});

test('a device without a camera gets a page that explains it', async () => {
  const { verify_url: url } = await announce();
  const bare = await launchBrowser();
  try {
    const { page } = await arrive(bare, { camera: 'own' });
    await page.goto(url);
    await agree(page);
    await press(page, 'camera.off.action');
    expect(await seeFault(page)).toBe(text('camera.missing.title'));
    await inspect(page, 'camera-missing');
  } finally {
    await bare.close();
  }
});

test('a lost camera costs no attempt, and the check continues when it is back', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: 'own' });
  await page.goto(url);
  await begin(page);
  await seeMessage(page, 'no_face');
  await page.context().clearPermissions();
  expect(await seeFault(page)).toBe(text('camera.lost.title'));
  await inspect(page, 'camera-lost');
  await page.context().grantPermissions(['camera']);
  await seeMessage(page, 'no_face');
  expect(await page.locator('.attempts').count()).toBe(0);
});
