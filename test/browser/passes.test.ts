// Age passes end to end (D-152), as `npm start` offers them: a check, ten passes, a second check
// that is satisfied by a pass, a check in a dialog, and a site that requests and verifies passes
// itself.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import passes from '../../widget/locales/passes/en.json' with { type: 'json' };
import { announceAuto, readResult } from '../support/browser/customer.ts';
import { press, see, seeAge, seeVerdict } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { agree, arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

const pressPass = (page: Page, key: keyof typeof passes) =>
  page.getByRole('button', { name: passes[key], exact: true }).click();

/** The message shown by a window that finds no suitable pass; it explains how to get one. */
const NONE = passes['passes.give_none'].replace('{service}', 'Agate');

const TAKES = { accept: { methods: ['face', 'document', 'pass'] } };

/** Returns a visitor who has passed a check and kept ten passes. */
async function arriveWithPasses() {
  const visitor = await arrive(browser(), { viewport: DESKTOP });
  const { page } = visitor;
  const { verify_url: url } = await announceAuto();
  await page.goto(url);
  await agree(page);
  await press(page, 'camera.off.action');
  await seeAge(page);
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  await pressPass(page, 'passes.take');
  await page.locator('[data-offer="passes-kept"]').waitFor({ timeout: 60_000 });
  return visitor;
}

async function countPasses(page: Page): Promise<string | null> {
  const other = await page.context().newPage();
  await other.goto(`${inject('demo').base_url}/passes`);
  const left = await other.locator('[data-passes-left]').getAttribute('data-passes-left');
  await other.close();
  return left;
}

/**
 * Opens a check in a dialog on the shop's page.
 * @returns the dialog's frame
 */
async function openDialog(page: Page, url: string) {
  const { base_url: service, shop_url: shop } = inject('demo');
  await page.goto(shop);
  await page.addScriptTag({ url: `${service}/embed.js` });
  await page.evaluate((address) => {
    const { Agate } = window as unknown as {
      Agate: { open: (url: string, options: object) => unknown };
    };
    Agate.open(address, { redirect: false });
  }, url);
  return page.frameLocator('dialog iframe');
}

const windowFrom = async (page: Page, act: () => Promise<unknown>): Promise<Page> => {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()]);
  return opened;
};

test('a check issues ten passes, and each answers one other check: in a tab, in a dialog, and at a site that verifies passes itself', async () => {
  const { page, complaints } = await arriveWithPasses();
  const { base_url: service, shop_url: shop } = inject('demo');
  expect(await countPasses(page)).toBe('10');

  // At a different site, using a pass takes one press and no camera.
  const second = await announceAuto(TAKES);
  await page.goto(second.verify_url);
  await see(page, 'welcome');
  await page.locator('[data-offer="pass"]').waitFor();
  await inspect(page, 'welcome-pass');
  await pressPass(page, 'passes.use');
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  expect(await readResult(second.token)).toMatchObject({
    verification_type: 'agate_pass',
    proof: { method: 'pass', bracket: '18+', class: 'standard' },
  });

  // The third check runs in a dialog on a site's page.
  const third = await announceAuto(TAKES);
  const frame = await openDialog(page, third.verify_url);
  await frame.locator('[data-offer="pass-window"]').waitFor();
  const answering = await windowFrom(page, () =>
    frame.getByRole('button', { name: passes['passes.use'], exact: true }).click(),
  );
  await answering.getByRole('button', { name: passes['passes.use'], exact: true }).waitFor();
  // The window has no reference to the page that opened it or to the site.
  expect(await answering.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect(answering.url().split('#')[0]).toBe(`${service}/passes`);
  await answering.getByRole('heading', { level: 1, name: passes['passes.use'] }).waitFor();
  await inspect(answering, 'pass-window');
  // One of two windows presents a pass; the other finds that the check has ended, and presents
  // none.
  const other = await windowFrom(page, () =>
    frame.getByRole('button', { name: passes['passes.window_again'], exact: true }).click(),
  );
  await other.getByRole('button', { name: passes['passes.use'], exact: true }).waitFor();
  const closed = answering.waitForEvent('close');
  await pressPass(answering, 'passes.use');
  await closed;
  await page.locator('dialog').waitFor({ state: 'detached', timeout: 20_000 });
  expect(await readResult(third.token)).toMatchObject({ verification_type: 'agate_pass' });
  const late = other.waitForEvent('close');
  await pressPass(other, 'passes.use');
  await late;
  expect(await countPasses(page)).toBe('8');

  // The site requests passes on its own page and verifies them itself.
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(service))
      sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  await page.goto(shop);
  await page.getByRole('button', { name: 'Use an age pass', exact: true }).click();
  // The site's button works once its script has loaded.
  await page.waitForURL(/\/age-pass/, { waitUntil: 'load' });
  const asked = await windowFrom(page, () =>
    page.getByRole('button', { name: 'Show a pass', exact: true }).click(),
  );
  await asked.getByRole('button', { name: passes['passes.give'], exact: true }).waitFor();
  await inspect(asked, 'pass-question');
  const given = asked.waitForEvent('close');
  await pressPass(asked, 'passes.give');
  await given;
  await page.getByText('Thank you, you are old enough: 18+').waitFor();
  await inspect(page, 'shop-pass');
  // No request to the service names the site.
  expect(sent.length).toBeGreaterThan(0);
  for (const one of sent) expect(one).not.toContain(new URL(shop).host);
  expect(await countPasses(page)).toBe('7');
  // The site's challenge for a pass is a 401 response, which the browser reports.
  expect(complaints.filter((one) => !one.includes('401 (Unauthorized)'))).toEqual([]);
});

