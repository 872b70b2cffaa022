import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { announce } from '../support/browser/customer.ts';
import { see } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test.each([
  ['system', 'light', 'light'],
  ['system', 'dark', 'dark'],
  ['dark', 'light', 'dark'],
  ['light', 'dark', 'light'],
] as const)('theme %s on a %s device is %s', async (theme, colorScheme, expected) => {
  const { verify_url: url } = await announce({ theme });
  const { page } = await arrive(browser(), { colorScheme });
  await page.goto(url);
  await see(page, 'welcome');
  const light = await lightness(page);
  expect(light > 0.5 ? 'light' : 'dark').toBe(expected);
});

test.each([
  ['no-preference', true],
  ['reduce', false],
] as const)('with motion preference %s the arrow moves: %s', async (reducedMotion, moves) => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser(), {
    reducedMotion,
    camera: { mood: 'rest', readings: 'puppet' },
  });
  await page.goto(url);
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  const animations = await page.locator('.arrow').evaluate((arrow) => arrow.getAnimations().length);
  expect(animations > 0).toBe(moves);
});

/** Returns the lightness of the background behind the text, from 0 (black) to 1 (white). */
function lightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas.');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 1, 1);
    // The backgrounds are stacked, from the document's at the bottom to the card's at the top.
    for (const selector of ['html', 'body', '.page', '.card']) {
      const element = document.querySelector(selector);
      if (element) context.fillStyle = getComputedStyle(element).backgroundColor;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 / 255;
  });
}
