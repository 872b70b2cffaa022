import { expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Challenge } from '../../src/routes/hosted/schemas.ts';
import { launchWithClip } from '../support/browser/chromium.ts';
import { announce, readResult } from '../support/browser/customer.ts';
import { agree, arrive, begin, press, seeProblem, seeVerdict } from '../support/browser/visitor.ts';
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

test('a photograph tilted before the camera does not pass', async () => {
  const browser = await launchWithClip(await clipFile(TILTED_PRINT, { scene: 'photo' }));
  try {
    const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
    const { page } = await arrive(browser, { camera: 'own' });
    await page.goto(url);
    await begin(page);
    // The page is patient, and more so on a slow machine. No movement is seen, or else that the clip begins anew.
    expect(await seeProblem(page, 120_000)).toMatch(/^(movement_not_seen|not_accepted)$/);
    expect(await page.locator('.attempts').textContent()).toBe('You have 2 more attempts.');
    expect(await readResult(token)).toMatchObject({ verified: false });
  } finally {
    await browser.close();
  }
});

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
