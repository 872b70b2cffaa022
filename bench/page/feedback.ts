// Measures feedback latency: the time from a camera picture with a problem to the changed message
// on the page.
import type { Page } from 'playwright-core';
import type { Demo } from '../../test/support/browser/running-demo.ts';
import { inMs, printFigure, printTitle, quantile } from '../report.ts';
import { installStagedCamera, show, type Sight } from './staged-camera.ts';
import { announce, openCamera, visit } from './visitor.ts';

/** What the camera shows before and after each change, and the message that the change causes. */
const CAUSES: readonly [before: Sight, after: Sight, message: string][] = [
  ['restless', 'dark', 'too_dark'],
  ['edge', 'far', 'too_far'],
  ['restless', 'two', 'two_faces'],
  ['restless', 'nobody', 'no_face'],
  ['restless', 'aside', 'look_straight'],
];
const TIMES = 15;
/**
 * The pause between changes. It is longer than a message stays on screen, so that no message delays
 * the one after it.
 */
const BETWEEN_MS = 900;

export async function benchFeedback(demo: Demo): Promise<void> {
  printTitle('Feedback: from the camera’s picture to the words on screen');
  const { browser, page } = await visit(installStagedCamera);
  try {
    await page.goto(await announce(demo));
    await openCamera(page);
    await page.locator('[data-message="hold_still"]').waitFor();
    for (const [before, after, message] of CAUSES) {
      const delays: number[] = [];
      for (let i = 0; i < TIMES; i++) delays.push(await measure(page, before, after, message));
      const figure = `${inMs(quantile(delays, 0.5))}, ${inMs(Math.max(...delays))} at most`;
      printFigure(message, figure, '100 ms');
    }
  } finally {
    await browser.close();
  }
}

async function measure(page: Page, before: Sight, after: Sight, message: string): Promise<number> {
  await show(page, before);
  await page.locator('[data-message="hold_still"]').waitFor();
  // Adds a random delay, so that the change is not synchronised with the camera or the engine.
  await page.waitForTimeout(BETWEEN_MS + Math.random() * 100);
  await show(page, after);
  await page.locator(`[data-message="${message}"]`).waitFor();
  return page.evaluate((wanted) => {
    const said = window.notes.messages.findLast((note) => note.message === wanted);
    return (said?.ms ?? Number.NaN) - window.staged.drawnMs;
  }, message);
}
