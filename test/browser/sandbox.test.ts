import { expect, inject, test } from 'vitest';
import { announce, announceTest, readResult } from '../support/browser/customer.ts';
import { inspect } from '../support/browser/inspect.ts';
import { press, see, seeVerdict, text } from '../support/browser/hosted-page.ts';
import { arrive, PHONE, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

test.each(['success', 'failed', 'canceled', 'expired'] as const)(
  'the bar of a test session settles it as %s',
  async (status) => {
    const { token, verify_url: url } = await announceTest();
    const { page, complaints } = await arrive(browser());
    await page.goto(url);
    await see(page, 'welcome');
    const bar = page.getByRole('complementary', { name: text('sandbox.title') });
    if (status === 'success') await inspect(page, 'sandbox-welcome');
    await bar.getByRole('button', { name: text(`sandbox.${status}`) }).click();
    expect(await seeVerdict(page)).toMatchObject({ status });
    if (status !== 'expired') await press(page, 'return.stay');
    await inspect(page, `verdict-${status}`);
    expect(await bar.count()).toBe(0);
    expect(await readResult(token, 'test')).toMatchObject({
      status,
      verified: status === 'success',
      reason: 'test_mode',
      test: true,
    });
    expect(complaints).toEqual([]);
  },
);

test('on a phone the bar is visible when the page opens, fits one row, and never covers a focused control', async () => {
  const { verify_url: url } = await announceTest();
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  const bar = page.getByRole('complementary', { name: text('sandbox.title') });
  const button = bar.getByRole('button', { name: text('sandbox.success') });
  await button.waitFor();
  const [place, row] = [await button.boundingBox(), await bar.boundingBox()];
  expect(place!.y + place!.height).toBeLessThanOrEqual(PHONE.height);
  expect(place!.x + place!.width).toBeLessThanOrEqual(PHONE.width);
  expect(row!.height).toBeLessThan(80);
  // The last control scrolls into view when it is focused.
  const last = bar.getByRole('button').last();
  await last.focus();
  const endOfLast = async () => {
    const end = await last.boundingBox();
    return end!.x + end!.width;
  };
  await expect.poll(endOfLast).toBeLessThanOrEqual(PHONE.width);
  // A focused control is never covered by the bar.
  await page.locator('main button').last().focus();
  const main = await page.locator('main button').last().boundingBox();
  expect(main!.y + main!.height).toBeLessThanOrEqual((await bar.boundingBox())!.y);
});

test('the bar can set the check to awaiting a retake, and then to pending a review', async () => {
  const { token, verify_url: url } = await announceTest();
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  await press(page, 'sandbox.awaiting_retake');
  await see(page, 'review');
  expect(await readResult(token, 'test')).toMatchObject({ status: 'awaiting_retake' });
  await press(page, 'sandbox.pending_tenant_review');
  expect(await seeVerdict(page)).toMatchObject({ status: 'pending_tenant_review' });
  expect(await readResult(token, 'test')).toMatchObject({ status: 'pending_tenant_review' });
});

test('a failure can have any reason', async () => {
  const { token, verify_url: url } = await announceTest();
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  await page
    .getByRole('combobox', { name: text('sandbox.reason') })
    .selectOption('age_below_threshold');
  await press(page, 'sandbox.failed');
  expect(await seeVerdict(page)).toEqual({ status: 'failed', reason: 'age_below_threshold' });
  expect(await readResult(token, 'test')).toMatchObject({ reason: 'age_below_threshold' });
});

test.each([
  ['+pass', 'success'],
  ['+fail', 'failed'],
  ['+cancel', 'canceled'],
  ['+expire', 'expired'],
])('a test session whose user id ends in %s is %s when it is opened', async (suffix, status) => {
  const { token, verify_url: url } = await announceTest({ user_id: `u-7${suffix}` });
  expect(await readResult(token, 'test')).toMatchObject({ status: 'pending' });
  const { page } = await arrive(browser());
  await page.goto(url);
  expect(await seeVerdict(page)).toMatchObject({ status });
  expect(await readResult(token, 'test')).toMatchObject({ status, verified: status === 'success' });
});

test('a live session has no bar and ignores the suffixes', async () => {
  const { verify_url: url } = await announce({ user_id: 'u-7+pass' });
  const { page } = await arrive(browser());
  await page.goto(url);
  await see(page, 'welcome');
  expect(await page.getByRole('complementary').count()).toBe(0);
});

test('the shop in sandbox mode shows that no person was checked', async () => {
  const { shop_url: shop } = inject('demo');
  const { page } = await arrive(browser());
  await page.goto(shop);
  await page.getByText('Options for developers').click();
  await page.getByRole('radio', { name: /^Sandbox/ }).check();
  await page.getByRole('button', { name: 'Prove your age' }).click();
  await see(page, 'welcome');
  await press(page, 'sandbox.success');
  await page.waitForURL(`${shop}/return?**`);
  expect(await page.locator('.badge').textContent()).toBe('Sandbox: nobody was checked');
  await inspect(page, 'shop-sandbox');
});
