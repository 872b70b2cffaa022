import { expect, inject, test } from 'vitest';
import { announce, announceTest, readResult, settle } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { setMood } from '../support/browser/puppet-camera.ts';
import { press, see, seeAge, seeBlock, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { agree, arrive, begin, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test('fetching the link without a browser, as link scanners do, does not redeem it', async () => {
  const { token, verify_url: url } = await announce();
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await fetch(url, { method });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  const { page: scanner } = await arrive(browser(), { javaScriptEnabled: false });
  await scanner.goto(url);
  await scanner.getByRole('heading', { name: 'This page needs JavaScript' }).waitFor();
  expect(await readResult(token)).toMatchObject({ status: 'pending' });
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  expect(await readResult(token)).toMatchObject({ status: 'in_progress' });
});

test('a reload continues where the visitor was, at every step, without an extra attempt', async () => {
  const { verify_url: url } = await announce({ liveness_difficulty: 'easy' });
  const { page } = await arrive(browser(), { camera: { mood: 'rest', readings: 'puppet' } });
  await page.goto(url);
  await see(page, 'welcome');
  await page.reload();
  await agree(page);
  await page.reload();
  await see(page, 'camera');
  await press(page, 'camera.off.action');
  await page.locator('[data-action]:not([data-action="neutral"])').waitFor();
  await page.reload();
  await press(page, 'camera.off.action');
  await see(page, 'liveness');
  await setMood(page, 'obey');
  await seeAge(page);
  await page.reload();
  await press(page, 'camera.off.action');
  await see(page, 'age');
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  await page.reload();
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
});

test('a second browser is refused with the reason, and the first continues', async () => {
  const { verify_url: url } = await announce();
  const first = await arrive(browser());
  await first.page.goto(url);
  await see(first.page, 'welcome');
  const second = await arrive(browser());
  await second.page.goto(url);
  expect(await seeBlock(second.page)).toBe('opened_elsewhere');
  await second.page
    .getByRole('heading', { name: text('blocked.opened_elsewhere.title') })
    .waitFor();
  expect(await second.page.getByRole('button').count()).toBe(0);
  expect(await second.page.getByRole('link').count()).toBe(0);
  await inspect(second.page, 'blocked-opened-elsewhere');
  await first.page.reload();
  await begin(first.page);
});

test.each(['xit_unknown', `xit_${'A'.repeat(86)}`, '%F0%9F%8D%B7'])(
  'the link %s leads to a page that says it does not work',
  async (token) => {
    const { page } = await arrive(browser());
    await page.goto(`${inject('demo').base_url}/v/${token}`);
    expect(await seeBlock(page)).toBe('unknown_link');
    await page.getByRole('heading', { name: text('blocked.unknown_link.title') }).waitFor();
    await inspect(page, 'blocked-unknown-link');
  },
);

test('a session that expired before it was opened says so and links back', async () => {
  const { token, verify_url: url } = await announceTest();
  await settle(token, 'expired');
  const { page } = await arrive(browser());
  await page.goto(url);
  expect(await seeVerdict(page)).toMatchObject({ status: 'expired' });
  const way = page.getByRole('link');
  expect(await way.getAttribute('href')).toContain('status=failed');
});

test('without a connection the page shows that, and continues automatically when it is back', async () => {
  const { verify_url: url } = await announce();
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  await page.context().setOffline(true);
  await press(page, 'welcome.continue');
  expect(await seeBlock(page)).toBe('offline');
  await inspect(page, 'blocked-offline');
  await page.context().setOffline(false);
  await see(page, 'camera');
});
