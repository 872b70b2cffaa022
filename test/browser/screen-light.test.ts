// The screen light (D-86): the page illuminates a puppet's face, and the face Worker measures that
// light.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { press, see, seeVerdict } from '../support/browser/hosted-page.ts';
import { SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';
import type { Sent } from '../support/browser/watch.ts';

const browser = useBrowser();
const PASSED = { status: 'success', reason: null };
const STRICT = { liveness_difficulty: 'easy', accept: { liveness_level: 'strict' } };

/** The light of a phone's screen in a room with ordinary light. */
const LIT = { camera: { screenShare: 0.15 }, reducedMotion: 'no-preference' } as const;

const submission = (sent: readonly Sent[]): any => {
  const liveness = sent.find(({ url }) => url.endsWith('/liveness'));
  return JSON.parse(liveness?.body?.toString() ?? '{}');
};

/**
 * Allows only turns and nods: this puppet's mouth is already open at rest, so the puppet cannot
 * open it (gestures.test.ts).
 */
const showNoGesture = (page: Page) =>
  page.route('**/liveness/challenge', (route, request) => {
    const body = { ...(request.postDataJSON() as object), gestures: [] };
    return route.continue({ postData: JSON.stringify(body) });
  });

test('a face lit by the page’s colours verifies on a strict site', async () => {
  const { token, verify_url: url } = await announceAuto(STRICT);
  const { page, sent, complaints } = await arrive(browser(), LIT);
  await showNoGesture(page);
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(submission(sent).light).toHaveLength(6);
  expect(await readResult(token)).toMatchObject({
    checks: { liveness: { passed: true, light: 'answers' } },
    risk: { band: 'low' },
  });
  expect(complaints).toEqual([]);
});

test('a face without that light passes, and the result says that the light is inconclusive', async () => {
  const { token, verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(await readResult(token)).toMatchObject({
    checks: { liveness: { passed: true, light: 'cannot_tell' } },
    risk: { band: 'medium' },
  });
});

test('a visitor who wants no colours switches them off, also after a reload', async () => {
  const { token, verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), {
    ...LIT,
    camera: { ...LIT.camera, ...SEEN_AT_THE_EDGE, mood: 'rest' },
  });
  await page.goto(url);
  await begin(page);
  await page.locator('[data-message="lit"]').waitFor();
  await press(page, 'light.skip');
  await page.locator(':root:not([data-screen])').waitFor();
  await page.reload();
  await press(page, 'camera.off.action');
  await see(page, 'liveness');
  await page.locator('.button[aria-pressed="true"]').waitFor();
  await page.evaluate(() => (window.puppet.mood = 'obey'));
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(Object.keys(submission(sent))).not.toContain('light');
  expect(await readResult(token)).toMatchObject({ checks: { liveness: { light: 'cannot_tell' } } });
});

test('on a strict site a visitor who switches the colours off is shown the alternatives', async () => {
  const { verify_url: url } = await announceAuto(STRICT);
  const { page } = await arrive(browser(), { camera: { ...SEEN_AT_THE_EDGE, mood: 'rest' } });
  await page.goto(url);
  await begin(page);
  await press(page, 'light.skip');
  await see(page, 'assistance');
  expect(await page.locator(':root[data-screen]').count()).toBe(0);
});

test('for visitors who prefer reduced motion the colours fade into each other, and are still measured', async () => {
  const { token, verify_url: url } = await announceAuto(STRICT);
  const { page } = await arrive(browser(), {
    camera: { ...LIT.camera, ...SEEN_AT_THE_EDGE },
  });
  await showNoGesture(page);
  await page.goto(url);
  await begin(page);
  await page.locator('[data-message="lit"]').waitFor();
  const seconds = await page
    .locator('html')
    .evaluate((root) => getComputedStyle(root).transitionDuration);
  expect(seconds).toBe('0.2s');
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(await readResult(token)).toMatchObject({ checks: { liveness: { light: 'answers' } } });
});
