// Pages that the browser translates (D-139).
import { expect, test } from 'vitest';
import { announce } from '../support/browser/customer.ts';
import { seeMessage, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { showScene } from '../support/browser/puppet-camera.ts';
import { translated, translatePages } from '../support/browser/translator.ts';
import { arrive, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('what is asked is what is read, once, in the language that the browser translates into', async () => {
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
