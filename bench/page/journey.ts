// Times a check with the puppet against the real service, from "camera on" to the verdict: pictures
// per second, step times, and the size of the pictures that are uploaded to be measured at the
// edge.
import type { Page, Request } from 'playwright-core';
import { installPuppetCamera, setMood } from '../../test/support/browser/puppet-camera.ts';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import { slowDown } from '../../test/support/browser/slow-machine.ts';
import { inKilobytes, inMs, inSeconds, printFigure, printTitle, quantile } from '../report.ts';
import { announce, notesOf, openCamera, visit, type Notes } from './visitor.ts';

const REST_MS = 8_000;
/**
 * The number of visits; the median of their times is printed. When the CPU is slowed down, each
 * visit takes half a minute, so there is only one.
 */
const VISITORS = { full: 7, slowed: 1 };

interface Steps {
  firstPictureMs: number;
  firstMovementMs: number;
  movementsMs: number;
  /** The number of pictures measured per second during the movements. */
  rate: number;
  ageMs: number;
  /**
   * The time from the last movement to the verdict; `waitMs` is the time from the last picture of
   * the age step to the verdict.
   */
  afterMovementsMs: number;
  waitMs: number;
  wholeMs: number;
  /** The total size of the picture uploads, including the multipart overhead. */
  sentBytes: number;
}

/**
 * @param factor the factor by which the CPU is slowed down; 1 leaves it at this machine's own speed
 */
export async function benchJourney(demo: Demo, factor: number): Promise<void> {
  printTitle(factor === 1 ? 'On this machine' : `On a machine ${factor} times slower`);
  const rates = await measureRate(demo, factor);
  const goal = factor === 1 ? '24 and more' : '10 and more';
  printFigure('pictures measured per second, median', rates.median.toFixed(1), goal);
  printFigure('in the slowest second', rates.least.toFixed(0));
  const visits: Steps[] = [];
  const visitors = factor === 1 ? VISITORS.full : VISITORS.slowed;
  while (visits.length < visitors) visits.push(await measureSteps(demo, factor));
  printSteps(visits, factor === 1);
}

/**
 * Measures the picture rate with a person at rest in front of the camera, so that the engine does
 * nothing but track.
 */
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

async function measureSteps(demo: Demo, factor: number): Promise<Steps> {
  return withVisitor(demo, factor, 'obey', async (page) => {
    const uploads: Request[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/pictures')) uploads.push(request);
    });
    await page.locator('[data-page="verdict"]').waitFor();
    return { ...stepsOf(await notesOf(page)), sentBytes: await bytesOf(uploads) };
  });
}

/**
 * Adds up the content-length headers, because the browser does not count a form's files as part of
 * the request's body.
 */
async function bytesOf(uploads: readonly Request[]): Promise<number> {
  const lengths = uploads.map(async (upload) => Number(await upload.headerValue('content-length')));
  return (await Promise.all(lengths)).reduce((sum, bytes) => sum + bytes, 0);
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

function stepsOf({ pages, messages, looks }: Notes): Omit<Steps, 'sentBytes'> {
  const startMs = pages['liveness'] ?? 0;
  const verdictMs = pages['verdict'] ?? 0;
  const ageMs = pages['age'] ?? verdictMs;
  const firstMs =
    messages.find(({ message }) => /^(turn|look)_(?!straight)/.test(message))?.ms ?? 0;
  const waits = messages.filter(({ message }) => message === 'one_moment').map(({ ms }) => ms);
  const movedMs = waits.findLast((ms) => ms <= ageMs) ?? ageMs;
  const during = looks.filter((ms) => ms >= firstMs && ms < movedMs);
  return {
    firstPictureMs: (looks[0] ?? 0) - startMs,
    firstMovementMs: firstMs - startMs,
    movementsMs: movedMs - firstMs,
    rate: (during.length * 1_000) / (movedMs - firstMs),
    ageMs: verdictMs - ageMs,
    afterMovementsMs: verdictMs - movedMs,
    waitMs: verdictMs - (waits.findLast((ms) => ms > ageMs) ?? verdictMs),
    wholeMs: verdictMs - startMs,
  };
}

function printSteps(visits: readonly Steps[], hasGoal: boolean): void {
  const middle = (name: keyof Steps) =>
    quantile(
      visits.map((visit) => visit[name]),
      0.5,
    );
  printFigure('camera on → first picture measured', inMs(middle('firstPictureMs')));
  printFigure('camera on → first movement requested', inSeconds(middle('firstMovementMs')));
  printFigure('movements', inSeconds(middle('movementsMs')));
  printFigure('pictures measured per second meanwhile', middle('rate').toFixed(1));
  printFigure('last movement → verdict', inSeconds(middle('afterMovementsMs')));
  printFigure('age step, until the verdict', inSeconds(middle('ageMs')));
  const goal = hasGoal ? '1.5 s' : undefined;
  printFigure('of it, after its last picture', inSeconds(middle('waitMs')), goal);
  printFigure('camera on → verdict', inSeconds(middle('wholeMs')), hasGoal ? '20 s' : undefined);
  printFigure('pictures sent', inKilobytes(middle('sentBytes')), '350 kB');
}
