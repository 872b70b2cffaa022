import { expect, test } from 'vitest';
import { announce, readResult } from '../support/browser/customer.ts';
import type { PuppetSettings } from '../support/browser/puppet-camera.ts';
import { seeVerdict } from '../support/browser/hosted-page.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

/** Makes the stream's clock tick as evenly as the clock of a software camera. Runs in the page. */
function tickEvenly(): void {
  const FRAME_MS = 1000 / 30;
  let count = 0;
  const video = HTMLVideoElement.prototype;
  const ask: (this: HTMLVideoElement, tell: VideoFrameRequestCallback) => number = Reflect.get(
    video,
    'requestVideoFrameCallback',
  );
  video.requestVideoFrameCallback = function (tell) {
    return ask.call(this, (nowMs, metadata) => {
      count++;
      tell(nowMs, { ...metadata, captureTime: count * FRAME_MS, presentedFrames: count });
    });
  };
}

test.each<[string, PuppetSettings, string]>([
  // The risk of a check with on-device measurement is never below medium.
  ['a camera with a sensor', {}, 'medium'],
  ['a camera that is a program by its name', { label: 'OBS Virtual Camera' }, 'medium'],
  ['a camera that sends every picture three times', { repeats: 3 }, 'medium'],
  ['a program that repeats its pictures', { label: 'OBS Virtual Camera', repeats: 3 }, 'high'],
])('%s passes, and the customer reads a risk band', async (_, camera, band) => {
  const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: { ...camera, readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ verified: true, risk: { band } });
});

test('a stream whose clock is too regular for a sensor passes, and the customer reads a risk band', async () => {
  const { token, verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: { readings: 'puppet' } });
  await page.addInitScript(tickEvenly);
  await page.goto(url);
  await begin(page);
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(await readResult(token)).toMatchObject({ verified: true, risk: { band: 'medium' } });
});
