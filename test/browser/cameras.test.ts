import { expect, test } from 'vitest';
import { FAKE_CAMERA, launchBrowser } from '../support/browser/chromium.ts';
import { announce } from '../support/browser/customer.ts';
import { press, see, seeMessage, text } from '../support/browser/hosted-page.ts';
import { agree, arrive, begin, useCameraBrowser } from '../support/browser/visitor.ts';
import type { Page } from 'playwright-core';

const browser = useCameraBrowser();

const SAFARI_ON_IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const CHROME_ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Returns the id of the camera whose pictures the page shows. */
const cameraInUse = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    const stream = video?.srcObject instanceof MediaStream ? video.srcObject : undefined;
    return stream?.getVideoTracks()[0]?.getSettings().deviceId;
  });

test('with several cameras the visitor chooses one, and the choice is kept', async () => {
  const several = await launchBrowser([`${FAKE_CAMERA}=device-count=2`]);
  try {
    const { verify_url: url } = await announce();
    const { page } = await arrive(several, { camera: 'own' });
    await page.goto(url);
    await begin(page);
    await seeMessage(page, 'no_face');
    const chooser = page.getByRole('combobox', { name: text('camera.choose') });
    expect(await chooser.locator('option').count()).toBe(2);
    const [first, second] = await chooser
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect([await cameraInUse(page), await chooser.inputValue()]).toEqual([first, first]);
    await chooser.selectOption(second ?? '');
    await expect.poll(() => cameraInUse(page), { timeout: 20_000 }).toBe(second);
    // Chromium's second fake camera sends depth pictures, which look black.
    await seeMessage(page, 'too_dark');
    await press(page, 'paused.action');
    await press(page, 'paused.resume');
    await see(page, 'liveness');
    // The page appears before the camera's picture does.
    await expect.poll(() => cameraInUse(page), { timeout: 20_000 }).toBe(second);
    expect(await chooser.inputValue()).toBe(second);
  } finally {
    await several.close();
  }
});

test('with one camera no choice is offered', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: 'own' });
  await page.goto(url);
  await begin(page);
  expect(await page.getByRole('combobox', { name: text('camera.choose') }).count()).toBe(0);
});

test('a denied camera is explained in the terms of the visitor’s browser', async () => {
  for (const [userAgent, key] of [
    [SAFARI_ON_IPHONE, 'camera.denied.safari_ios_site'],
    [CHROME_ON_WINDOWS, 'camera.denied.chrome_site'],
  ] as const) {
    const { verify_url: url } = await announce();
    const { page } = await arrive(browser(), {
      camera: 'own',
      allowed: false,
      userAgent,
    });
    await page.goto(url);
    await agree(page);
    await press(page, 'camera.off.action');
    const steps = page.locator('.todo li');
    await steps.first().waitFor();
    expect(await steps.first().innerText()).toBe(text(key));
    expect(await steps.last().innerText()).toBe(text('camera.denied.tip_three'));
  }
});

test('the funnel records once that the camera works', async () => {
  const { verify_url: url } = await announce();
  const { page, sent } = await arrive(browser(), { camera: 'own' });
  await page.goto(url);
  await begin(page);
  await seeMessage(page, 'no_face');
  await press(page, 'paused.action');
  await press(page, 'paused.resume');
  await seeMessage(page, 'no_face');
  expect(sent.filter(({ url: to }) => to.endsWith('/camera'))).toHaveLength(1);
});
