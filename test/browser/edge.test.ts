// Complete checks that are measured at the edge (D-80): the page's own engine guides the person,
// and the face Worker measures the pictures.
import { text } from 'node:stream/consumers';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { verifyReceipt } from '../../sdk/src/receipts.ts';
import { MAX_REVEALED_BYTES } from '../../src/vision/face/face-wire.ts';
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { seeAge, seeProblem, seeVerdict } from '../support/browser/hosted-page.ts';
import { Network, PROFILES } from '../support/browser/network.ts';
import { SEEN_AT_THE_EDGE, setMood } from '../support/browser/puppet-camera.ts';
import { setEngineMs, slowEngine } from '../support/browser/slow-engine.ts';
import {
  arriveOnPhone,
  askForPhone,
  openAtComputer,
  readCode,
  typeCode,
} from '../support/browser/two-devices.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';
import type { Sent } from '../support/browser/watch.ts';

const browser = useBrowser();
const PASSED = { status: 'success', reason: null };

let network: Network;

beforeAll(async () => {
  network = await Network.start(inject('demo').base_url);
});

afterAll(() => network.close());

beforeEach(() => {
  network.profile = undefined;
  network.forget();
});

/** Returns the names of the check's steps that the page requested, in order. */
const stepsOf = (sent: readonly Sent[]) =>
  sent
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? '')
    .filter((name) => ['challenge', 'liveness', 'pictures', 'age'].includes(name));

test('a person who does what is asked passes with a dozen small pictures that the page committed to beforehand', async () => {
  const { token, verify_url: url } = await announceAuto({ liveness_difficulty: 'medium' });
  const { page, sent, complaints } = await arrive(browser(), {
    camera: { screenShare: 0.15 },
    reducedMotion: 'no-preference',
  });
  const uploads: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/pictures')) uploads.push(request);
  });
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(stepsOf(sent)).toEqual(['challenge', 'liveness', 'pictures', 'age', 'pictures']);
  const sizes = await Promise.all(
    uploads.map(async (upload) => Number(await upload.headerValue('content-length'))),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(MAX_REVEALED_BYTES);
  expect(await readResult(token)).toMatchObject({
    verified: true,
    measured: 'edge',
    checks: { liveness: { light: 'answers' } },
    risk: { band: 'low' },
  });
  const issuer = inject('demo').base_url;
  const receipt = await verifyReceipt(await saveReceipt(page), { issuer });
  expect(receipt).toMatchObject({ status: 'success', received: [{ uploads: 1 }, { uploads: 1 }] });
  expect(receipt.models.length).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
});

/**
 * Saves the file that the last screen offers. Saving stops the countdown, so the page stays open.
 */
async function saveReceipt(page: Page): Promise<string> {
  const started = page.waitForEvent('download');
  await page.locator('a[download]').click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('receipt.txt');
  await page.locator('#countdown').waitFor({ state: 'detached' });
  return text(await download.createReadStream());
}

test('over 3G the pictures arrive in time', async () => {
  const { verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await page.goto(network.via(url));
  await page.locator('.engine[data-phase="ready"]').waitFor({ timeout: 60_000 });
  network.profile = PROFILES.regular3g;
  await begin(page);
  expect(await seeVerdict(page)).toEqual(PASSED);
});

test('a slow phone commits to smaller pictures, which count as much', async () => {
  const { verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser());
  await page.addInitScript(slowEngine);
  await page.goto(url);
  await setEngineMs(page, 110);
  await begin(page);
  expect(await seeVerdict(page, 120_000)).toEqual(PASSED);
  const asked = sent.find(({ url: to }) => to.endsWith('/challenge'));
  expect(JSON.parse(asked?.body?.toString() ?? '')).toMatchObject({ relaxed: true });
});

test('leaving the tab during the movements restarts them with new pictures', async () => {
  const { verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { ...SEEN_AT_THE_EDGE, mood: 'rest' } });
  await page.goto(url);
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await hide(page, true);
  await page.waitForTimeout(1_500);
  await setMood(page, 'obey');
  await hide(page, false);
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(stepsOf(sent).filter((name) => name === 'challenge')).toHaveLength(2);
});

test('after a handoff the phone sends the pictures, and the computer sends none', async () => {
  const { token, verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const computer = await openAtComputer(browser(), url);
  const link = await askForPhone(computer.page);
  const phone = await arriveOnPhone(browser(), { camera: SEEN_AT_THE_EDGE });
  await phone.page.goto(link);
  await typeCode(phone.page, await readCode(computer.page));
  await begin(phone.page);
  expect(await seeVerdict(phone.page)).toEqual(PASSED);
  expect(await seeVerdict(computer.page)).toEqual(PASSED);
  expect(stepsOf(phone.sent).filter((name) => name === 'pictures')).toHaveLength(2);
  expect(stepsOf(computer.sent)).toEqual([]);
  expect(await readResult(token)).toMatchObject({ verified: true, measured: 'edge' });
});

test.each(['liveness', 'pictures', 'age'])('a lost answer to %s costs no attempt', async (step) => {
  network.loseNextAnswer(new RegExp(`/${step}$`));
  const { verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await page.goto(network.via(url));
  await begin(page);
  expect(await seeVerdict(page)).toEqual(PASSED);
  expect(network.passages.filter(({ path }) => path.endsWith('/challenge'))).toHaveLength(1);
});

test('pictures that never arrive cost the attempt, and the page says so', async () => {
  const { verify_url: url } = await announceAuto({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: SEEN_AT_THE_EDGE });
  await page.route('**/pictures', (route) => route.abort());
  await page.goto(url);
  await begin(page);
  await seeAge(page);
  expect(await seeProblem(page)).toBe('pictures_late');
  expect(await page.locator('.attempts').textContent()).toBe('You have 2 more attempts.');
});

/** Makes the page hidden or visible again, as switching tabs would. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
