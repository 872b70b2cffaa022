// Gestures (D-128): a person who can make them passes a check that is measured at the edge, and a
// person who cannot skips them with the keyboard.
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Gesture, GESTURES } from '../../src/vision/face/challenge.ts';
import gestureTexts from '../../widget/locales/gestures/en.json' with { type: 'json' };
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { seeMessage, seeVerdict } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { seeFocus, tabTo } from '../support/browser/keyboard.ts';
import { type PuppetSettings, SEEN_AT_THE_EDGE } from '../support/browser/puppet-camera.ts';
import { arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

const STRICT = { min_age: 12, accept: { liveness_level: 'strict' } };
/** Shows the puppet `other`, because the default puppet, `adult`, has its mouth open at rest. */
const IN_A_DIM_ROOM: PuppetSettings = { ...SEEN_AT_THE_EDGE, scene: 'other', screenShare: 0.3 };
const CHALLENGE = '**/liveness/challenge';

/** Makes the page report this gesture as the only one it supports, so that it is always drawn. */
async function allow(page: Page, gesture: Gesture): Promise<void> {
  await page.route(CHALLENGE, (route, request) => {
    const body = { ...(request.postDataJSON() as object), gestures: [gesture] };
    return route.continue({ postData: JSON.stringify(body) });
  });
}

test.each(GESTURES)(
  '%s: a person who performs it is verified by a strict site',
  async (gesture) => {
    const { token, verify_url: url } = await announceAuto(STRICT);
    const { page } = await arrive(browser(), { camera: IN_A_DIM_ROOM });
    await allow(page, gesture);
    await page.goto(url);
    await begin(page);
    await seeMessage(page, gesture, 40_000);
    await inspect(page, gesture);
    expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
    expect((await readResult(token)).checks.liveness).toMatchObject({
      passed: true,
      light: 'answers',
    });
  },
);

test('a person who cannot open their mouth skips that by keyboard, and is verified by a replacement movement', async () => {
  const { token, verify_url: url } = await announceAuto(STRICT);
  const { page } = await arrive(browser(), { camera: { ...IN_A_DIM_ROOM, mood: 'turn' } });
  await allow(page, 'open_mouth');
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/liveness/challenge')) asked.push(request);
  });
  const said: string[] = [];
  await page.exposeFunction('hear', (text: string) => said.push(text));
  await page.goto(url);
  await begin(page);
  await page.evaluate(() => {
    const hear = (window as unknown as { hear: (text: string) => void }).hear;
    const listen = () => {
      for (const region of document.querySelectorAll('[aria-live]')) hear(region.textContent ?? '');
    };
    new MutationObserver(listen).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await seeMessage(page, 'open_mouth', 60_000);
  await tabTo(page, gestureTexts['capture.cannot']);
  await page.keyboard.press('Enter');
  await page.getByText(gestureTexts['hint.left_out']).first().waitFor();
  await seeFocus(page, 'Pause');
  expect(await seeVerdict(page)).toEqual({ status: 'success', reason: null });
  expect(said.join(' ')).toContain(gestureTexts['hint.left_out']);
  expect(
    asked.map((request) => (request.postDataJSON() as { without?: string[] }).without),
  ).toEqual([undefined, ['open_mouth']]);
  expect(await readResult(token)).toMatchObject({ status: 'success', risk: { band: 'low' } });
});
