import { expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Challenge } from '../../src/routes/hosted/schemas.ts';
import { launchWithClip } from '../support/browser/chromium.ts';
import { announce, readResult } from '../support/browser/customer.ts';
import {
  agree,
  arrive,
  begin,
  press,
  seeProblem,
  seeVerdict,
  text,
} from '../support/browser/visitor.ts';
import { clipFile, type KeyFrame } from '../support/puppet/clip.ts';

/** Again and again to the own left, never twice at the same pace. */
const TURNING_LEFT: KeyFrame[] = [
  { at: 0 },
  { at: 2.5 },
  { at: 3.2, yaw: 25 },
  { at: 3.5, yaw: 25 },
  { at: 4.2 },
  { at: 7.2 },
  { at: 8.1, yaw: 25 },
  { at: 8.3, yaw: 25 },
  { at: 9 },
];
/** A print that somebody tilts to and fro. */
const TILTED_PRINT: KeyFrame[] = [
  { at: 0 },
  { at: 1.5 },
  ...[30, -30].flatMap((yaw, i): KeyFrame[] => [
    { at: 2.3 + 2.4 * i, yaw },
    { at: 2.6 + 2.4 * i, yaw },
    { at: 3.4 + 2.4 * i },
    { at: 3.9 + 2.4 * i },
  ]),
];

test('a person filmed turning left passes a check that asks for exactly that', async () => {
  const clip = await clipFile(TURNING_LEFT);
  const browser = await launchWithClip(clip);
  try {
    const { token, page, complaints } = await beginUntilAsked(browser, 'turn_left');
    expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
    expect(await readResult(token)).toMatchObject({
      verified: true,
      checks: { liveness: { passed: true }, age: { passed: true } },
    });
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('a photograph held before the camera never passes: no movement is seen, three times over', async () => {
  const browser = await launchWithClip(await clipFile(TILTED_PRINT, { scene: 'photo' }));
  try {
    const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
    const { page } = await arrive(browser, { camera: 'own' });
    await page.clock.install();
    await page.goto(url);
    await begin(page);
    for (const left of ['You have 2 more attempts.', 'You have one more attempt.']) {
      await watchWholeClip(page);
      expect(await seeProblem(page)).toBe('movement_not_seen');
      await page.getByText(text('problem.movement_not_seen')).waitFor();
      expect(await page.locator('.attempts').textContent()).toBe(left);
      await press(page, 'try_again');
    }
    await watchWholeClip(page);
    expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'liveness_failed' });
    expect(await readResult(token)).toMatchObject({
      status: 'failed',
      reason: 'liveness_failed',
      checks: { liveness: { performed: true, passed: false } },
    });
  } finally {
    await browser.close();
  }
});

/** From the instruction on until the print was tilted both ways; then the page's patience is over. */
async function watchWholeClip(page: Page): Promise<void> {
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  const seconds = TILTED_PRINT.at(-1)?.at ?? 0;
  const video = await page.locator('video').elementHandle();
  const start =
    (await video?.evaluate((playing) => (playing as HTMLVideoElement).currentTime)) ?? 0;
  await page.waitForFunction(
    (end) => (document.querySelector('video')?.currentTime ?? 0) > end,
    start + seconds,
  );
  await page.clock.fastForward('00:20');
}

/** One in four challenges asks for the movement; 40 sessions in a row without it will not happen. */
const MOST_SESSIONS = 40;

/** Begins new sessions until one asks for this movement. */
async function beginUntilAsked(browser: Browser, movement: string) {
  for (let session = 0; session < MOST_SESSIONS; session++) {
    const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
    const { page, complaints } = await arrive(browser, { camera: 'own' });
    await page.goto(url);
    await agree(page);
    const asked = nextChallenge(page);
    await press(page, 'camera.off.action');
    if ((await asked)[0] === movement) return { token, page, complaints };
    await page.close();
  }
  throw new Error(`No session asked for ${movement}.`);
}

async function nextChallenge(page: Page): Promise<Challenge['actions']> {
  const response = await page.waitForResponse((answer) => answer.url().endsWith('/challenge'));
  const { data } = (await response.json()) as { data: Challenge };
  return data.actions;
}
