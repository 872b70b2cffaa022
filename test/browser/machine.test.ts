import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { announce, readResult } from '../support/browser/customer.ts';
import { setMood } from '../support/browser/puppet-camera.ts';
import { setEngineMs, slowEngine } from '../support/browser/slow-engine.ts';
import type { Sent } from '../support/browser/watch.ts';
import { see, seeAge, seeMessage, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

const waitForPrompt = (page: Page) =>
  page.locator('[data-action]:not([data-action="neutral"])').waitFor();

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const sentTo = (sent: Sent[], end: string) => sent.filter(({ url }) => url.endsWith(end));

test('the check can be passed with a sixth of the processor', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  // The browser throttles the page, but not its worker. A slow engine is covered by the next tests.
  const { page } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await begin(page);
  expect(await seeVerdict(page, 120_000)).toEqual({ status: 'success', reason: null });
});

test('a machine that measures few pictures gets more time for the movements', async () => {
  const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.addInitScript(slowEngine);
  await page.goto(url);
  await see(page, 'welcome');
  await setEngineMs(page, 110);
  await begin(page);
  await seeAge(page, 120_000);
  const [asked] = sentTo(sent, '/challenge');
  expect(JSON.parse(asked?.body?.toString() ?? '')).toMatchObject({ relaxed: true });
  expect(await seeVerdict(page, 120_000)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ verified: true });
});

test('a machine that is too slow gets no challenge until it is fast enough', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.addInitScript(slowEngine);
  await page.goto(url);
  await see(page, 'welcome');
  await setEngineMs(page, 400);
  await begin(page);
  await seeMessage(page, 'too_slow');
  expect(await page.locator('.hint').textContent()).toBe(text('hint.too_slow'));
  expect(sentTo(sent, '/challenge')).toEqual([]);
  await setEngineMs(page, 0);
  expect(await seeVerdict(page, 120_000)).toEqual({ status: 'success', reason: null });
});

test('a machine that stalls during a movement costs no attempt, and the page does not blame the visitor', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.addInitScript(slowEngine);
  await page.goto(url);
  await see(page, 'welcome');
  await setEngineMs(page, 0);
  await begin(page);
  await waitForPrompt(page);
  await setEngineMs(page, 2_500);
  await seeMessage(page, 'too_slow');
  expect(await page.locator('.hint').textContent()).toBe(text('hint.too_slow'));
  expect(sentTo(sent, '/liveness')).toEqual([]);
  await setEngineMs(page, 0);
  await setMood(page, 'obey');
  expect(await seeVerdict(page, 120_000)).toEqual({ status: 'success', reason: null });
  expect(sentTo(sent, '/liveness')).toHaveLength(1);
});

test('returning to the tab restarts the movements without losing an attempt', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  await waitForPrompt(page);
  await hide(page, true);
  await page.waitForTimeout(2_000);
  await hide(page, false);
  await seeMessage(page, 'hold_still');
  expect(sentTo(sent, '/liveness')).toEqual([]);
  await setMood(page, 'obey');
  await seeAge(page);
  expect([sentTo(sent, '/challenge').length, sentTo(sent, '/liveness').length]).toEqual([2, 1]);
});

test('a camera that is unplugged and plugged in again continues automatically', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  await waitForPrompt(page);
  await page.evaluate(() => window.puppet.plug(false));
  await see(page, 'camera');
  await page.evaluate(() => window.puppet.plug(true));
  await seeMessage(page, 'hold_still');
  expect(sentTo(sent, '/liveness')).toEqual([]);
  await setMood(page, 'obey');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
});

test('a camera that delivers no pictures is reported, and the check continues with the next picture', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  await waitForPrompt(page);
  await page.evaluate(() => {
    window.puppet.isStalled = true;
  });
  await seeMessage(page, 'no_picture');
  await page.evaluate(() => {
    window.puppet.isStalled = false;
  });
  await setMood(page, 'obey');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
});
