import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { announce, readResult } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, see, seeProblem, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { agree, arrive, begin, useBrowser, useCameraBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();
const cameraBrowser = useCameraBrowser();

const OTHER_WAY = 'https://shop.example/other-ways';

/** Makes the page believe that the site has its own page with other verification methods. */
async function offerOtherWay(page: Page, address: string): Promise<void> {
  await page.route('**/v/sessions{,/**}', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data?.site) answer.data.site.alternative_url = address;
    await route.fulfill({ response, json: answer });
  });
}

test('a visitor who cannot do the movements ends the check, and the site receives the reason', async () => {
  const { token, verify_url: url } = await announce();
  const { page, complaints } = await arrive(browser(), { camera: { mood: 'rest' } });
  await page.goto(url);
  await begin(page);
  await press(page, 'assistance.link');
  await see(page, 'assistance');
  expect(await page.locator('main').innerText()).toContain('Ask Vineyard for another way');
  await inspect(page, 'assistance');
  await press(page, 'assistance.back');
  await see(page, 'liveness');
  await press(page, 'assistance.link');
  await page.getByRole('button', { name: 'End and tell Vineyard' }).click();
  expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'assistance_needed' });
  await page.getByRole('heading', { name: text('reason.assistance_needed.title') }).waitFor();
  expect(await page.evaluate(() => window.puppet.isOn())).toBe(false);
  await press(page, 'return.stay');
  await inspect(page, 'verdict-assistance');
  expect(await readResult(token)).toMatchObject({ status: 'failed', reason: 'assistance_needed' });
  await page.getByRole('link').click();
  await page.waitForURL(`${inject('demo').shop_url}/**`);
  // The last measurements may still be in flight when the check ends, and are then refused as too
  // late.
  expect(complaints.filter((one) => !one.includes('status of 409'))).toEqual([]);
});

test('the site’s own page of alternatives is linked, and its link stays until the visitor leaves', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(cameraBrowser(), { camera: 'own', allowed: false });
  await offerOtherWay(page, OTHER_WAY);
  await page.goto(url);
  await agree(page);
  await press(page, 'camera.off.action');
  await press(page, 'assistance.link');
  const way = page.getByRole('link', { name: 'Other ways at Vineyard' });
  expect(await way.getAttribute('href')).toBe(OTHER_WAY);
  expect(await way.getAttribute('target')).toBe('_blank');
  await inspect(page, 'assistance-other-way');
  await page.getByRole('button', { name: 'End and tell Vineyard' }).click();
  await seeVerdict(page);
  await way.waitFor();
  expect(await page.getByRole('button', { name: text('return.stay') }).count()).toBe(0);
  await inspect(page, 'verdict-assistance-other-way');
});

test('an alternatives address that is not a web address is not linked', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(cameraBrowser(), { camera: 'own', allowed: false });
  await offerOtherWay(page, 'javascript:alert(1)');
  await page.goto(url);
  await agree(page);
  await press(page, 'camera.off.action');
  await press(page, 'assistance.link');
  await page.getByText('Ask Vineyard for another way').waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
});

test('the way out is also offered after an attempt that did not count', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: { mood: 'oppose', readings: 'puppet' } });
  await page.goto(url);
  await begin(page);
  expect(await seeProblem(page)).toBe('wrong_movement');
  await press(page, 'assistance.link');
  await see(page, 'assistance');
});
