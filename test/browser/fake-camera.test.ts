import { expect, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import type { Challenge } from '../../widget/hosted/requests/wire.ts';
import { launchWithClip } from '../support/browser/chromium.ts';
import { announce, readResult } from '../support/browser/customer.ts';
import { press, seeProblem, seeVerdict } from '../support/browser/hosted-page.ts';
import { agree, arrive, begin } from '../support/browser/visitor.ts';
import { clipFile, type KeyFrame } from '../support/puppet/clip.ts';

/** A person who looks up twice, at different paces; the clip is played in a loop. */
const LOOKING_UP: KeyFrame[] = [
  { at: 0 },
  { at: 2.5 },
  { at: 3.2, pitch: -25 },
  { at: 3.5, pitch: -25 },
  { at: 4.2 },
  { at: 7.2 },
  { at: 8.1, pitch: -25 },
  { at: 8.3, pitch: -25 },
  { at: 9 },
];
/** A printed photograph that is tilted up and down. */
const TILTED_PRINT: KeyFrame[] = [
  { at: 0 },
  { at: 1.5 },
  ...[30, -30].flatMap((pitch, i): KeyFrame[] => [
    { at: 2.3 + 2.4 * i, pitch },
    { at: 2.6 + 2.4 * i, pitch },
    { at: 3.4 + 2.4 * i },
    { at: 3.9 + 2.4 * i },
  ]),
];

const CLIP_MS = 6_300;

test('a person filmed looking up passes a check that requests exactly that', async () => {
  const clip = await clipFile(LOOKING_UP);
  const browser = await launchWithClip(clip);
  try {
    const { token, page, complaints } = await beginUntilRequested(browser, 'look_up');
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
    await shortenChallenges(page);
    await page.goto(url);
    await begin(page);
    // Either no movement is seen, or the movements are not accepted because the clip restarts.
    expect(await seeProblem(page)).toMatch(/^(movement_not_seen|not_accepted)$/);
    expect(await page.locator('.attempts').textContent()).toBe('You have 2 more attempts.');
    expect(await readResult(token)).toMatchObject({ verified: false });
  } finally {
    await browser.close();
  }
});

/**
 * Shortens the time that the page waits for a movement to three loops of the clip. The page's own
 * limit is longer, especially on a slow machine.
 */
async function shortenChallenges(page: Page): Promise<void> {
  await page.route('**/challenge', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Challenge };
    answer.data.expires_in_ms = 3 * CLIP_MS;
    await route.fulfill({ response, json: answer });
  });
}

/**
 * Half of all easy challenges contain the requested movement, so it is practically certain to occur
 * within this many sessions.
 */
const MAX_SESSIONS = 10;
/** The maximum number of challenges in a session, minus one reserved for another attempt. */
const MAX_CHALLENGES = 5;

/** Starts new sessions until one asks for this movement. */
async function beginUntilRequested(browser: Browser, movement: string) {
  for (let session = 0; session < MAX_SESSIONS; session++) {
    const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
    const { page, complaints } = await arrive(browser, { camera: 'own' });
    const asked = askUntil(page, movement);
    await page.goto(url);
    await agree(page);
    await press(page, 'camera.off.action');
    if (await asked) return { token, page, complaints };
    await page.context().close();
  }
  throw new Error(`No session asked for ${movement}.`);
}

/**
 * Repeats the page's request for a challenge, as pausing and resuming would, until the challenge
 * contains this movement. Only the last response counts, for both the service and the page.
 * @returns whether a challenge with the movement was received
 */
async function askUntil(page: Page, movement: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const answer = async (route: Route) => {
      for (let challenge = 1; ; challenge++) {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: Challenge };
        const isWanted = data.actions[0] === movement;
        if (!isWanted && challenge < MAX_CHALLENGES) continue;
        await route.fulfill({ response });
        return resolve(isWanted);
      }
    };
    void page.route('**/challenge', (route) => answer(route).catch(reject), { times: 1 });
  });
}
