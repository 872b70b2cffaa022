// The complete path that `npm start` offers a newcomer: from the shop's button via the QR code to
// the demo wallet (examples/wallet), and back.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { see, seeVerdict, walletText } from '../support/browser/hosted-page.ts';
import { inspect } from '../support/browser/inspect.ts';
import { arrive, DESKTOP, useBrowser } from '../support/browser/visitor.ts';

const browser = useBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/**
 * @returns the page of a check that was started at the shop, and the errors and warnings that the
 *   browser reports
 */
async function beginAtShop() {
  const { page, complaints } = await arrive(browser(), { viewport: DESKTOP });
  await page.goto(inject('demo').shop_url);
  await press(page, 'Prove it with a wallet');
  await see(page, 'wallet');
  return { page, complaints };
}

async function linkOf(page: Page): Promise<string> {
  await press(page, walletText('code.start'));
  return page.getByLabel(walletText('code.link')).inputValue();
}

/**
 * Answers the request with the demo wallet in a second tab.
 * @returns that tab, once the wallet has answered
 */
async function answer(page: Page, link: string, choice: string): Promise<Page> {
  const wallet = await page.context().newPage();
  await wallet.goto(inject('demo').wallet_url);
  await wallet.getByLabel('Link').fill(link);
  await press(wallet, 'Read it');
  await wallet.getByText(`${new URL(inject('demo').base_url).host} asks for a proof`).waitFor();
  await inspect(wallet, 'demo-wallet');
  await wallet.getByLabel(choice).check();
  await press(wallet, 'Answer');
  return wallet;
}

test('a valid proof leads back to the shop, which completes the sale', async () => {
  const { page, complaints } = await beginAtShop();
  const link = await linkOf(page);
  await inspect(page, 'wallet-code-test');
  const wallet = await answer(page, link, 'I am old enough');
  await wallet.getByRole('heading', { name: 'The answer was taken' }).waitFor();
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
  await page.waitForURL(`${inject('demo').shop_url}/return**`);
  await page.getByRole('heading', { name: 'Thank you, you are old enough' }).waitFor();
  expect(await page.locator('pre').innerText()).toContain('"credential": "eu.europa.ec.av.1"');
  expect(complaints).toEqual([]);
});

test('a forged issuer is refused, the page says which rule failed, and another try passes', async () => {
  const { page } = await beginAtShop();
  const wallet = await answer(page, await linkOf(page), 'A forged issuer');
  await wallet.getByRole('heading', { name: 'The answer was refused' }).waitFor();
  await inspect(wallet, 'demo-wallet-refused');
  await page.locator('[data-problem="wallet_untrusted"]').waitFor();
  await page.getByText(walletText('developer.title')).click();
  const details = await page.locator('.wallet-details').innerText();
  expect(details).toContain('untrusted_issuer');
  expect(details).toMatch(/The trust anchor .*Agate demo authority.* has another key/);
  await answer(page, await linkOf(page), 'I am old enough');
  expect(await seeVerdict(page)).toMatchObject({ status: 'success' });
});
