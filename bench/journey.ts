// From "camera on" to the verdict with the puppet, over the real service: pictures per second and step times.
import type { Page } from 'playwright-core';
import { installPuppetCamera, setMood } from '../test/support/browser/puppet-camera.ts';
import type { Demo } from '../test/support/browser/running-demo.ts';
import { slowDown } from '../test/support/browser/slow-machine.ts';
import { inMs, inSeconds, printFigure, printTitle, quantile } from './report.ts';
import { announce, notesOf, openCamera, visit, type Notes } from './visitor.ts';

const REST_MS = 8_000;

/** @param factor CPU throttling: how many times slower than this machine */
export async function benchJourney(demo: Demo, factor: number): Promise<void> {
  printTitle(factor === 1 ? 'On this machine' : `On a machine ${factor} times slower`);
  const rates = await measureRate(demo, factor);
  const goal = factor === 1 ? '24 and more' : '10 and more';
  printFigure('pictures measured per second, median', rates.median.toFixed(1), goal);
  printFigure('in the slowest second', rates.least.toFixed(0));
  printSteps(await measureSteps(demo, factor), factor === 1);
}

/** A person at rest in front of the camera: the engine only tracks. */
async function measureRate(demo: Demo, factor: number) {
  return withVisitor(demo, factor, 'rest', async (page) => {
    await page.locator('[data-message="hold_still"]').waitFor();
    const fromMs = await page.evaluate(() => performance.now());
    await page.waitForTimeout(REST_MS);
    const { looks } = await notesOf(page);
    const seconds = Array.from({ length: REST_MS / 1000 - 1 }, (_, second) => {
      const startMs = fromMs + second * 1000;
      return looks.filter((ms) => ms >= startMs && ms < startMs + 1000).length;
    });
    return { median: quantile(seconds, 0.5), least: Math.min(...seconds) };
  });
}

async function measureSteps(demo: Demo, factor: number): Promise<Notes> {
  return withVisitor(demo, factor, 'obey', async (page) => {
    await page.locator('[data-page="verdict"]').waitFor();
    return notesOf(page);
  });
}

async function withVisitor<T>(
  demo: Demo,
  factor: number,
  mood: 'rest' | 'obey',
  task: (page: Page) => Promise<T>,
): Promise<T> {
  const { browser, page } = await visit((context) => installPuppetCamera(context));
  try {
    await page.goto(await announce(demo));
    await page.locator('[data-page="welcome"]').waitFor();
    await setMood(page, mood);
    const release = factor === 1 ? undefined : await slowDown(browser, factor);
    try {
      await openCamera(page);
      return await task(page);
    } finally {
      await release?.();
    }
  } finally {
    await browser.close();
  }
}

function printSteps({ pages, messages, looks }: Notes, hasGoal: boolean): void {
  const startMs = pages['liveness'] ?? 0;
  const verdictMs = pages['verdict'] ?? 0;
  const ageMs = pages['age'] ?? verdictMs;
  const firstMs = messages.find(({ message }) => /^(turn|look)_(?!straight)/.test(message))?.ms;
  printFigure('camera on → first picture measured', inMs((looks[0] ?? 0) - startMs));
  printFigure('camera on → first movement requested', inSeconds((firstMs ?? 0) - startMs));
  printFigure('movements, until the age step', inSeconds(ageMs - (firstMs ?? 0)));
  printFigure('age step, until the verdict', inSeconds(verdictMs - ageMs));
  printFigure('camera on → verdict', inSeconds(verdictMs - startMs), hasGoal ? '20 s' : undefined);
}
