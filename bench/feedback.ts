// How long after its cause the page says what is wrong with the picture: from the camera's picture to the
// changed page.
import type { Page } from 'playwright-core';
import type { Demo } from '../test/support/browser/running-demo.ts';
import { inMs, printFigure, printTitle, quantile } from './report.ts';
import { installStagedCamera, show, type Sight } from './staged-camera.ts';
import { announce, openCamera, visit } from './visitor.ts';

const CAUSES: readonly [Sight, message: string][] = [
  ['dark', 'too_dark'],
  ['far', 'too_far'],
  ['two', 'two_faces'],
  ['nobody', 'no_face'],
  ['aside', 'look_straight'],
];
const TIMES = 7;
/** Longer than a remark stands, so that none is in the way of the next. */
const BETWEEN_MS = 900;

export async function benchFeedback(demo: Demo): Promise<void> {
  printTitle('Feedback: from the camera’s picture to the words on screen');
  const { browser, page } = await visit(installStagedCamera);
  try {
    await page.goto(await announce(demo));
    await openCamera(page);
    await page.locator('[data-message="hold_still"]').waitFor();
    for (const [sight, message] of CAUSES) {
      const delays: number[] = [];
      for (let i = 0; i < TIMES; i++) delays.push(await measure(page, sight, message));
      const figure = `${inMs(quantile(delays, 0.5))}, ${inMs(Math.max(...delays))} at most`;
      printFigure(message, figure, '100 ms');
    }
  } finally {
    await browser.close();
  }
}

async function measure(page: Page, sight: Sight, message: string): Promise<number> {
  await show(page, 'restless');
  await page.locator('[data-message="hold_still"]').waitFor();
  // Not in step with the camera or with the engine's own rhythm.
  await page.waitForTimeout(BETWEEN_MS + Math.random() * 100);
  await show(page, sight);
  await page.locator(`[data-message="${message}"]`).waitFor();
  return page.evaluate((wanted) => {
    const said = window.notes.messages.findLast((note) => note.message === wanted);
    return (said?.ms ?? Number.NaN) - window.staged.drawnMs;
  }, message);
}
