import { expect, test } from 'vitest';
import { announce, readResult } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { showScene } from '../support/browser/puppet-camera.ts';
import {
  press,
  see,
  seeAge,
  seeMessage,
  seeVerdict,
  text,
} from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('shows what is wrong with the picture, and requests no movement until it is right', async () => {
  const { token, verify_url: url } = await announce();
  const { page, sent, complaints } = await arrive(browser(), { camera: { scene: 'nobody' } });
  await page.goto(url);
  await begin(page);
  for (const [scene, message] of [
    ['nobody', 'no_face'],
    ['two', 'two_faces'],
    ['dark', 'too_dark'],
  ] as const) {
    await showScene(page, scene);
    await seeMessage(page, message);
    const said = page.locator('.instruction-box');
    expect(await said.textContent()).toBe(text(`guide.${message}`) + text(`hint.${message}`));
    await inspect(page, `liveness-${message.replace('_', '-')}`);
    await seeMessage(page, message);
  }
  expect(sent.filter((request) => request.url.endsWith('/challenge'))).toEqual([]);
  expect(await readResult(token)).toMatchObject({ status: 'in_progress' });

  await showScene(page, 'adult');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(complaints).toEqual([]);
});

test('a second face during the age estimate stops it until it is gone', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser());
  await page.goto(url);
  await begin(page);
  await seeAge(page);
  await showScene(page, 'two');
  await seeMessage(page, 'two_faces');
  await inspect(page, 'age-two-faces');
  await showScene(page, 'adult');
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
});

test('without a face the page asks for one until the time is up, then releases the camera', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), { camera: { scene: 'nobody' } });
  await page.clock.install();
  await page.goto(url);
  await begin(page);
  await seeMessage(page, 'no_face');
  expect(await page.evaluate(() => window.puppet.isOn())).toBe(true);
  await page.clock.fastForward('14:00');
  await page.getByRole('dialog', { name: text('time.title') }).waitFor();
  await inspect(page, 'time-warning');
  await press(page, 'time.go_on');
  await seeMessage(page, 'no_face');
  await page.clock.fastForward('01:01');
  await see(page, 'expired');
  await page.clock.fastForward('00:05');
  await see(page, 'expired');
  expect(await page.evaluate(() => window.puppet.isOn())).toBe(false);
  await inspect(page, 'time-up');
});

test.each([
  [390, 844, 'en-GB'],
  [390, 844, 'de-DE'],
  [390, 844, 'pl-PL'],
  [360, 640, 'en-GB'],
] as const)(
  'at %i x %i in %s the alternative and the end button are visible without scrolling on the first screen of the movements',
  async (width, height, locale) => {
    const { verify_url: url } = await announce();
    const { page } = await arrive(browser(), {
      viewport: { width, height },
      locale,
      camera: { scene: 'nobody' },
    });
    await page.goto(url);
    await see(page, 'welcome');
    await page.locator('main .button').first().click();
    await see(page, 'camera');
    await page.locator('main .button').first().click();
    await seeMessage(page, 'no_face');
    const bottom = await page
      .locator('.foot')
      .evaluate((foot) => Math.ceil(foot.getBoundingClientRect().bottom));
    expect(bottom).toBeLessThanOrEqual(height);
  },
);