test('a check in a dialog issues ten passes too, which a window stores', async () => {
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const { verify_url: url } = await announceAuto();
  await openDialog(page, url);
  await page.frameLocator('dialog iframe').locator('[data-page="welcome"]').waitFor();
  const { base_url: service } = inject('demo');
  const inside = page.frames().find((frame) => frame.url().startsWith(`${service}/v/`));
  // A frame has all the `Page` methods that these steps use.
  const frame = inside as unknown as Page;
  await agree(frame);
  await press(frame, 'camera.off.action');
  await seeAge(frame);
  expect(await seeVerdict(frame)).toMatchObject({ status: 'success' });
  const keeping = await windowFrom(page, () => pressPass(frame, 'passes.take'));
  await frame.getByText(passes['passes.window_take_waiting']).waitFor();
  await inspect(keeping, 'pass-window-take');
  await pressPass(keeping, 'passes.take');
  await keeping.locator('[data-window-end]').waitFor({ timeout: 60_000 });
  await frame.locator('[data-offer="passes-kept"]').waitFor();
  expect(await countPasses(page)).toBe('10');
});

test('without a pass the window says so, and the site receives a clear answer', async () => {
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  const { token, verify_url: url } = await announceAuto(TAKES);
  const frame = await openDialog(page, url);
  const openWindow = () => frame.locator('[data-offer="pass-window"] button').click();
  const first = await windowFrom(page, openWindow);
  await first.getByText(NONE).waitFor();
  await inspect(first, 'pass-window-none');
  // A visitor who leaves the window returns to the dialog, where the check waits.
  const left = first.waitForEvent('close');
  await first.getByRole('button', { name: /^Back to / }).click();
  await left;
  await frame.getByText(passes['passes.window_waiting']).waitFor();
  // A window that stays open after the check has ended shows a message.
  const second = await windowFrom(page, openWindow);
  await second.getByText(NONE).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goto(url);
  await see(page, 'welcome');
  await press(page, 'cancel');
  await press(page, 'cancel_dialog.stop');
  await expect.poll(async () => (await readResult(token)).status).toBe('canceled');
  await second.reload();
  await second.getByText(passes['passes.window_over']).waitFor();

  await page.goto(`${inject('demo').shop_url}/age-pass`);
  const asked = await windowFrom(page, () =>
    page.getByRole('button', { name: 'Show a pass', exact: true }).click(),
  );
  const back = asked.waitForEvent('close');
  await asked.getByRole('button', { name: /^Back to / }).click();
  await back;
  await page.getByText('This browser has no pass that shows enough.').waitFor();
});

test('a window that the browser has blocked can be opened by a link', async () => {
  const { page } = await arrive(browser(), { viewport: DESKTOP });
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const { verify_url: url } = await announceAuto(TAKES);
  const frame = await openDialog(page, url);
  await frame.locator('[data-offer="pass-window"] button').click();
  const link = frame.getByRole('link', { name: passes['passes.window_link'] });
  const opened = await windowFrom(page, () => link.click());
  await opened.getByText(NONE).waitFor();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
});
