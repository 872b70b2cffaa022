import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { announce } from '../support/browser/customer.ts';
import { text } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

/**
 * Imitates a camera that shows a white disc on grey, a little to the right of the middle. Runs in
 * the page.
 */
function showDisc([width, height]: readonly [number, number]): void {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  const radius = Math.min(width, height) * 0.1;
  setInterval(() => {
    if (!context) return;
    context.fillStyle = '#444';
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'white';
    context.beginPath();
    context.arc(width / 2 + radius, height / 2, radius, 0, 7);
    context.fill();
  }, 33);
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(30));
}

interface Disc {
  aspect: number;
  /**
   * The horizontal offset of the disc's centre from the middle of the stage; positive to the right.
   */
  off: number;
}

/**
 * Finds the disc's white pixels in a screenshot of the stage, with the overlay around the oval
 * removed.
 */
async function findDisc(page: Page): Promise<Disc> {
  await page.locator('.stage-veil').evaluate((veil) => (veil as SVGElement).remove());
  const picture = (await page.locator('.stage').screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('No canvas.');
    context.drawImage(bitmap, 0, 0);
    // Excludes the stage's rounded corners.
    const [left, top] = [Math.round(bitmap.width * 0.1), Math.round(bitmap.height * 0.1)];
    const [width, height] = [bitmap.width - 2 * left, bitmap.height - 2 * top];
    const { data } = context.getImageData(left, top, width, height);
    const xs: number[] = [];
    const ys: number[] = [];
    for (let pixel = 0; pixel < width * height; pixel++) {
      if ((data[pixel * 4] ?? 0) < 128) continue;
      xs.push(pixel % width);
      ys.push(Math.floor(pixel / width));
    }
    const span = (values: number[]) =>
      values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 1e9) + 1;
    return {
      aspect: span(xs) / span(ys),
      off: xs.reduce((sum, x) => sum + x, 0) / xs.length - width / 2,
    };
  }, picture);
}

async function showStage(page: Page): Promise<void> {
  const { verify_url: url } = await announce();
  await page.goto(url);
  await begin(page);
  await page.locator('[data-message="no_face"]').waitFor();
}

test.each([
  ['a laptop', [640, 480]],
  ['a wide webcam', [640, 360]],
  ['a phone held upright', [360, 640]],
  ['a square', [480, 480]],
] as const)('the preview of %s is not stretched', async (_, size) => {
  const { page } = await arrive(browser(), { camera: 'own' });
  await page.addInitScript(showDisc, size);
  await showStage(page);
  const { aspect } = await findDisc(page);
  expect(Math.abs(aspect - 1)).toBeLessThan(0.05);
});

test('the front camera is mirrored', async () => {
  const { page } = await arrive(browser(), { camera: 'own' });
  await page.addInitScript(showDisc, [640, 480] as const);
  await showStage(page);
  expect((await findDisc(page)).off).toBeLessThan(-5);
  expect(await page.locator('.stage video').getAttribute('aria-label')).toBe(
    text('capture.preview'),
  );
});

test('a rear camera is not mirrored, and the arrow points where the person should turn', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const camera = { mood: 'rest', facingMode: 'environment', readings: 'puppet' } as const;
  const { page } = await arrive(browser(), { camera });
  await page.goto(url);
  await begin(page);
  const video = page.locator('.stage video');
  expect(await video.evaluate((element) => getComputedStyle(element).transform)).toBe('none');
  expect(await video.getAttribute('aria-label')).toBe(text('capture.preview_rear'));
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  const sides = await page.evaluate(() => {
    const instruction = document.querySelector('[data-action]');
    const side = (action: string) => {
      instruction?.setAttribute('data-action', action);
      const arrow = document.querySelector('.arrow')?.getBoundingClientRect();
      const stage = document.querySelector('.stage')?.getBoundingClientRect();
      if (!arrow || !stage) return undefined;
      return arrow.x + arrow.width / 2 < stage.x + stage.width / 2 ? 'left' : 'right';
    };
    return { turn_left: side('turn_left'), turn_right: side('turn_right') };
  });
  expect(sides).toEqual({ turn_left: 'right', turn_right: 'left' });
});
