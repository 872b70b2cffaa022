// Measures how much the page's memory grows while the camera runs for the given number of minutes.
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import { inMegabytes, printFigure, printTitle } from '../report.ts';
import { installStagedCamera, show } from './staged-camera.ts';
import english from '../../widget/locales/en.json' with { type: 'json' };
import { announce, notesOf, openCamera, visit } from './visitor.ts';

const SAMPLES = 6;
const WARM_UP_MS = 10_000;

export async function benchMemory(demo: Demo, minutes: number): Promise<void> {
  printTitle(`Memory over ${minutes} min before the camera`);
  const { browser, page } = await visit(installStagedCamera);
  try {
    await page.goto(await announce(demo));
    await openCamera(page);
    await page.locator('[data-message="hold_still"]').waitFor();
    // With two faces in view, the engine is fully busy but no challenge starts.
    await show(page, 'two');
    await stayFor(page, WARM_UP_MS);
    for (let sample = 0; sample <= SAMPLES; sample++) {
      if (sample > 0) await stayFor(page, (minutes * 60_000) / SAMPLES);
      const pictures = (await notesOf(page)).looks.length;
      const [heap, process] = [await heapOf(page), await processBytes(browser)];
      const minute = `${((sample * minutes) / SAMPLES).toFixed(1)} min, ${pictures} pictures`;
      printFigure(minute, `${inMegabytes(heap)} script, ${inMegabytes(process)} process`);
    }
  } finally {
    await browser.close();
  }
}

/** Keeps the page open for the given time. When an attempt times out, the visitor tries again. */
async function stayFor(page: Page, durationMs: number): Promise<void> {
  const again = page.getByRole('button', { name: english['try_again'] });
  for (const end = Date.now() + durationMs; Date.now() < end;) {
    if (await again.isVisible()) await again.click();
    await page.waitForTimeout(500);
  }
}

/** Measures the JavaScript heap of the page and its worker, after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const measure = () => {
    (globalThis as { gc?: () => void }).gc?.();
    const { memory } = performance as Performance & { memory?: { usedJSHeapSize: number } };
    return memory?.usedJSHeapSize ?? 0;
  };
  const each = [
    page.evaluate(measure),
    ...page.workers().map((worker) => worker.evaluate(measure)),
  ];
  return (await Promise.all(each)).reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Reads the resident memory of the page's process, including the worker and pictures; 0 on a system
 * without /proc.
 */
async function processBytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    });
  return Math.max(...(await Promise.all(sizes)));
}
