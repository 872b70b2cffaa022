// Pages that the browser translates (D-139).
import { expect, test } from 'vitest';
import { announce } from '../support/browser/customer.ts';
import { openStaffPage } from '../support/browser/staff-page.ts';
import { seeMessage, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { showScene } from '../support/browser/puppet-camera.ts';
import { translated, translatePages } from '../support/browser/translator.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('prompts are read out once, in the language that the browser translates to', async () => {
  const { verify_url: url } = await announce();
  const { page, complaints } = await arrive(browser(), { camera: { scene: 'nobody' } });
  await translatePages(page);
  await page.goto(url);
  for (const key of ['welcome.continue', 'camera.off.action'] as const)
    await page.getByRole('button', { name: translated(text(key)), exact: true }).click();
  const said = page.locator('.instruction-box');
  for (const [scene, message] of [
    ['nobody', 'no_face'],
    ['two', 'two_faces'],
    ['dark', 'too_dark'],
    ['nobody', 'no_face'],
  ] as const) {
    await showScene(page, scene);
    await seeMessage(page, message);
    const expected = [`guide.${message}`, `hint.${message}`] as const;
    await expect
      .poll(() => said.textContent())
      .toBe(expected.map((key) => translated(text(key))).join(''));
  }
  await showScene(page, 'adult');
  await page.locator('.count').filter({ hasText: '2' }).waitFor();
  const count = await page.locator('.count').textContent();
  expect(count).toMatch(/^«[^«»]*2[^«»]*»$/);
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  expect(complaints).toEqual([]);
});

test('navigation between console pages works while the browser translates them', async () => {
  const { base, dashboard, page, complaints } = await openStaffPage(browser());
  const titled = (name: string) => page.getByRole('heading', { name: translated(name), level: 1 });
  await translatePages(page);
  await page.goto(`${base}/dashboard`);
  await page.locator('input[type="email"]').fill(dashboard.email);
  await page.locator('input[type="password"]').fill('another one');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  await page.locator('input[type="password"]').fill(dashboard.password);
  await page.keyboard.press('Enter');
  await titled('Home').waitFor();
  const names = await page.locator('.side .nav-link').allInnerTexts();
  const title = page.locator('h1');
  let before = await title.innerText();
  for (const name of [...names.slice(1), ...names.toReversed().slice(1)]) {
    await page.locator('.side .nav-link', { hasText: name }).first().click();
    await expect.poll(() => title.allInnerTexts()).not.toEqual([before]);
    await expect.poll(() => title.allInnerTexts()).toEqual([expect.stringMatching(/^«[^«»]+»$/)]);
    before = await title.innerText();
  }
  expect(before).toBe(translated('Home'));
  // The 401 is the response to the wrong password.
  expect(complaints.filter((one) => !one.includes('status of 401'))).toEqual([]);
});
