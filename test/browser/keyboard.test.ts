import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { announce, readResult } from '../support/browser/customer.ts';
import { see, seeVerdict, text, type TextKey } from '../support/browser/hosted-page.ts';
import { arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('everything from the welcome through the camera to canceling works by keyboard alone', async () => {
  const { token, verify_url: url } = await announce();
  const { page } = await arrive(browser(), {
    viewport: DESKTOP,
    camera: { mood: 'rest', readings: 'puppet' },
  });
  await page.goto(url);
  await see(page, 'welcome');
  await tabTo(page, 'welcome.continue');
  await page.keyboard.press('Enter');

  await see(page, 'camera');
  expect(await focused(page)).toMatchObject({ tag: 'H1', name: text('camera.off.title') });
  await tabTo(page, 'camera.off.action');
  await page.keyboard.press('Enter');

  await see(page, 'liveness');
  expect(await focused(page)).toMatchObject({ tag: 'H1', name: text('liveness.title') });
  await tabTo(page, 'capture.help_title');
  await page.keyboard.press('Enter');
  await page.getByText(text('capture.help_alone')).waitFor();

  await tabTo(page, 'cancel');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await focused(page)).toMatchObject({ name: text('cancel') });
  await page.keyboard.press('Enter');
  await tabTo(page, 'cancel_dialog.stop');
  await page.keyboard.press('Enter');

  expect(await seeVerdict(page)).toMatchObject({ status: 'canceled' });
  expect(await focused(page)).toMatchObject({ tag: 'H1' });
  expect(await readResult(token)).toMatchObject({ status: 'canceled' });
});

/** Presses Tab until the control has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, key: TextKey): Promise<void> {
  const stops: string[] = [];
  while (stops.length < 20) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    stops.push(stop.name);
    expect(stop, `focus on ${stop.name}`).toMatchObject({ isVisible: true });
    if (stop.name === text(key)) return;
  }
  throw new Error(`${text(key)} was not among ${stops.join(', ')}`);
}

/** What has the focus, and whether one can see that. */
function focused(page: Page): Promise<{ tag: string; name: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const style = getComputedStyle(element);
    const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
    return {
      tag: element.tagName,
      name: element.textContent ?? '',
      isVisible: element === document.body || isOutlined || style.boxShadow !== 'none',
    };
  });
}
