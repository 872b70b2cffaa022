import { expect, test } from 'vitest';
import { announce } from '../support/browser/customer.ts';
import { setMood } from '../support/browser/puppet-camera.ts';
import {
  press,
  see,
  seeMessage,
  seeProblem,
  seeVerdict,
  text,
} from '../support/browser/hosted-page.ts';
import { focused } from '../support/browser/keyboard.ts';
import { agree, arrive, begin, useBrowser } from '../support/browser/visitor.ts';
import type { Page } from 'playwright-core';

const browser = useBrowser();

const dialog = (page: Page) => page.getByRole('dialog', { name: text('time.title') });

test('two minutes before the session expires the visitor is asked, and can extend it three times', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  await page.clock.install();
  await page.goto(url);
  await agree(page);
  await page.clock.fastForward('12:50');
  expect(await dialog(page).count()).toBe(0);
  for (let extension = 1; extension <= 3; extension += 1) {
    await page.clock.fastForward('00:20');
    await dialog(page).waitFor();
    await press(page, 'time.extend');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await focused(page)).toMatchObject({ tag: 'H1' });
    // Only the page's clock is advanced. By the service's clock, hardly any time has passed, so
    // each extension adds ten minutes to a session with almost all of its time left.
    await page.clock.fastForward(`${13 + 10 * extension - 1}:30`);
  }
  await page.clock.fastForward('00:50');
  await dialog(page).waitFor();
  expect(await dialog(page).innerText()).toContain(
    text('time.text_last').replace('{site}', 'Vineyard'),
  );
  expect(await page.getByRole('button', { name: text('time.extend') }).count()).toBe(0);
  await press(page, 'time.go_on');
  await dialog(page).waitFor({ state: 'detached' });
  await see(page, 'camera');
});

test('the movements wait while the warning covers them, and no attempt is lost', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.clock.install();
  await page.goto(url);
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await page.clock.fastForward('13:10');
  await dialog(page).waitFor();
  await setMood(page, 'obey');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await see(page, 'age', 60_000);
  expect(sent.filter(({ url: to }) => to.endsWith('/liveness'))).toHaveLength(1);
});

test('a pause stops the camera’s work, and continuing starts a new challenge', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  const challenges = () => sent.filter(({ url: to }) => to.endsWith('/challenge'));
  await page.goto(url);
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await press(page, 'paused.action');
  await see(page, 'paused');
  expect(await page.locator('video').count()).toBe(0);
  await setMood(page, 'obey');
  await press(page, 'paused.resume');
  await see(page, 'age', 60_000);
  await press(page, 'paused.action');
  await see(page, 'paused');
  await press(page, 'paused.resume');
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  expect(challenges()).toHaveLength(2);
  expect(sent.filter(({ url: to }) => to.endsWith('/liveness'))).toHaveLength(1);
});

test('a visitor who needs more time for the movements keeps it for the rest of the session', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), {
    camera: { mood: 'oppose', readings: 'puppet' },
  });
  const asked = () =>
    sent
      .filter(({ url: to }) => to.endsWith('/challenge'))
      .map(({ body }) => JSON.parse(String(body)).relaxed ?? false);
  await page.goto(url);
  await begin(page);
  expect(await seeProblem(page)).toBe('wrong_movement');
  await press(page, 'pace.more_time');
  await page.getByText(text('pace.relaxed')).first().waitFor();
  await page.reload();
  await setMood(page, 'rest');
  await press(page, 'camera.off.action');
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await setMood(page, 'obey');
  await see(page, 'age', 60_000);
  expect(asked()).toEqual([false, true]);
  const rows: number[][] = JSON.parse(
    String(sent.findLast(({ url: to }) => to.endsWith('/liveness'))?.body),
  ).samples;
  const lengthMs = (rows.at(-1)?.[0] ?? 0) - (rows[0]?.[0] ?? 0);
  expect((rows.length * 1000) / lengthMs).toBeLessThan(11);
});

test('requesting more time during the movements restarts them', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page, sent } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await page.getByText(text('capture.help_title')).click();
  await press(page, 'pace.more_time');
  await seeMessage(page, 'hold_still');
  await setMood(page, 'obey');
  await see(page, 'age', 60_000);
  const bodies = sent.filter(({ url: to }) => to.endsWith('/challenge')).map(({ body }) => body);
  const wishes = bodies.map((body): { relaxed?: boolean } => JSON.parse(String(body)));
  expect(wishes.map(({ relaxed }) => relaxed)).toEqual([undefined, true]);
});
